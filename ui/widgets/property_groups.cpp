// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/property_groups.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/drawing/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/property_row.h"
#include "ui/widgets/tab_order.h"
#include "ui/widgets/value_field.h"

namespace hopscope {

PropertyGroups::PropertyGroups(const QString& addText, const QString& addName, QWidget* parent)
    : QWidget(parent),
      theme_(&Theme::light()),
      column_(new QVBoxLayout(this)),
      add_(new QPushButton(addText, this)) {
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(0);
  add_->setObjectName(addName);
  add_->setProperty("link", true);
  add_->setAutoDefault(false);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(8, 0, 8, 0);
  row->addWidget(add_);
  row->addStretch();
  column_->addLayout(row);
}

bool PropertyGroups::shows(const std::vector<std::vector<Parameter>>& groups) const {
  const auto sameFields = [](const std::vector<Parameter>& a, const std::vector<Parameter>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Parameter& x, const Parameter& y) { return x.name == y.name; });
  };
  return body_ != nullptr &&
         std::equal(groups.begin(), groups.end(), shown_.begin(), shown_.end(), sameFields);
}

void PropertyGroups::begin(const Theme& theme) {
  theme_ = &theme;
  focused_ = focusedField(*this);
  if (body_ != nullptr) {
    column_->removeWidget(body_);
    body_->hide();
    for (ValueField* field : body_->findChildren<ValueField*>()) field->setObjectName({});
    body_->deleteLater();
  }
  body_ = new QWidget(this);
  auto* column = new QVBoxLayout(body_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
}

PropertyGroups::Head PropertyGroups::addGroup(const QString& title, const QString& removeText,
                                              const QString& removeName,
                                              const std::function<void()>& remove) {
  auto* row = new QHBoxLayout;
  row->setContentsMargins(12, 6, 12, 0);
  row->setSpacing(6);
  const Head head{new QHBoxLayout, new QHBoxLayout, new QToolButton(body_)};
  row->addLayout(head.before);
  row->addWidget(makeLabel(TextRole::bold, title, body_));
  row->addLayout(head.after);
  row->addStretch();
  head.remove->setIcon(icon(QStringLiteral("close"), *theme_));
  head.remove->setFixedSize(24, 24);
  head.remove->setProperty("small", true);
  head.remove->setToolTip(removeText);
  head.remove->setAccessibleName(removeText);
  head.remove->setObjectName(removeName);
  connect(head.remove, &QToolButton::clicked, this, remove);
  row->addWidget(head.remove);
  static_cast<QVBoxLayout*>(body_->layout())->addLayout(row);
  return head;
}

PropertyRow* PropertyGroups::addRow(const Parameter& parameter) {
  auto* row = new PropertyRow(parameter, *theme_, body_);
  body_->layout()->addWidget(row);
  return row;
}

void PropertyGroups::end(const std::vector<std::vector<Parameter>>& groups) {
  shown_ = groups;
  column_->insertWidget(0, body_);
  tabBefore(add_, body_);
  body_->show();  // a layout would do so only when the event loop turns
  if (!focused_.isEmpty())
    if (auto* field = body_->findChild<ValueField*>(focused_)) field->setFocus();
}

}  // namespace hopscope
