// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/explore_parts.h"

#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/widgets/column_scroll.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_boxes.h"

namespace hopscope {

SideForm::SideForm(const QString& title, QWidget* parent) {
  panel_ = new QWidget(parent);
  panel_->setProperty("surface", "panel");
  panel_->setAttribute(Qt::WA_StyledBackground);
  column_ = new QVBoxLayout(panel_);
  column_->setContentsMargins(16, 16, 16, 16);
  column_->setSpacing(4);
  column_->addWidget(makeLabel(TextRole::title, title, panel_));
  column_->addSpacing(8);
}

QWidget* SideForm::add(const QString& label, QWidget* field) {
  auto* row = new QWidget(panel_);
  auto* rows = new QVBoxLayout(row);
  rows->setContentsMargins(0, 0, 0, 8);
  rows->setSpacing(4);
  auto* words = makeLabel(TextRole::label, label, row);
  words->setBuddy(field);
  field->setAccessibleName(label);
  // Long choices do not widen the column.
  if (auto* combo = qobject_cast<QComboBox*>(field)) {
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(8);
  }
  rows->addWidget(words);
  rows->addWidget(field);
  column_->addWidget(row);
  follow(field);
  return row;
}

void SideForm::add(QWidget* widget) {
  column_->addWidget(widget);
  column_->addSpacing(4);
  follow(widget);
}

/// Tab goes from one to the next as they stand below each other, whichever was made first.
void SideForm::follow(QWidget* field) {
  if (last_ != nullptr) QWidget::setTabOrder(last_, field);
  last_ = field;
}

WholeBox* SideForm::wholeBox(const char* name, int least, int most, int value) const {
  auto* box = new WholeBox(panel_);
  box->setObjectName(QLatin1String(name));
  box->setRange(least, most);
  box->setValue(value);
  box->setKeyboardTracking(false);
  return box;
}

QLabel* SideForm::addHint() {
  auto* hint = makeLabel(TextRole::hint, {}, panel_);
  hint->setWordWrap(true);
  column_->addWidget(hint);
  column_->addSpacing(8);
  return hint;
}

QWidget* SideForm::finish(int width) {
  column_->addStretch();
  QScrollArea* scroll = columnScroll(panel_, panel_->parentWidget());
  scroll->setFixedWidth(width);
  return scroll;
}

}  // namespace hopscope
