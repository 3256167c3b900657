// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_content.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/core/version.h"
#include "engine/design/catalogue.h"
#include "engine/design/design_json.h"
#include "engine/design/phases.h"
#include "engine/study/verdict_words.h"
#include "engine/topology/facts.h"
#include "engine/topology/generator.h"
#include "ui/inspectors/network_names.h"
#include "ui/inspectors/run_summary.h"
#include "ui/inspectors/split_bar.h"
#include "ui/shell/numbers.h"

namespace hopscope {

namespace {

constexpr std::size_t kHottest = 10;
/// Distances are searched from every router; beyond this the family's formulas stand alone.
constexpr std::uint32_t kMostSearched = 4000;

const QString kMissing(QChar(0x2013));

QString words(const std::string& text) {
  return QString::fromStdString(text);
}

/// Latencies: one decimal below 100 cycles, whole above.
QString latencyText(double cycles) {
  return std::isfinite(cycles) ? realText(cycles, std::abs(cycles) < 100 ? 1 : 0) : kMissing;
}

template <typename Count>
QString countText(const std::optional<Count>& value) {
  return value ? wholeText(static_cast<qint64>(*value)) : kMissing;
}

/// What is measured on the network, and by the family's formula what can't be.
TopologyFacts factsOf(const Topology& topology) {
  const Generator* family = generators().find(topology.kind);
  if (family && topology.routerCount() > kMostSearched) return family->facts(topology.parameters);
  TopologyFacts facts;
  if (topology.routerCount() <= kMostSearched) {
    facts = measureFacts(topology);
  } else {
    facts.routers = topology.routerCount();
    facts.terminals = topology.terminalCount();
    facts.links = topology.linkCount();
    facts.channels = topology.channelCount();
  }
  if (family) {
    const TopologyFacts formulas = family->facts(topology.parameters);
    facts.groups = formulas.groups;
    facts.bisection = formulas.bisection;
  }
  return facts;
}

/// A value as the property panel shows it: a choice by its label, a number with its unit.
QString settingText(const Parameter& parameter, const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    for (const ParameterChoice& choice : parameter.choices) {
      if (choice.name == *text) return words(choice.label);
    }
    for (const ParameterChoice& keyword : parameter.keywords) {
      if (keyword.name == *text) return words(keyword.label);
    }
    return words(*text);
  }
  if (const auto* yes = std::get_if<bool>(&value)) {
    return *yes ? QStringLiteral("yes") : QStringLiteral("no");
  }
  if (parameter.unit.empty()) return words(toText(value));
  const auto* whole = std::get_if<std::int64_t>(&value);
  const QString number = whole ? wholeText(*whole) : words(toText(value));
  std::string unit = parameter.unit;
  if (whole && *whole == 1 && (unit == "cycles" || unit == "flits")) unit.pop_back();
  return withUnit(number, unit.c_str());
}

QString labelOf(const Parameter& parameter) {
  return words(parameter.label.empty() ? parameter.name : parameter.label);
}

QString familyLabel(const Topology& topology) {
  const Generator* family = generators().find(topology.kind);
  return family ? words(family->label) : QObject::tr("Drawn network");
}

std::optional<QString> settingLabel(const Design& design, const char* path) {
  const std::optional<Parameter> parameter = findParameter(design, path);
  if (!parameter) return {};
  return settingText(*parameter, effectiveValue(design, path));
}

}  // namespace

QString reportSubtitle(const ReportInput& input) {
  QStringList parts;
  if (input.topology) {
    parts << QStringLiteral("%1, %2").arg(
        familyLabel(*input.topology),
        plural(input.topology->terminalCount(), "terminal", "terminals"));
  }
  const std::optional<QString> pattern = settingLabel(input.design, "traffic.pattern");
  if (pattern && input.results) {
    parts << QStringLiteral("%1, load %2").arg(*pattern, realText(input.results->offeredLoad, 2));
  } else if (pattern) {
    parts << *pattern;
  }
  return parts.join(QStringLiteral(" · "));
}

