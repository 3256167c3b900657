// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/phase_editor.h"

#include <QCoreApplication>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/design/catalogue.h"
#include "engine/design/design_classes.h"
#include "engine/design/faults.h"
#include "engine/design/phases.h"
#include "ui/document/setting_edits.h"
#include "ui/document/setting_numbers.h"
#include "ui/widgets/property_groups.h"
#include "ui/widgets/property_row.h"
#include "ui/widgets/value_field.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

constexpr Cycle kFirstGap = 2000;  // between the phases that "Add phase" makes

/// Where a new phase begins: after the last one, or in the middle of the measured interval.
Cycle nextBegin(const Design& design) {
  if (design.phases.empty())
    return std::max<Cycle>(
        1, wholeSetting(design, "run.warmup", 0) + wholeSetting(design, "run.measure", 0) / 2);
  const auto* last = std::get_if<std::int64_t>(&design.phases.back().at);
  return (last == nullptr ? 0 : *last) + kFirstGap;
}

/// The lists of parts that a phase has, by their places in a design.
struct PartList {
  const char* path;
  const char* label;
  PartIds Phase::*parts;
  std::vector<std::uint32_t> PartIds::*ids;
};
constexpr PartList kPartLists[] = {
    {"fail.channels", QT_TRANSLATE_NOOP("PhaseEditor", "Links that fail"), &Phase::fail,
     &PartIds::channels},
    {"fail.routers", QT_TRANSLATE_NOOP("PhaseEditor", "Routers that fail"), &Phase::fail,
     &PartIds::routers},
    {"restore.channels", QT_TRANSLATE_NOOP("PhaseEditor", "Links back"), &Phase::restore,
     &PartIds::channels},
    {"restore.routers", QT_TRANSLATE_NOOP("PhaseEditor", "Routers back"), &Phase::restore,
     &PartIds::routers},
};

const PartList* partList(const std::string& path) {
  for (const PartList& list : kPartLists)
    if (path == list.path) return &list;
  return nullptr;
}

Parameter parameterOf(const PartList& list) {
  Parameter parameter;
  parameter.name = list.path;
  parameter.label = QCoreApplication::translate("PhaseEditor", list.label).toStdString();
  parameter.type = ParameterType::text;
  parameter.fallback = std::string();
  parameter.help =
      QCoreApplication::translate("PhaseEditor",
                                  "Ids with commas between them, such as 9, 12. Empty: "
                                  "none.")
          .toStdString();
  return parameter;
}

std::string idsText(const std::vector<std::uint32_t>& ids) {
  QStringList texts;
  for (const std::uint32_t id : ids) texts << QString::number(id);
  return texts.join(QStringLiteral(", ")).toStdString();
}

/// Nothing where something else than ids stands there.
std::optional<std::vector<std::uint32_t>> idsOf(const std::string& text) {
  static const QRegularExpression separators(QStringLiteral("[,;\\s]+"));
  std::vector<std::uint32_t> ids;
  for (const QString& each : QString::fromStdString(text).split(separators, Qt::SkipEmptyParts)) {
    bool isId = false;
    ids.push_back(each.toUInt(&isId));
    if (!isId || ids.back() == kNone) return std::nullopt;
  }
  return ids;
}

std::string nameOf(std::size_t phase, const std::string& path) {
  const std::string place = "phases[" + std::to_string(phase) + "].";
  if (path.empty()) return place + "at";
  return place + (partList(path) != nullptr ? path : "set." + path);
}

}  // namespace

PhaseEditor::PhaseEditor(QWidget* parent)
    : QWidget(parent),
      theme_(&Theme::light()),
      groups_(new PropertyGroups(tr("Add phase"), QStringLiteral("addPhase"), this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 4, 0, 0);
  column->addWidget(groups_);
  groups_->addButton().setToolTip(
      tr("From a cycle on, the traffic is another one, or parts fail."));
  connect(&groups_->addButton(), &QPushButton::clicked, this, &PhaseEditor::add);
}

std::vector<std::vector<Parameter>> PhaseEditor::shown() const {
  std::vector<std::vector<Parameter>> all;
  const Design& design = document_->design();
  for (std::size_t phase = 0; phase < design.phases.size(); ++phase) {
    std::vector<Parameter>& parameters = all.emplace_back();
    parameters.push_back(phaseBegin());
    parameters.back().label = tr("From cycle").toStdString();
    for (const Section& section : sections(designInPhase(design, phase)))
      for (const Parameter& parameter : section.parameters) {
        // Routing and caches have only what the phase changes.
        const bool shown =
            section.name == "traffic" || design.phases[phase].set.count(parameter.name) != 0;
        if (shown && isPhaseSetting(parameter.name) && parameter.name != "traffic.include_self")
          parameters.push_back(parameter);
      }
    // What works again is asked for once something has failed.
    const bool failed = !failedIn(design, phase).empty() || !design.phases[phase].restore.empty();
    for (const PartList& list : kPartLists)
      if (failed || list.parts == &Phase::fail) parameters.push_back(parameterOf(list));
  }
  return all;
}

