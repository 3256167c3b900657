// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/section.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSettings>
#include <QVBoxLayout>

#include "ui/drawing/icons.h"
#include "ui/widgets/labels.h"

namespace hopscope {

PanelSection::PanelSection(const QString& title, const QString& key, QWidget* parent, Fold first)
    : QWidget(parent), theme_(&Theme::light()), key_(QStringLiteral("sections/") + key) {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(0);
  outer->addWidget(makeRule(this));
  headRow_ = new QHBoxLayout;
  headRow_->setContentsMargins(6, 2, 12, 2);
  headRow_->setSpacing(8);
  head_ = new QToolButton(this);
  head_->setText(title);
  head_->setFont(fontOf(TextRole::bold));
  head_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  head_->setIconSize({12, 12});
  head_->setProperty("small", true);
  note_ = makeLabel(TextRole::secondary, {}, this);
  headRow_->addWidget(head_);
  headRow_->addStretch();
  headRow_->addWidget(note_);
  outer->addLayout(headRow_);
  body_ = new QWidget(this);
  column_ = new QVBoxLayout(body_);
  column_->setContentsMargins(12, 0, 12, 10);
  column_->setSpacing(6);
  outer->addWidget(body_);
  connect(head_, &QToolButton::clicked, this, [this] { setOpen(!open_); });
  open_ = QSettings().value(key_, first == Fold::open).toBool();
  body_->setVisible(open_);
}

void PanelSection::setTheme(const Theme& theme) {
  theme_ = &theme;
  updateChevron();
}

void PanelSection::setNote(const QString& note) {
  note_->setText(note);
}

void PanelSection::addToHead(QWidget* widget) {
  headRow_->addWidget(widget);
}

void PanelSection::add(QWidget* widget) {
  column_->addWidget(widget);
}

void PanelSection::setOpen(bool open) {
  open_ = open;
  body_->setVisible(open);
  QSettings().setValue(key_, open);
  updateChevron();
  if (open) emit opened();
}

void PanelSection::updateChevron() {
  head_->setIcon(
      icon(open_ ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"), *theme_));
  head_->setAccessibleDescription(open_ ? tr("open") : tr("closed"));
}

}  // namespace hopscope