std::vector<ReportFigure> reportFigures(const ReportInput& input) {
  std::vector<ReportFigure> figures;
  if (!input.results) return figures;
  const Results& results = *input.results;
  const bool steady = results.verdict == Verdict::stable;
  figures.push_back({QObject::tr("Accepted load"), realText(results.acceptedLoad, 3),
                     QStringLiteral("flits/terminal/cycle")});
  figures.push_back({QObject::tr("Mean latency"),
                     steady ? latencyText(results.latency.mean) : kMissing,
                     steady ? QStringLiteral("cycles") : QObject::tr("no steady state")});
  figures.push_back({QObject::tr("99th percentile"),
                     steady ? latencyText(results.latency.p99) : kMissing,
                     steady ? QStringLiteral("cycles") : QObject::tr("no steady state")});
  if (!results.channelUtilization.empty()) {
    const double hottest =
        *std::max_element(results.channelUtilization.begin(), results.channelUtilization.end());
    figures.push_back(
        {QObject::tr("Hottest channel"), percentText(hottest), QObject::tr("of link rate")});
  }
  if (results.cache.lookups > 0) {
    figures.push_back({QObject::tr("Cache hits"),
                       percentText(double(results.cache.hits) / double(results.cache.lookups), 1),
                       QObject::tr("of lookups")});
  }
  return figures;
}

ReportTable factsTable(const Topology& topology) {
  const TopologyFacts facts = factsOf(topology);
  ReportTable table;
  table.rows.push_back({QObject::tr("Family"), familyLabel(topology)});
  if (facts.groups > 0) {
    table.rows.push_back({QObject::tr("Groups"), wholeText(qint64(facts.groups))});
  }
  const auto count = [&](const char* name, std::uint64_t value) {
    table.rows.push_back({QString::fromLatin1(name), wholeText(static_cast<qint64>(value))});
  };
  count("Routers", facts.routers);
  count("Terminals", facts.terminals);
  count("Links", facts.links);
  count("Channels", facts.channels);
  count("Router radix", facts.radix);
  table.rows.push_back({QObject::tr("Diameter, links"), countText(facts.diameter)});
  table.rows.push_back({QObject::tr("Average distance, links"),
                        facts.averageDistance ? realText(*facts.averageDistance, 2) : kMissing});
  table.rows.push_back({QObject::tr("Bisection, links"), countText(facts.bisection)});
  if (facts.terminals > 0) {
    table.rows.push_back({QObject::tr("Links per terminal"),
                          realText(double(facts.links) / double(facts.terminals), 2)});
  }
  return table;
}

