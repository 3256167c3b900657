// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/health_check.h"

#include <QObject>
#include <QRegularExpression>
#include <algorithm>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/findings/issue_remedies.h"
#include "engine/findings/load_diagnosis.h"
#include "engine/routing/dependency_graph.h"
#include "engine/simulation/saturation_bound.h"
#include "engine/topology/generator.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

/// Decisions of the routing that the proof may walk: some minutes on one core.
constexpr double kMostProofSteps = 3e9;
/// Distances are searched from every router; beyond this the family's formulas stand alone.
constexpr std::uint32_t kMostRouters = 4000;
/// Remedies are tried out, which compiles the design each time.
constexpr std::uint32_t kMostRemedied = 1000;
/// Decisions after which the bound of the load is given up: about a second.
constexpr std::uint64_t kMostCounted = 8'000'000;

TopologyFacts factsOf(const Topology& topology) {
  if (topology.routerCount() <= kMostRouters) return measureFacts(topology);
  if (const Generator* generator = familyOf(topology)) return generator->facts(topology.parameters);
  return countFacts(topology);
}

void addIssues(const HealthQuestion& question, const std::stop_token& stop,
               std::vector<Finding>& findings) {
  const Topology& topology = *question.topology;
  for (const Issue& issue : question.issues) {
    Finding finding;
    if (!stop.stop_requested() && topology.routerCount() <= kMostRemedied)
      finding.remedy = remedyFor(issue, question.design, topology, *question.placement);
    finding.severity = issue.severity;
    finding.text = engineText(issue.text);
    finding.reason = engineText(issue.remedy);
    finding.path = issue.path;
    finding.parts = partsNamed(issue.text, topology);
    findings.push_back(std::move(finding));
  }
}

/// Whether the design asks to run although packets can deadlock.
bool allowsCycles(const Design& design) {
  const auto found = design.settings.find("routing.allow_cycles");
  const bool* allowed =
      found == design.settings.end() ? nullptr : std::get_if<bool>(&found->second);
  return allowed != nullptr && *allowed;
}

void addDeadlockVerdict(const Design& design, const Topology& topology,
                        const DependencyReport& report, const std::stop_token& stop,
                        std::vector<Finding>& findings) {
  Finding finding;
  finding.text = engineText(verdictOf(report)) + QLatin1Char('.');
  if (report.deadlockFree()) {
    finding.severity = Severity::note;
  } else if (!report.cycle.empty()) {
    finding.severity = allowsCycles(design) ? Severity::warning : Severity::error;
    finding.text = QObject::tr("Packets can wait for each other in a cycle of %1.")
                       .arg(plural(static_cast<qint64>(report.cycle.size()), "buffer", "buffers"));
    finding.reason = QObject::tr("More virtual channels or another routing algorithm break it.");
    finding.path = "switch.virtual_channels";
    if (report.escape && report.reuse == VcReuse::tail) {
      finding.reason = QObject::tr(
          "A packet may stand behind others and keep them from their escape channels. Virtual "
          "channels that run empty first break the cycle.");
      finding.path = "switch.reallocate";
    }
    for (const ChannelVc& vc : report.cycle) finding.parts.links.insert(vc.channel / 2);
    finding.remedy = remedyForDeadlock(design, stop);
    if (!finding.remedy.empty() && allowsCycles(design))
      finding.tries = {asOneToTry(design, finding.remedy)};
  } else if (report.withoutEscape) {
    finding.severity = Severity::error;
    finding.reason = engineText(describe(topology, report));
    finding.parts.routers = {report.withoutEscape->router};
  } else {
    finding.severity = Severity::note;
    finding.reason = engineText(report.unfinished);
  }
  findings.push_back(std::move(finding));
}

/// What the first of all channels and tables bears that is busy all the time.
void addBound(const Design& design, const Setup& setup, const std::stop_token& stop,
              std::vector<Finding>& findings) {
  const Topology& topology = *setup.topology;
  std::vector<Diagnosis> diagnoses =
      diagnoseLoads(design, topology, boundsOf(setup, kMostCounted, stop));
  addTries(design, topology, diagnoses, stop);
  for (Finding& finding : findingsOf(diagnoses)) findings.push_back(std::move(finding));
}

/// What its last run showed; what it bears is said once.
void addRun(const HealthQuestion& question, const std::stop_token& stop,
            std::vector<Finding>& findings) {
  std::vector<Diagnosis> diagnoses =
      diagnoseRun(question.design, *question.topology, *question.lastRun);
  std::erase_if(diagnoses, [&findings](const Diagnosis& each) {
    return each.path == "traffic.load" &&
           std::any_of(findings.begin(), findings.end(),
                       [](const Finding& finding) { return finding.path == "traffic.load"; });
  });
  addTries(question.design, *question.topology, diagnoses, stop);
  for (Finding& finding : findingsOf(diagnoses)) findings.push_back(std::move(finding));
}

