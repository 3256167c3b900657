// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/dock.h"

#include <QAction>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/drawing/icons.h"
#include "ui/widgets/labels.h"

namespace hopscope {

Dock::Dock(const QString& title, const char* id, QWidget* content, QWidget* parent)
    : QDockWidget(title, parent) {
  setObjectName(QLatin1String(id));
  auto* bar = new QWidget(this);
  bar->setFixedHeight(28);
  bar->setProperty("surface", "panel");
  bar->setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(12, 0, 4, 0);
  row->setSpacing(0);
  row->addWidget(makeLabel(TextRole::bold, title, bar));
  row->addStretch();
  chip_ = makeChip(bar);
  chip_->hide();
  row->addWidget(chip_);
  row->addSpacing(6);
  const auto button = [&](const QString& tip) {
    auto* tool = new QToolButton(bar);
    tool->setProperty("small", true);
    tool->setIconSize({14, 14});
    tool->setToolTip(tip);
    tool->setAccessibleName(tip);
    tool->setFocusPolicy(Qt::TabFocus);
    row->addWidget(tool);
    return tool;
  };
  float_ = button(tr("Float or dock %1").arg(title));
  close_ = button(tr("Close %1").arg(title));
  connect(float_, &QToolButton::clicked, this, [this] { setFloating(!isFloating()); });
  connect(close_, &QToolButton::clicked, this, &QDockWidget::close);
  connect(toggleViewAction(), &QAction::triggered, this, &Dock::chosen);
  setTitleBarWidget(bar);

  // A rule below the title, then the content.
  auto* body = new QWidget(this);
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeRule(body));
  column->addWidget(content, 1);
  setWidget(body);
}

void Dock::setTheme(const Theme& theme) {
  float_->setIcon(icon(QStringLiteral("float"), theme));
  close_->setIcon(icon(QStringLiteral("close"), theme));
}

void Dock::closeEvent(QCloseEvent* event) {
  QDockWidget::closeEvent(event);
  if (event->isAccepted()) emit chosen(false);
}

void Dock::setChip(const QString& text, const char* kind) {
  setStyleProperty(chip_, "chip", QLatin1String(kind));
  chip_->setText(text);
  chip_->setVisible(!text.isEmpty());
}

}  // namespace hopscope
