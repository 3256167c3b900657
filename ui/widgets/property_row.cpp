// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/property_row.h"

#include <QApplication>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>
#include <utility>

#include "ui/widgets/labels.h"
#include "ui/widgets/value_field.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

constexpr int kLabelIndent = 12;  // room for the dot
constexpr int kFieldWidth = 180;  // of all, so that they stand in one column
constexpr double kDot = 3;        // radius

/// Its field brings rows with labels of their own.
bool hasRows(const Parameter& parameter) {
  return parameter.type == ParameterType::classes;
}

}  // namespace

PropertyRow::PropertyRow(const Parameter& parameter, const Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      field_(new ValueField(parameter, ValueField::Buttons::none, this)),
      label_(makeLabel(TextRole::label, engineText(parameter.label), this)),
      problem_(makeLabel(TextRole::hint, {}, this)) {
  field_->setObjectName(QString::fromStdString(parameter.name));
  field_->setTheme(theme);
  if (!hasRows(parameter)) field_->setFixedWidth(kFieldWidth);
  label_->setBuddy(field_);
  label_->setWordWrap(true);  // a long one must not push its field out of the panel
  label_->setToolTip(engineText(parameter.help));
  problem_->setWordWrap(true);
  problem_->hide();

  if (hasRows(parameter)) {
    label_->hide();
    problem_->setContentsMargins(kLabelIndent, 0, kLabelIndent, 0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 4);
    column->setSpacing(2);
    column->addWidget(field_);
    column->addWidget(problem_);
    connect(field_, &ValueField::typed, this, &PropertyRow::showProblem);
    return;
  }
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(kLabelIndent, 2, 12, 2);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(2);
  grid->addWidget(label_, 0, 0);
  grid->addWidget(field_, 0, 1, Qt::AlignRight);
  grid->addWidget(problem_, 1, 0, 1, 2);
  grid->setColumnStretch(0, 1);
  connect(field_, &ValueField::typed, this, &PropertyRow::showProblem);
}

void PropertyRow::showValue(const ScopedValue& value, const QString& differsText) {
  differs_ = value.differs;
  label_->setAccessibleDescription(differs_ ? differsText : QString());
  const bool typing = !std::exchange(isOfOthers_, false) && !field_->error().isEmpty() &&
                      field_->isAncestorOf(QApplication::focusWidget());
  if (typing) return;  // an edit elsewhere must not wipe what is being typed here
  if (value.value)
    field_->setValue(*value.value);
  else
    field_->setVarious();
  showProblem();
  update();
}

void PropertyRow::setFinding(const QString& text, bool isError) {
  finding_ = text;
  findingIsError_ = isError;
  field_->setMarked(isError && !text.isEmpty());
  showProblem();
}

void PropertyRow::showProblem() {
  const QString own = field_->error();
  const QString text = own.isEmpty() ? finding_ : own;
  problem_->setText(text);
  problem_->setVisible(!text.isEmpty());
  setStyleProperty(problem_, "tone", !own.isEmpty() || findingIsError_ ? "bad" : "warn");
  update();
}

void PropertyRow::paintEvent(QPaintEvent* event) {
  static_cast<void>(event);
  if (!differs_) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme_.color(Tone::accent));
  painter.drawEllipse(QPointF(kLabelIndent / 2.0, label_->geometry().center().y() + .5), kDot,
                      kDot);
}

}  // namespace hopscope
