// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/models_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/document/setting_numbers.h"
#include "ui/drawing/plot_widget.h"
#include "ui/generate/parameter_form.h"
#include "ui/plots/plot_dialog.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_style.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kSideWidth = 296;
constexpr int kPoints = 120;
/// A logarithmic axis begins at this share of its end where the parameter may be 0.
constexpr double kSmallest = 1e-4;
/// Parameters whose range is wider than this are drawn on a logarithmic axis at first.
constexpr double kWide = 200;

bool numeric(const Parameter& parameter) {
  return (parameter.type == ParameterType::integer || parameter.type == ParameterType::real) &&
         parameter.maximum > parameter.minimum;
}

QString titled(const std::string& label, const std::string& unit) {
  return unit.empty() ? text(label) : QStringLiteral("%1 (%2)").arg(text(label), text(unit));
}

QString numberText(double value) {
  if (!std::isfinite(value)) return QStringLiteral("–");
  if (value == std::floor(value) && std::abs(value) < 1e15)
    return wholeText(static_cast<qint64>(value));
  const int digits = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  return realText(value, std::clamp(5 - digits, 0, 8));
}

Values defaultsOf(const Model& model) {
  Values values;
  for (const Parameter& parameter : model.parameters) values[parameter.name] = parameter.fallback;
  return values;
}

/// What a numeric parameter is drawn over: evenly, or by equal factors.
std::vector<Value> stepsOf(const Parameter& parameter, bool byFactors) {
  std::vector<Value> steps;
  const double end = parameter.maximum;
  const bool whole = parameter.type == ParameterType::integer;
  const double begin =
      byFactors ? std::max(parameter.minimum, whole ? 1.0 : end * kSmallest) : parameter.minimum;
  std::int64_t last = 0;
  for (int i = 0; i <= kPoints; ++i) {
    const double share = static_cast<double>(i) / kPoints;
    const double at =
        byFactors ? begin * std::pow(end / begin, share) : begin + (end - begin) * share;
    if (!whole) {
      steps.emplace_back(std::clamp(at, parameter.minimum, end));
      continue;
    }
    const auto rounded = static_cast<std::int64_t>(std::llround(at));
    if (!steps.empty() && rounded == last) continue;
    steps.emplace_back(rounded);
    last = rounded;
  }
  return steps;
}

}  // namespace

ModelsPage::ModelsPage(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(&theme) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  makeForm();
  row->addWidget(side_);
  row->addWidget(makeResult(), 1);
  connect(model_, &QComboBox::currentIndexChanged, this, [this] { showModel(); });
  connect(form_, &ParameterForm::changed, this, &ModelsPage::recalculate);
  connect(over_, &QComboBox::currentIndexChanged, this, [this] {
    for (const Parameter& parameter : current().parameters)
      if (text(parameter.name) == over_->currentData().toString())
        logX_->setChecked(parameter.maximum >= kWide * std::max(parameter.minimum, 1.0));
    recalculate();
  });
  connect(quantity_, &QComboBox::currentIndexChanged, this, [this] { recalculate(); });
  connect(logX_, &QCheckBox::toggled, this, [this] { recalculate(); });
  connect(logY_, &QCheckBox::toggled, this, [this] { recalculate(); });
  showModel();
}

void ModelsPage::makeForm() {
  auto* panel = new QWidget;
  panel->setProperty("surface", "panel");
  panel->setAttribute(Qt::WA_StyledBackground);
  auto* column = new QVBoxLayout(panel);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(8);
  column->addWidget(makeLabel(TextRole::title, tr("Models"), panel));
  model_ = new QComboBox(panel);
  model_->setObjectName(QStringLiteral("modelChoice"));
  model_->setAccessibleName(tr("Model"));
  model_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  model_->setMaxVisibleItems(30);
  for (const Model& model : models()) model_->addItem(text(model.label), text(model.name));
  column->addWidget(model_);
  help_ = makeLabel(TextRole::label, {}, panel);
  help_->setWordWrap(true);
  column->addWidget(help_);
  form_ = new ParameterForm(*theme_, panel);
  column->addWidget(form_);
  column->addStretch();
  side_ = columnScroll(panel, this);
  side_->setFixedWidth(kSideWidth);
}

QWidget* ModelsPage::makeResult() {
  auto* result = new QWidget(this);
  auto* column = new QVBoxLayout(result);
  column->setContentsMargins(24, 16, 24, 16);
  column->setSpacing(8);
  title_ = makeLabel(TextRole::title, {}, result);
  title_->setObjectName(QStringLiteral("modelTitle"));
  column->addWidget(title_);
  source_ = makeLabel(TextRole::label, {}, result);
  source_->setWordWrap(true);
  column->addWidget(source_);
  problem_ = makeLabel(TextRole::body, {}, result);
  problem_->setObjectName(QStringLiteral("modelProblem"));
  problem_->setWordWrap(true);
  problem_->setProperty("tone", "bad");
  problem_->setVisible(false);
  column->addWidget(problem_);
  numbers_ = new QTableWidget(result);
  numbers_->setObjectName(QStringLiteral("modelNumbers"));
  numbers_->setAccessibleName(tr("What the model gives"));
  styleTable(*numbers_);
  numbers_->horizontalHeader()->hide();
  column->addWidget(numbers_);
  auto* choices = new QHBoxLayout;
  choices->setSpacing(8);
  quantity_ = new QComboBox(result);
  quantity_->setObjectName(QStringLiteral("modelQuantity"));
  quantity_->setAccessibleName(tr("Quantity drawn"));
  over_ = new QComboBox(result);
  over_->setObjectName(QStringLiteral("modelOver"));
  over_->setAccessibleName(tr("Parameter it is drawn over"));
  choices->addWidget(makeLabel(TextRole::label, tr("Draw"), result));
  choices->addWidget(quantity_);
  choices->addWidget(makeLabel(TextRole::label, tr("over"), result));
  choices->addWidget(over_);
  choices->addStretch();
  logX_ = new QCheckBox(tr("Logarithmic across"), result);
  logY_ = new QCheckBox(tr("up"), result);
  logY_->setAccessibleName(tr("Logarithmic upwards"));
  choices->addWidget(logX_);
  choices->addWidget(logY_);
  column->addSpacing(8);
  column->addLayout(choices);
  plot_ = new PlotWidget(result);
  offerPlotDialog(*plot_);
  plot_->setEmptyText(tr("These numbers do not exist anywhere on this axis."));
  column->addWidget(plot_, 1);
  return result;
}

