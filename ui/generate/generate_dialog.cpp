// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/generate_dialog.h"

#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <utility>
#include <variant>

#include "engine/design/catalogue.h"
#include "engine/topology/placement.h"
#include "ui/document/drawn_edits.h"
#include "ui/drawing/icons.h"
#include "ui/generate/balance_note.h"
#include "ui/generate/deadlock_verdict.h"
#include "ui/generate/facts_table.h"
#include "ui/generate/generate_layout.h"
#include "ui/generate/generator_settings.h"
#include "ui/generate/insert_beside.h"
#include "ui/generate/network_preview.h"
#include "ui/generate/parameter_form.h"
#include "ui/widgets/background.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/value_field.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr std::uint64_t kMaxDrawnRouters = 3'000;
constexpr std::uint64_t kMaxDrawnLinks = 40'000;
constexpr int kPreviewAfter = 40;  // ms without typing
constexpr int kProofAfter = 250;
// More have no room in the columns of a dialog.
constexpr std::size_t kMostRelatives = 3;

/// What the dialog asks for beyond the family's parameters: latencies by kind of link, and routing.
bool isAskedFor(const std::string& path) {
  return path == "routing.algorithm" || path == "channels.terminal.latency" ||
         path == "channels.local.latency" || path == "channels.global.latency";
}

QString labelOf(const Parameter& parameter) {
  if (parameter.name == "routing.algorithm") return QObject::tr("Routing");
  if (parameter.name == "channels.terminal.latency") return QObject::tr("Terminal-link latency");
  if (parameter.name == "channels.local.latency") return QObject::tr("Local-link latency");
  if (parameter.name == "channels.global.latency") return QObject::tr("Global-link latency");
  return engineText(parameter.label);
}

}  // namespace

GenerateDialog::GenerateDialog(const Design& present, const Theme& theme, QWidget* parent)
    : QDialog(parent), theme_(theme), present_(present) {
  setWindowTitle(tr("Generate a network"));
  GenerateLayout parts = layOutGenerateDialog(*this, theme);
  families_ = parts.families;
  filter_ = parts.filter;
  title_ = parts.title;
  help_ = parts.help;
  form_ = parts.form;
  balance_ = parts.balance;
  formColumn_ = parts.formColumn;
  verdictIcon_ = parts.verdictIcon;
  verdict_ = parts.verdict;
  preview_ = parts.preview;
  facts_ = parts.facts;
  status_ = parts.status;
  insert_ = parts.insert;
  generate_ = parts.generate;

  previewTimer_.setSingleShot(true);
  previewTimer_.setInterval(kPreviewAfter);
  connect(&previewTimer_, &QTimer::timeout, this, &GenerateDialog::showPreview);
  proofTimer_.setSingleShot(true);
  proofTimer_.setInterval(kProofAfter);
  connect(&proofTimer_, &QTimer::timeout, this, &GenerateDialog::proveLater);

  connect(filter_, &QLineEdit::textChanged, this, &GenerateDialog::filter);
  connect(families_, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
    if (item == nullptr) return;
    const std::string name = item->data(Qt::UserRole).toString().toStdString();
    if (const Generator* generator = generators().find(name)) chooseFamily(*generator);
  });
  connect(balance_, &BalanceNote::balanceRequested, this, [this](const Values& balanced) {
    form_->setParameters(generator_->parameters, balanced);
    form_->setFocus();
    read();
  });
  connect(form_, &ParameterForm::changed, this, &GenerateDialog::read);
  connect(generate_, &QPushButton::clicked, this, &QDialog::accept);
  connect(parts.cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(insert_, &QPushButton::clicked, this, [this] {
    insertsBeside_ = true;
    accept();
  });
  insert_->setVisible(isDrawn(present_) ? !present_.drawn.routers.empty() : true);

  const auto kind = present_.settings.find("topology.kind");
  const auto* name =
      kind == present_.settings.end() ? nullptr : std::get_if<std::string>(&kind->second);
  int row = 0;
  for (int i = 0; name != nullptr && i < families_->count(); ++i)
    if (families_->item(i)->data(Qt::UserRole).toString().toStdString() == *name) row = i;
  families_->setCurrentRow(row);
  families_->setFocus();
}