void PhaseEditor::refresh(DesignDocument* document, const Theme& theme) {
  document_ = document;
  if (!document_) return;
  const bool sameLook = &theme == theme_;
  theme_ = &theme;
  const auto parameters = shown();
  if (!sameLook || !groups_->shows(parameters)) rebuild(parameters);
  showValues();
}

void PhaseEditor::rebuild(const std::vector<std::vector<Parameter>>& parameters) {
  entries_.clear();
  groups_->begin(*theme_);
  for (std::size_t phase = 0; phase < parameters.size(); ++phase) {
    groups_->addGroup(tr("Phase %1").arg(phase + 1), tr("Remove phase %1").arg(phase + 1),
                      QStringLiteral("removePhase%1").arg(phase), [this, phase] { remove(phase); });
    for (const Parameter& parameter : parameters[phase]) {
      const std::string path = parameter.name == "at" ? std::string() : parameter.name;
      Parameter own = parameter;
      own.name = nameOf(phase, path);  // fields are found by name, and the traffic has these too
      PropertyRow* row = groups_->addRow(own);
      const Entry entry{phase, path, row};
      connect(&row->field(), &ValueField::committed, this, [this, entry] { apply(entry); });
      entries_.push_back(entry);
    }
  }
  groups_->end(parameters);
}

void PhaseEditor::showValues() {
  const Design& design = document_->design();
  const Issues& issues = document_->issues();
  const ClassNames classes = classNamesOf(design);
  for (const Entry& entry : entries_) {
    const Design inForce = designInPhase(design, entry.phase);
    const Phase& phase = design.phases[entry.phase];
    const PartList* const list = partList(entry.path);
    const Value value = list != nullptr      ? Value(idsText(phase.*list->parts.*list->ids))
                        : entry.path.empty() ? phase.at
                                             : effectiveValue(inForce, entry.path);
    entry.row->field().setClasses(classes);
    entry.row->showValue({value, false}, {});
    entry.row->field().showIssues(issues);
    const std::string name = nameOf(entry.phase, entry.path);
    // A finding about one id of a list, or about all that fails, is shown at the list.
    const auto issue = std::find_if(issues.begin(), issues.end(), [&](const Issue& one) {
      if (one.path == name || speaksOfPart(one, entry.row->field())) return true;
      return list != nullptr &&
             (one.path.rfind(name + "[", 0) == 0 || (!(phase.*list->parts.*list->ids).empty() &&
                                                     one.path == name.substr(0, name.rfind('.'))));
    });
    const bool found = issue != issues.end();
    entry.row->setFinding(found ? issueText(*issue) : QString(),
                          found && issue->severity == Severity::error);
  }
}

void PhaseEditor::apply(const Entry& entry) {
  const std::optional<Value> value = entry.row->field().value();
  if (!document_ || !value) return;
  std::vector<Phase> phases = document_->design().phases;
  if (entry.phase >= phases.size()) return;
  Phase& phase = phases[entry.phase];
  if (entry.path.empty()) {
    phase.at = *value;
  } else if (const PartList* const list = partList(entry.path)) {
    const auto ids = idsOf(std::get<std::string>(*value));
    if (!ids) {
      entry.row->field().refuse(tr("Type ids with commas between them, such as 9, 12."));
      return;
    }
    phase.*list->parts.*list->ids = *ids;
  } else {
    // What belonged to the pattern or routing before means nothing to the new one.
    const auto forget = [&phase](const std::string& section, const char* but) {
      for (auto set = phase.set.begin(); set != phase.set.end();)
        set = set->first.rfind(section, 0) == 0 && set->first != but ? phase.set.erase(set)
                                                                     : std::next(set);
    };
    if (entry.path == kTrafficPattern) forget("traffic.", "traffic.load");
    if (entry.path == kRoutingAlgorithm) forget("routing.", kRoutingAlgorithm);
    phase.set[entry.path] = *value;
  }
  Parameter named = entry.row->field().parameter();
  named.label =
      tr("%1 of phase %2").arg(engineText(named.label)).arg(entry.phase + 1).toStdString();
  // The classes of a mix are one value, but each of their fields is edited by itself.
  const QString key =
      named.type == ParameterType::classes ? QString() : QString::fromStdString(named.name);
  document_->setPhases(std::move(phases), settingStepName(named, named.name, *value), key);
}

void PhaseEditor::add() {
  if (!document_) return;
  const Design& design = document_->design();
  std::vector<Phase> phases = design.phases;
  const Design last = phases.empty() ? design : designInPhase(design, phases.size() - 1);
  phases.push_back({nextBegin(design), {{"traffic.load", effectiveValue(last, "traffic.load")}}});
  document_->setPhases(std::move(phases), tr("Add a phase"));
}

void PhaseEditor::remove(std::size_t phase) {
  if (!document_ || phase >= document_->design().phases.size()) return;
  std::vector<Phase> phases = document_->design().phases;
  phases.erase(phases.begin() + static_cast<std::ptrdiff_t>(phase));
  document_->setPhases(std::move(phases), tr("Remove phase %1").arg(phase + 1));
}

}  // namespace hopscope
