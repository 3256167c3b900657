// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/parameter_form.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/widgets/labels.h"
#include "ui/widgets/value_field.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

/// "2 to 16 · Digits of a terminal's address."
QString hintOf(const Parameter& parameter) {
  QString help = engineText(parameter.help).trimmed();
  const bool numeric =
      parameter.type == ParameterType::integer || parameter.type == ParameterType::real;
  if (!numeric || parameter.maximum <= parameter.minimum) return help;
  const int decimals = parameter.type == ParameterType::real ? 2 : 0;
  const QString range =
      QObject::tr("%1 to %2")
          .arg(realText(parameter.minimum, decimals), realText(parameter.maximum, decimals));
  return help.isEmpty() ? range : QStringLiteral("%1 · %2").arg(range, help);
}

}  // namespace

ParameterForm::ParameterForm(const Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(&theme) {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
}

void ParameterForm::setTheme(const Theme& theme) {
  theme_ = &theme;
  for (const Row& row : rows_) row.field->setTheme(theme);
}

void ParameterForm::setParameters(const std::vector<Parameter>& parameters, const Values& values) {
  rows_.clear();
  delete column_;
  column_ = new QWidget(this);
  layout()->addWidget(column_);
  auto* column = new QVBoxLayout(column_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  for (const Parameter& parameter : parameters) {
    auto* head = new QHBoxLayout;
    auto* label = makeLabel(TextRole::body, engineText(parameter.label), column_);
    // A long one does not widen the column.
    label->setWordWrap(true);
    head->addWidget(label, 1);
    head->addWidget(makeLabel(TextRole::hint, QString::fromStdString(parameter.name), column_));
    column->addLayout(head);

    auto* field = new ValueField(parameter, ValueField::Buttons::stepper, column_);
    field->setObjectName(QString::fromStdString(parameter.name));
    field->setTheme(*theme_);
    // Long choices do not widen the column.
    for (auto* combo : field->findChildren<QComboBox*>()) {
      combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
      combo->setMinimumContentsLength(8);
    }
    if (const auto it = values.find(parameter.name); it != values.end())
      field->setValue(it->second);
    label->setBuddy(field);
    column->addWidget(field);
    connect(field, &ValueField::typed, this, &ParameterForm::changed);

    auto* hint = makeLabel(TextRole::hint, {}, column_);
    hint->setWordWrap(true);
    column->addWidget(hint);
    column->addSpacing(8);
    rows_.push_back({field, hint, hintOf(parameter)});
    showHint(rows_.back(), {});
  }
  column_->show();
}

Values ParameterForm::values() const {
  Values values;
  for (const Row& row : rows_)
    if (const std::optional<Value> value = row.field->value())
      values[row.field->parameter().name] = *value;
  return values;
}

QString ParameterForm::error() const {
  for (const Row& row : rows_)
    if (!row.field->error().isEmpty()) return row.field->error();
  return {};
}

void ParameterForm::showIssues(const Issues& issues) {
  for (const Row& row : rows_) {
    QString problem = row.field->error();
    bool marked = false;
    for (const Issue& issue : issues)
      if (issue.path == row.field->parameter().name && problem.isEmpty()) {
        problem = issueText(issue);
        marked = issue.severity == Severity::error;
      }
    row.field->setMarked(marked);
    showHint(row, problem);
  }
}

void ParameterForm::showHint(const Row& row, const QString& problem) {
  row.hint->setText(problem.isEmpty() ? row.allowed : problem);
  setStyleProperty(row.hint, "tone", problem.isEmpty() ? "t3" : "bad");
}

}  // namespace hopscope