GenerateDialog::~GenerateDialog() = default;

QString GenerateDialog::stepName() const {
  return tr("Generate %1").arg(engineText(generator_->label));
}

void GenerateDialog::filter(const QString& text) {
  const QString wanted = text.trimmed();
  int firstShown = -1;
  for (int i = 0; i < families_->count(); ++i) {
    QListWidgetItem* item = families_->item(i);
    const bool fits = item->text().contains(wanted, Qt::CaseInsensitive) ||
                      item->data(Qt::UserRole).toString().contains(wanted, Qt::CaseInsensitive);
    item->setHidden(!fits);
    if (fits && firstShown < 0) firstShown = i;
  }
  const QListWidgetItem* current = families_->currentItem();
  if (firstShown >= 0 && (current == nullptr || current->isHidden()))
    families_->setCurrentRow(firstShown);
}

void GenerateDialog::chooseFamily(const Generator& generator) {
  generator_ = &generator;
  parameters_ = parametersOf(generator, {});  // until those of the form fit
  title_->setText(engineText(generator.label));
  help_->setText(engineText(generator.help));
  const auto kind = present_.settings.find("topology.kind");
  const bool isPresent = kind != present_.settings.end() && kind->second == Value(generator.name);
  form_->setParameters(generator.parameters,
                       parametersOf(generator, isPresent ? present_.settings : Values()));
  buildDesignFields();
  read();
}

void GenerateDialog::buildDesignFields() {
  extras_.clear();
  delete designFields_;
  designFields_ = new QWidget(this);
  auto* column = new QVBoxLayout(designFields_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);

  // Which settings there are does not depend on the size; the smallest network answers fastest.
  Design small;
  small.settings["topology.kind"] = generator_->name;
  Design carried = small;
  for (const auto& [path, value] : present_.settings)
    if (path.starts_with("channels.")) carried.settings[path] = value;
  for (const Section& section : sections(small))
    for (const Parameter& parameter : section.parameters) {
      if (!isAskedFor(parameter.name)) continue;
      auto* field = new ValueField(parameter, ValueField::Buttons::none, designFields_);
      field->setObjectName(QString::fromStdString(parameter.name));
      field->setTheme(theme_);
      field->setFixedWidth(parameter.type == ParameterType::choice ? 168 : 96);
      const Value value = effectiveValue(carried, parameter.name);
      field->setValue(check(parameter, value, parameter.name) ? parameter.fallback : value);
      auto* row = new QHBoxLayout;
      auto* label = makeLabel(TextRole::label, labelOf(parameter), designFields_);
      label->setBuddy(field);
      row->addWidget(label);
      row->addStretch();
      row->addWidget(field);
      column->addLayout(row);
      connect(field, &ValueField::typed, this, &GenerateDialog::read);
      extras_.push_back(field);
    }
  formColumn_->addWidget(designFields_);
  designFields_->show();
}

Values GenerateDialog::extraSettings() const {
  Values values;
  for (const ValueField* field : extras_)
    if (const std::optional<Value> value = field->value()) values[field->parameter().name] = *value;
  return values;
}

void GenerateDialog::read() {
  QString problem = form_->error();
  const Values values = form_->values();
  Issues issues;
  if (problem.isEmpty()) {
    issues = checkParameters(*generator_, values);
    for (const Issue& issue : issues)
      if (issue.severity == Severity::error && problem.isEmpty()) problem = issueText(issue);
  }
  form_->showIssues(issues);
  parametersFit_ = problem.isEmpty();
  if (parametersFit_) {
    parameters_ = values;
    showFacts(values);
    balance_->showFor(generator_, values);
    previewTimer_.start();
  } else {
    // Nothing stays that belongs to other parameters than those in the form.
    facts_->setColumns({{engineText(generator_->label), std::nullopt, {}}});
    balance_->showFor(nullptr, {});
    previewTimer_.stop();
    preview_->showNote(issues.empty() ? tr("The preview waits for the parameters.") : problem);
  }
  for (const ValueField* field : extras_)
    if (problem.isEmpty()) problem = field->error();
  setReady(problem);
  ++proof_;
  if (problem.isEmpty()) {
    showVerdict(true, true, tr("Checking for deadlock…"));
    proofTimer_.start();
  } else {
    proofTimer_.stop();
    showVerdict(false, false, tr("The deadlock check waits for the parameters."));
  }
}