/// What phases make of the routing, where that is not free of deadlock.
void addPhases(const Setup& setup, const std::stop_token& stop, std::vector<Finding>& findings) {
  for (const RoutingFrom& later : routingsOf(setup)) {
    if (later.at == 0 || stop.stop_requested()) continue;
    const DependencyReport report =
        examineDependencies(*setup.topology, *later.routing, reuseOf(setup), stop);
    if (report.deadlockFree() || stop.stop_requested()) continue;
    Finding finding;
    finding.severity = Severity::error;
    finding.path = "phases";
    finding.text = QObject::tr("From cycle %1 on packets can wait for each other in a cycle.")
                       .arg(wholeText(later.at));
    for (const ChannelVc& place : report.cycle) finding.parts.links.insert(place.channel / 2);
    findings.push_back(std::move(finding));
  }
}

/// Whether there is a verdict.
bool addProof(const Design& design, const Topology& topology, const std::stop_token& stop,
              std::vector<Finding>& findings) {
  const Compiled compiled = compile(design, stop);
  if (!compiled.setup) return false;
  const RoutingAlgorithm& routing = *compiled.setup->routing;
  if (proofSteps(topology, routing) > kMostProofSteps) {
    findings.push_back({Severity::note,
                        QObject::tr("Deadlock and reachability were not proved: in a network this "
                                    "large it takes long. The command line's check does it."),
                        {},
                        {},
                        {}});
    findings.back().open = true;
    return false;
  }
  const DependencyReport report =
      examineDependencies(topology, routing, reuseOf(*compiled.setup), stop);
  addDeadlockVerdict(design, topology, report, stop, findings);
  addPhases(*compiled.setup, stop, findings);
  if (!stop.stop_requested()) addBound(design, *compiled.setup, stop, findings);
  if (!report.unfinished.empty()) return false;
  const auto terminals = static_cast<std::uint64_t>(topology.terminalCount());
  const std::uint64_t pairs = terminals == 0 ? 0 : terminals * (terminals - 1);
  if (report.undeliveredPairs == 0) {
    findings.push_back({Severity::note,
                        QObject::tr("All %1 ordered terminal pairs are reachable.")
                            .arg(wholeText(static_cast<qint64>(pairs))),
                        {},
                        {},
                        {}});
    return true;
  }
  Finding finding;
  finding.severity = Severity::error;
  finding.text = QObject::tr("The routing has no path for %1 of %2 terminal pairs.")
                     .arg(wholeText(static_cast<qint64>(report.undeliveredPairs)),
                          wholeText(static_cast<qint64>(pairs)));
  if (!report.undelivered.empty()) {
    const UndeliveredPair& pair = report.undelivered.front();
    finding.reason =
        QObject::tr("For example from %1 to %2.")
            .arg(terminalName(topology, pair.source), terminalName(topology, pair.destination));
    finding.parts.terminals = {pair.source, pair.destination};
  }
  findings.push_back(std::move(finding));
  return true;
}

}  // namespace

int HealthReport::problems() const {
  return static_cast<int>(
      std::count_if(findings.begin(), findings.end(),
                    [](const Finding& finding) { return finding.severity != Severity::note; }));
}

bool HealthReport::hasErrors() const {
  return std::any_of(findings.begin(), findings.end(),
                     [](const Finding& finding) { return finding.severity == Severity::error; });
}

Parts partsNamed(const Sentence& text, const Topology& topology) {
  static const QRegularExpression kNamed(QStringLiteral("\\b([Rr]outer|[Tt]erminal)s? (\\d+)"));
  Parts parts;
  auto matches = kNamed.globalMatch(QString::fromStdString(text.english()));
  while (matches.hasNext()) {
    const auto match = matches.next();
    const std::uint32_t id = match.captured(2).toUInt();
    const bool router = match.captured(1).startsWith(QLatin1Char('R'), Qt::CaseInsensitive);
    const auto& ids = router ? topology.routerIds : topology.terminalIds;
    const auto found = std::find(ids.begin(), ids.end(), id);
    if (found == ids.end()) continue;
    const auto dense = static_cast<std::uint32_t>(found - ids.begin());
    if (router)
      parts.routers.insert(dense);
    else
      parts.terminals.insert(dense);
  }
  return parts;
}

HealthReport examineHealth(const HealthQuestion& question, const std::stop_token& stop) {
  const Topology& topology = *question.topology;
  HealthReport report;
  report.facts = factsOf(topology);
  addIssues(question, stop, report.findings);
  if (!hasErrors(question.issues) && topology.terminalCount() > 0)
    report.proved = addProof(question.design, topology, stop, report.findings);
  if (question.lastRun) addRun(question, stop, report.findings);
  std::stable_sort(report.findings.begin(), report.findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  return report;
}

}  // namespace hopscope