const Model& ModelsPage::current() const {
  return *models().find(model_->currentData().toString().toStdString());
}

void ModelsPage::choose(const std::string& name) {
  model_->setCurrentIndex(std::max(0, model_->findData(text(name))));
}

void ModelsPage::setTheme(const Theme& theme) {
  theme_ = &theme;
  plot_->setTheme(theme);
  form_->setTheme(theme);
  showModel();
}

void ModelsPage::showModel() {
  const Model& model = current();
  Values values = defaultsOf(model);
  if (const auto before = typed_.find(model.name); before != typed_.end())
    for (const auto& [name, value] : before->second) values[name] = value;
  title_->setText(text(model.label));
  help_->setText(text(model.help));
  source_->setText(text(model.source));
  form_->setParameters(model.parameters, values);
  {
    const QSignalBlocker noOver(over_), noQuantity(quantity_), noX(logX_);
    over_->clear();
    for (const Parameter& parameter : model.parameters)
      if (numeric(parameter)) over_->addItem(text(parameter.label), text(parameter.name));
    quantity_->clear();
    for (const ModelOutput& output : model.outputs) quantity_->addItem(text(output.label));
    for (const Parameter& parameter : model.parameters)
      if (text(parameter.name) == over_->currentData().toString())
        logX_->setChecked(parameter.maximum >= kWide * std::max(parameter.minimum, 1.0));
  }
  recalculate();
}

void ModelsPage::recalculate() {
  const Model& model = current();
  Values values = form_->values();
  typed_[model.name] = values;
  QString problem = form_->error();
  Issues issues;
  if (problem.isEmpty() && model.check) issues = model.check(values);
  form_->showIssues(issues);
  if (hasErrors(issues)) problem = issueText(issues.front());
  problem_->setText(problem);
  problem_->setVisible(!problem.isEmpty());
  if (!problem.isEmpty()) {
    showNumbers(std::vector<double>(model.outputs.size(), std::nan("")));
    plot_->setPicture({});
    return;
  }
  showNumbers(model.evaluate(values));
  drawCurves(values);
}

void ModelsPage::showNumbers(const std::vector<double>& numbers) {
  const Model& model = current();
  numbers_->setColumnCount(3);
  numbers_->setRowCount(static_cast<int>(model.outputs.size()));
  for (std::size_t i = 0; i < model.outputs.size(); ++i) {
    const QStringList texts{text(model.outputs[i].label), numberText(numbers[i]),
                            text(model.outputs[i].unit)};
    for (int c = 0; c < 3; ++c) {
      auto* item = new QTableWidgetItem(texts[c]);
      item->setFont(fontOf(c == 1 ? TextRole::bold : TextRole::body));
      item->setTextAlignment((c == 1 ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
      item->setToolTip(texts[c]);
      numbers_->setItem(static_cast<int>(i), c, item);
    }
  }
  numbers_->resizeColumnsToContents();
  numbers_->setColumnWidth(1, std::max(120, numbers_->columnWidth(1)));
  numbers_->horizontalHeader()->setStretchLastSection(true);
  const int rows = std::min<int>(10, static_cast<int>(model.outputs.size()));
  numbers_->setFixedHeight(rows * numbers_->verticalHeader()->defaultSectionSize() + 2);
}

void ModelsPage::drawCurves(const Values& values) {
  const Model& model = current();
  const auto quantity = static_cast<std::size_t>(std::max(0, quantity_->currentIndex()));
  PlotPicture picture;
  picture.xLog = logX_->isChecked();
  picture.yLog = logY_->isChecked();
  picture.yTitle = titled(model.outputs[quantity].label, model.outputs[quantity].unit);
  for (const Parameter& parameter : model.parameters) {
    if (!numeric(parameter) || text(parameter.name) != over_->currentData().toString()) continue;
    picture.xTitle = titled(parameter.label, parameter.unit);
    PlotCurve curve;
    curve.name = text(model.outputs[quantity].label);
    Values at = values;
    for (const Value& step : stepsOf(parameter, picture.xLog)) {
      at[parameter.name] = step;
      if (model.check && hasErrors(model.check(at))) continue;
      const double y = model.evaluate(at)[quantity];
      curve.x.push_back(numberOf(step).value_or(0));
      curve.y.push_back(y);
    }
    picture.now = realAt(values, parameter.name);
    picture.curves.push_back(std::move(curve));
  }
  plot_->setPicture(picture);
}

}  // namespace hopscope
