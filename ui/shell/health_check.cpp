// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/health_check.h"

#include <QObject>
#include <QRegularExpression>
#include <algorithm>

#include "engine/design/compile.h"
#include "engine/routing/dependency_graph.h"
#include "engine/topology/generator.h"
#include "ui/inspectors/network_names.h"
#include "ui/shell/numbers.h"

namespace hopscope {

namespace {

/// The proof walks every pair of terminals; beyond this it takes longer than anyone waits.
constexpr std::uint32_t kMostTerminals = 2500;
/// Distances are searched from every router; beyond this the family's formulas stand alone.
constexpr std::uint32_t kMostRouters = 4000;

TopologyFacts factsOf(const Topology& topology) {
  if (topology.routerCount() <= kMostRouters) return measureFacts(topology);
  if (const Generator* generator = generators().find(topology.kind))
    return generator->facts(topology.parameters);
  TopologyFacts facts;
  facts.routers = topology.routerCount();
  facts.terminals = topology.terminalCount();
  facts.links = topology.linkCount();
  facts.channels = topology.channelCount();
  for (RouterId r = 0; r < topology.routerCount(); ++r)
    facts.radix = std::max<std::uint64_t>(facts.radix, topology.radix(r));
  return facts;
}

void addIssues(const Issues& issues, const Topology& topology, std::vector<Finding>& findings) {
  for (const Issue& issue : issues) {
    Finding finding;
    finding.severity = issue.severity;
    finding.text = QString::fromStdString(issue.text);
    finding.reason = QString::fromStdString(issue.remedy);
    finding.path = issue.path;
    finding.parts = partsNamed(finding.text, topology);
    findings.push_back(std::move(finding));
  }
}

void addProof(const Design& design, const Topology& topology, std::vector<Finding>& findings) {
  if (topology.terminalCount() > kMostTerminals) {
    findings.push_back({Severity::note,
                        QObject::tr("Deadlock and reachability were not proved: the proof walks "
                                    "every pair of %1 terminals.")
                            .arg(wholeText(topology.terminalCount())),
                        {},
                        {},
                        {}});
    return;
  }
  const Compiled compiled = compile(design);
  if (!compiled.setup) return;
  const DependencyReport report = examineDependencies(topology, *compiled.setup->routing);
  if (report.deadlockFree()) {
    findings.push_back({Severity::note,
                        QObject::tr("Deadlock-free: channel dependencies checked, no cycle."),
                        {},
                        {},
                        {}});
  } else {
    Finding finding;
    finding.severity = Severity::error;
    finding.text = QObject::tr("Packets can wait for each other in a circle of %1.")
                       .arg(plural(static_cast<qint64>(report.cycle.size()), "buffer", "buffers"));
    finding.reason = QObject::tr("More virtual channels or another routing algorithm break it.");
    finding.path = "switch.virtual_channels";
    for (const ChannelVc& vc : report.cycle) finding.parts.links.insert(vc.channel / 2);
    findings.push_back(std::move(finding));
  }
  const auto terminals = static_cast<std::uint64_t>(topology.terminalCount());
  const std::uint64_t pairs = terminals == 0 ? 0 : terminals * (terminals - 1);
  if (report.undeliveredPairs == 0) {
    findings.push_back({Severity::note,
                        QObject::tr("All %1 ordered terminal pairs are reachable.")
                            .arg(wholeText(static_cast<qint64>(pairs))),
                        {},
                        {},
                        {}});
    return;
  }
  Finding finding;
  finding.severity = Severity::error;
  finding.text = QObject::tr("The routing has no way for %1 of %2 terminal pairs.")
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
}

}  // namespace

int HealthReport::problems() const {
  return static_cast<int>(
      std::count_if(findings.begin(), findings.end(),
                    [](const Finding& finding) { return finding.severity != Severity::note; }));
}

Parts partsNamed(const QString& text, const Topology& topology) {
  static const QRegularExpression kNamed(QStringLiteral("\\b([Rr]outer|[Tt]erminal)s? (\\d+)"));
  Parts parts;
  auto matches = kNamed.globalMatch(text);
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

HealthReport examineHealth(const Design& design, std::shared_ptr<const Topology> topology,
                           const Issues& issues) {
  HealthReport report;
  report.facts = factsOf(*topology);
  addIssues(issues, *topology, report.findings);
  if (!hasErrors(issues) && topology->terminalCount() > 0)
    addProof(design, *topology, report.findings);
  std::stable_sort(report.findings.begin(), report.findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  return report;
}

}  // namespace hopscope