void GenerateDialog::showFacts(const Values& parameters) {
  facts_->setColumns({{engineText(generator_->label), generator_->facts(parameters), {}}});
}

/// What else there is of the same size, once the parameters rest.
void GenerateDialog::showRelatives() {
  const int asked = proof_;
  inBackground(
      this,
      [family = generator_, parameters = parameters_] {
        return relativesOf(*family, parameters, kMostRelatives);
      },
      [this, asked](const std::vector<Relative>& relatives) {
        if (asked != proof_ || !parametersFit_) return;
        std::vector<FactsTable::Column> columns;
        columns.reserve(relatives.size() + 1);
        columns.push_back({engineText(generator_->label), generator_->facts(parameters_), {}});
        for (const Relative& relative : relatives)
          columns.push_back({engineText(relative.family->label), relative.facts,
                             networkName(*relative.family, relative.parameters)});
        facts_->setColumns(columns);
      });
}

void GenerateDialog::showPreview() {
  if (!parametersFit_) return;
  showRelatives();
  const TopologyFacts facts = generator_->facts(parameters_);
  if (facts.routers > kMaxDrawnRouters || facts.links > kMaxDrawnLinks) {
    preview_->showNote(tr("%1 routers and %2 links are too many for a preview. They can be "
                          "generated and run all the same.")
                           .arg(wholeText(static_cast<qint64>(facts.routers)),
                                wholeText(static_cast<qint64>(facts.links))));
    return;
  }
  auto topology = std::make_shared<const Topology>(generator_->build(parameters_));
  auto placement = std::make_shared<const Placement>(place(*topology));
  preview_->showNetwork(std::move(topology), std::move(placement));
}

void GenerateDialog::proveLater() {
  if (generator_->facts(parameters_).terminals > kMaxProvenTerminals) {
    showVerdict(false, true, tr("A network this large is checked for deadlock once it is made."));
    verdictIcon_->clear();
    return;
  }
  const int asked = proof_;
  inBackground(
      this, [design = result()] { return proveDeadlockFree(design); },
      [this, asked](const DeadlockVerdict& verdict) {
        if (asked == proof_) showVerdict(false, verdict.free, verdict.sentence);
      });
}

void GenerateDialog::showVerdict(bool checking, bool isFree, const QString& sentence) {
  verdict_->setText(sentence);
  if (checking) {
    verdictIcon_->clear();
    return;
  }
  const Tone tone = isFree ? Tone::ok : Tone::warn;
  verdictIcon_->setPixmap(
      icon(isFree ? QStringLiteral("ok") : QStringLiteral("warn"), theme_, tone).pixmap(16, 16));
}

void GenerateDialog::setReady(const QString& problem) {
  generate_->setEnabled(problem.isEmpty());
  generate_->setToolTip(problem);
  const TopologyFacts facts = generator_->facts(parameters_);
  const bool insertable = problem.isEmpty() && facts.routers <= kMaxInsertedRouters;
  insert_->setEnabled(insertable);
  insert_->setToolTip(insertable ? tr("Adds the network as drawn parts beside the open one")
                      : problem.isEmpty() ? tr("Up to %1 routers can be inserted as drawn parts.")
                                                .arg(wholeText(kMaxInsertedRouters))
                                          : problem);
  setStyleProperty(status_, "tone", problem.isEmpty() ? "t2" : "bad");
  const bool empty = isDrawn(present_) && present_.drawn.routers.empty();
  status_->setText(
      !problem.isEmpty() ? tr("Generate waits: %1").arg(problem)
      : empty
          ? tr("Nothing is drawn yet: the network begins here.")
          : tr("Replaces “%1”. Undo brings it back.").arg(QString::fromStdString(present_.name)));
}

Design GenerateDialog::result() const {
  return generatedDesign(present_, *generator_, parameters_, extraSettings());
}

}  // namespace hopscope
