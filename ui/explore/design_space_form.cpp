// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/design_space_form.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/design/catalogue.h"
#include "engine/explore/explore_parameters.h"
#include "engine/topology/generator.h"
#include "ui/explore/explore_parts.h"
#include "ui/generate/parameter_form.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/section.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

constexpr const char* kFloor = "floor.";
constexpr const char* kPrices = "prices.";
constexpr const char* kPower = "power.";

bool begins(const std::string& name, const char* prefix) {
  return name.rfind(prefix, 0) == 0;
}

/// Those whose names begin so; of an empty prefix, those of no other section.
std::vector<Parameter> parametersOf(const std::string& prefix) {
  std::vector<Parameter> found;
  for (const Parameter& parameter : exploreParameters()) {
    if (parameter.name == kPriceListSetting) continue;
    const bool other = begins(parameter.name, kFloor) || begins(parameter.name, kPrices) ||
                       begins(parameter.name, kPower);
    if (prefix.empty() ? !other : begins(parameter.name, prefix.c_str()))
      found.push_back(parameter);
  }
  return found;
}

}  // namespace

DesignSpaceForm::DesignSpaceForm(const Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(&theme) {
  setProperty("surface", "panel");
  setAttribute(Qt::WA_StyledBackground);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 12, 0, 12);
  column->setSpacing(4);
  auto* title = makeLabel(TextRole::title, tr("Networks that fit"), this);
  title->setContentsMargins(12, 0, 12, 4);
  column->addWidget(title);
  problem_ = makeLabel(TextRole::body, {}, this);
  problem_->setObjectName(QStringLiteral("spaceProblem"));
  problem_->setContentsMargins(12, 0, 12, 4);
  problem_->setProperty("tone", "bad");
  problem_->setWordWrap(true);
  problem_->hide();
  column->addWidget(problem_);
  addSection(tr("Wanted"), "", true);
  addFamilies();
  addPrices();
  addSection(tr("Floor plan"), kFloor, false);
  addSection(tr("Power"), kPower, false);
  column->addStretch();
  showPrices();
  showFamilies();
}

void DesignSpaceForm::addSection(const QString& title, const char* prefix, bool open) {
  auto* section =
      new PanelSection(title, QStringLiteral("space.") + QLatin1String(*prefix ? prefix : "wanted"),
                       this, open ? Fold::open : Fold::closed);
  auto* form = new ParameterForm(*theme_, section);
  form->setParameters(parametersOf(prefix), exploreDefaults(priceLists().entries().front()));
  connect(form, &ParameterForm::changed, this, &DesignSpaceForm::changed);
  section->add(form);
  section->setTheme(*theme_);
  layout()->addWidget(section);
  parts_.push_back({section, form});
}

void DesignSpaceForm::addFamilies() {
  familySection_ =
      new PanelSection(tr("Topologies"), QStringLiteral("space.families"), this, Fold::closed);
  auto* buttons = new QWidget(familySection_);
  auto* row = new QHBoxLayout(buttons);
  row->setContentsMargins(0, 0, 0, 0);
  const auto all = [&](const QString& text, const char* id, bool checked) {
    auto* button = new QPushButton(text, buttons);
    button->setObjectName(QLatin1String(id));
    button->setProperty("link", true);
    connect(button, &QPushButton::clicked, this, [this, checked] {
      for (const auto& [family, box] : families_) box->setChecked(checked);
    });
    row->addWidget(button);
  };
  all(tr("All"), "familiesAll", true);
  all(tr("None"), "familiesNone", false);
  row->addStretch();
  familySection_->add(buttons);
  for (const Generator& family : generators()) {
    if (!family.fitting || !family.prospect) continue;
    auto* box = new QCheckBox(engineText(family.label), familySection_);
    box->setObjectName(QStringLiteral("family.") + text(family.name));
    box->setToolTip(engineText(family.help));
    box->setChecked(true);
    connect(box, &QCheckBox::toggled, this, [this] {
      showFamilies();
      emit changed();
    });
    familySection_->add(box);
    families_.emplace_back(&family, box);
  }
  familySection_->setTheme(*theme_);
  layout()->addWidget(familySection_);
}