ReportTable resultsTable(const Results& results) {
  ReportTable table;
  const bool steady = results.verdict == Verdict::stable;
  const auto row = [&](const char* name, const QString& value, const char* unit) {
    table.rows.push_back({QString::fromUtf8(name), value, QString::fromUtf8(unit)});
  };
  const auto latency = [&](const char* name, double value) {
    row(name, steady ? latencyText(value) : QObject::tr("no steady state"), "cycles");
  };
  row("Verdict", results.complete ? verdictWord(results.verdict) : QStringLiteral("stopped"), "");
  row("Offered load", realText(results.offeredLoad, 2), "flits/terminal/cycle");
  QString accepted = realText(results.acceptedLoad, 3);
  if (std::isfinite(results.acceptedCi95))
    accepted += QStringLiteral(" ± ") + realText(results.acceptedCi95, 3);
  row("Accepted load", accepted, "flits/terminal/cycle");
  QString mean = steady ? latencyText(results.latency.mean) : QObject::tr("no steady state");
  if (steady && std::isfinite(results.latency.ci95)) {
    mean += QStringLiteral(" ± ") + latencyText(results.latency.ci95);
  }
  row("Mean latency, 95 % confidence", mean, "cycles");
  latency("Smallest latency", results.latency.minimum);
  latency("Median latency", results.latency.p50);
  latency("95th percentile", results.latency.p95);
  latency("99th percentile", results.latency.p99);
  latency("Largest latency", results.latency.maximum);
  latency("Mean latency inside the network", results.networkLatencyMean);
  row("Mean distance between routers", realText(results.hopsMean, 2), "links");
  if (results.nonminimalFraction > 0)
    row("Packets that took a non-minimal way", percentText(results.nonminimalFraction, 1), "");
  for (const ClassResult& each : results.classes)
    row(("Mean latency, " + each.name).c_str(), steady ? latencyText(each.latencyMean) : kMissing,
        "cycles");
  const Fairness fairness = fairnessOf(results);
  if (std::isfinite(fairness.jain)) {
    row("Fairness among routers, Jain's index", realText(fairness.jain, 3), "");
    row("Accepted load of a router, least", realText(fairness.minimum, 3), "flits/terminal/cycle");
    row("Accepted load of a router, most", realText(fairness.maximum, 3), "flits/terminal/cycle");
  }
  row("Packets measured", wholeText(qint64(results.packetsMeasured)), "packets");
  row("Packets not delivered", wholeText(qint64(results.packetsLost)), "packets");
  row("Packets refused by a full source", wholeText(qint64(results.packetsRefused)), "packets");
  const CacheTotals& cache = results.cache;
  if (cache.lookups > 0) {
    row("Cache hits", percentText(double(cache.hits) / double(cache.lookups), 1), "of lookups");
    row("Cache lookups", wholeText(qint64(cache.lookups)), "");
    row("Misses: compulsory", wholeText(qint64(cache.compulsory)), "");
    row("Misses: capacity", wholeText(qint64(cache.capacity)), "");
    row("Misses: conflict", wholeText(qint64(cache.conflict)), "");
    row("Misses that joined another", wholeText(qint64(cache.mshrMerges)), "");
  }
  if (cache.camLookups > 0) {
    row("CAM lookups", wholeText(qint64(cache.camLookups)), "");
    row("Mean wait for the CAM", realText(cache.camQueueMean, 1), "cycles");
  }
  if (!results.replications.empty())
    row("Replications", wholeText(qint64(results.replications.size())), "runs");
  row("Warm-up", wholeText(results.warmupUsed), "cycles");
  row("Measured", wholeText(results.measuredCycles), "cycles");
  row("Simulated", wholeText(results.cycles), "cycles");
  row("Time on the clock", realText(results.wallSeconds, 2), "s");
  if (results.wallSeconds > 0) {
    row("Speed", compactText(double(results.flitHops) / results.wallSeconds), "flit-hops/s");
  }
  return table;
}

ReportTable splitTable(const Results& results) {
  ReportTable table;
  table.head = {QObject::tr("Part of the mean latency"), QObject::tr("Cycles"),
                QObject::tr("Share")};
  for (const LatencyPart& part : latencyParts(results.split))
    table.rows.push_back(
        {part.name, realText(part.cycles, 1), percentText(part.cycles / results.latency.mean, 1)});
  return table;
}

ReportTable replicationsTable(const Results& results) {
  ReportTable table;
  table.head = {QObject::tr("Seed"), QObject::tr("Accepted"), QObject::tr("Mean latency"),
                QObject::tr("99th percentile"), QObject::tr("Verdict")};
  for (const ReplicationResult& run : results.replications)
    table.rows.push_back({QString::number(run.seed), realText(run.acceptedLoad, 3),
                          latencyText(run.latencyMean), latencyText(run.latencyP99),
                          verdictWord(run.verdict)});
  return table;
}

ReportTable hottestTable(const Topology& topology, const Results& results) {
  ReportTable table;
  table.head = {QObject::tr("Channel"), QObject::tr("Link class"), QObject::tr("Utilisation")};
  std::vector<ChannelId> order(
      std::min<std::size_t>(topology.channelCount(), results.channelUtilization.size()));
  std::iota(order.begin(), order.end(), 0U);
  const auto busier = [&](ChannelId a, ChannelId b) {
    const double ua = results.channelUtilization[a], ub = results.channelUtilization[b];
    return ua != ub ? ua > ub : a < b;
  };
  const std::size_t shown = std::min(kHottest, order.size());
  std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(shown), order.end(), busier);
  for (std::size_t i = 0; i < shown; ++i) {
    const ChannelId channel = order[i];
    table.rows.push_back({channelName(topology, channel),
                          words(topology.classOf(channel / 2).label),
                          percentText(results.channelUtilization[channel])});
  }
  return table;
}

ReportTable curveTable(const std::vector<CurvePoint>& points) {
  ReportTable table;
  table.head = {QObject::tr("Offered"),
                QObject::tr("Accepted"),
                QObject::tr("Verdict"),
                QObject::tr("Mean latency, cycles"),
                QObject::tr("99th percentile, cycles"),
                QObject::tr("Cache hits")};
  for (const CurvePoint& point : points) {
    const bool steady = point.verdict == Verdict::stable;
    QString mean = steady ? latencyText(point.latencyMean) : QObject::tr("no steady state");
    if (steady && std::isfinite(point.ci95)) {
      mean += QStringLiteral(" ± ") + latencyText(point.ci95);
    }
    table.rows.push_back(
        {realText(point.offered, 2), realText(point.accepted, 3), verdictWord(point.verdict), mean,
         steady ? latencyText(point.latencyP99) : kMissing, percentText(point.hitRate, 1)});
  }
  return table;
}

ReportTable changedTable(const Design& design) {
  ReportTable table;
  table.numbers = false;
  table.head = {QObject::tr("Setting"), QObject::tr("Value"), QObject::tr("Default")};
  for (const Section& section : sections(design)) {
    for (const Parameter& parameter : section.parameters) {
      const Value value = effectiveValue(design, parameter.name);
      if (value == parameter.fallback) continue;
      table.rows.push_back({QStringLiteral("%1: %2").arg(words(section.label), labelOf(parameter)),
                            settingText(parameter, value),
                            settingText(parameter, parameter.fallback)});
    }
  }
  return table;
}

ReportTable phasesTable(const Design& design) {
  ReportTable table;
  table.numbers = false;
  table.head = {QObject::tr("From cycle"), QObject::tr("Setting"), QObject::tr("Value")};
  for (std::size_t i = 0; i < design.phases.size(); ++i) {
    const Design inForce = designInPhase(design, i);
    QString at = settingText(phaseBegin(), design.phases[i].at);
    for (const auto& [path, value] : design.phases[i].set) {
      const std::optional<Parameter> parameter = findParameter(inForce, path);
      table.rows.push_back({std::exchange(at, QString()),
                            parameter ? labelOf(*parameter) : words(path),
                            parameter ? settingText(*parameter, value) : words(toText(value))});
    }
  }
  return table;
}

ReportTable overridesTable(const Design& design) {
  ReportTable table;
  table.numbers = false;
  table.head = {QObject::tr("For"), QObject::tr("Setting"), QObject::tr("Value")};
  for (const Override& some : design.overrides) {
    const bool links = some.routers.empty();
    QStringList ids;
    for (const std::uint32_t id : links ? some.channels : some.routers) ids << QString::number(id);
    const QString whom = (links ? QStringLiteral("links ") : QStringLiteral("routers ")) +
                         ids.join(QStringLiteral(", "));
    for (const auto& [path, value] : some.values) {
      const std::optional<Parameter> parameter = findParameter(design, path);
      table.rows.push_back({whom, parameter ? labelOf(*parameter) : words(path),
                            parameter ? settingText(*parameter, value) : words(toText(value))});
    }
  }
  return table;
}

std::vector<ReportSettings> allSettings(const Design& design) {
  std::vector<ReportSettings> all;
  for (const Section& section : sections(design)) {
    ReportSettings settings;
    settings.title = words(section.label);
    settings.table.numbers = false;
    for (const Parameter& parameter : section.parameters) {
      settings.table.rows.push_back(
          {labelOf(parameter), settingText(parameter, effectiveValue(design, parameter.name))});
    }
    if (!settings.table.rows.empty()) all.push_back(std::move(settings));
  }
  return all;
}

ReportTable provenanceTable(const ReportInput& input) {
  ReportTable table;
  table.numbers = false;
  QString version = input.engineVersion;
  if (version.isEmpty() && input.results) version = words(input.results->engineVersion);
  if (version.isEmpty()) version = QString::fromUtf8(kEngineVersion.data());
  QString command = QStringLiteral("hopscope-cli run design.json");
  if (input.results) {
    command += QStringLiteral(" --seed %1").arg(input.results->seed);
    table.rows.push_back({QObject::tr("Seed"), QString::number(input.results->seed)});
  }
  table.rows.insert(table.rows.begin(),
                    {QObject::tr("Design hash"), words(designHash(input.design))});
  table.rows.push_back({QObject::tr("Engine version"), version});
  if (!input.date.isEmpty()) table.rows.push_back({QObject::tr("Date"), input.date});
  table.rows.push_back({QObject::tr("Repeat it"), command});
  return table;
}

}  // namespace hopscope