void DesignSpaceForm::addPrices() {
  auto* section = new PanelSection(tr("Prices"), QStringLiteral("space.prices"), this);
  list_ = new QComboBox(section);
  list_->setObjectName(QStringLiteral("spacePriceList"));
  list_->setAccessibleName(tr("Price list"));
  list_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  list_->setMinimumContentsLength(8);
  for (const PriceList& list : priceLists())
    list_->addItem(engineText(list.label), text(list.name));
  section->add(list_);
  source_ = makeLabel(TextRole::hint, {}, section);
  source_->setObjectName(QStringLiteral("spacePriceSource"));
  source_->setWordWrap(true);
  section->add(source_);
  prices_ = new ParameterForm(*theme_, section);
  const auto fill = [this] {
    prices_->setParameters(parametersOf(kPrices),
                           exploreDefaults(priceLists().entries().at(
                               static_cast<std::size_t>(list_->currentIndex()))));
  };
  fill();
  section->add(prices_);
  connect(list_, &QComboBox::currentIndexChanged, this, [this, fill] {
    fill();
    showPrices();
    emit changed();
  });
  connect(prices_, &ParameterForm::changed, this, [this] {
    showPrices();
    emit changed();
  });
  section->setTheme(*theme_);
  layout()->addWidget(section);
  parts_.push_back({section, prices_});
}

/// Where the prices come from, and which are none of the list's any more.
void DesignSpaceForm::showPrices() {
  const PriceList& list =
      priceLists().entries().at(static_cast<std::size_t>(list_->currentIndex()));
  QString words = engineText(list.source);
  const Values values = prices_->values(), listed = exploreDefaults(list);
  QStringList changed;
  for (const Parameter& parameter : parametersOf(kPrices))
    if (const auto value = values.find(parameter.name);
        value != values.end() && value->second != listed.at(parameter.name))
      changed << engineText(parameter.label);
  if (!changed.isEmpty())
    words = tr("%1. Changed here: %2.").arg(words, changed.join(QStringLiteral(", ")));
  source_->setText(words);
}

void DesignSpaceForm::showFamilies() {
  const auto chosen = std::count_if(families_.begin(), families_.end(),
                                    [](const auto& each) { return each.second->isChecked(); });
  familySection_->setNote(tr("%1 of %2").arg(chosen).arg(static_cast<int>(families_.size())));
}

void DesignSpaceForm::setTheme(const Theme& theme) {
  theme_ = &theme;
  familySection_->setTheme(theme);
  for (const Part& part : parts_) {
    part.section->setTheme(theme);
    part.form->setTheme(theme);
  }
}

std::optional<ExploreRequest> DesignSpaceForm::request() {
  const PriceList& list =
      priceLists().entries().at(static_cast<std::size_t>(list_->currentIndex()));
  Values values = exploreDefaults(list);
  QString problem;
  for (const Part& part : parts_) {
    for (const auto& [name, value] : part.form->values()) values[name] = value;
    if (problem.isEmpty()) problem = part.form->error();
  }
  const Issues issues = problem.isEmpty() ? checkTogether(values) : Issues{};
  for (const Part& part : parts_) part.form->showIssues(issues);
  if (problem.isEmpty() && hasErrors(issues)) problem = issueText(issues.front());
  ExploreRequest request;
  if (problem.isEmpty()) request = requestOf(values);
  for (const auto& [family, box] : families_)
    if (box->isChecked()) request.families.push_back(family);
  if (problem.isEmpty() && request.families.empty()) problem = tr("Choose a topology at least.");
  problem_->setText(problem);
  problem_->setVisible(!problem.isEmpty());
  if (!problem.isEmpty()) return {};
  return request;
}

void DesignSpaceForm::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    // On a button it is no answer of a field.
    if (qobject_cast<QPushButton*>(QApplication::focusWidget()) != nullptr)
      return QWidget::keyPressEvent(event);
    emit accepted();
    return;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace hopscope
