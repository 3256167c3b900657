// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_content.h"

#include <QLocale>
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
#include "ui/inspectors/path_figures.h"
#include "ui/inspectors/run_summary.h"
#include "ui/studies/comparison.h"
#include "ui/studies/curve_badge.h"
#include "ui/studies/kept_curves.h"
#include "ui/widgets/split_bar.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"
#include "ui/words/result_words.h"
#include "ui/words/setting_words.h"
#include "ui/words/study_words.h"

namespace hopscope {

namespace {

constexpr std::size_t kHottest = 10;
constexpr std::size_t kCompletions = 2;  ///< among the large figures
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
  const Generator* family = familyOf(topology);
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

QString familyLabel(const Topology& topology) {
  const Generator* family = familyOf(topology);
  return family ? words(family->label) : QObject::tr("Drawn network");
}

std::optional<QString> textInForce(const Design& design, const char* path) {
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
  std::optional<QString> pattern = textInForce(input.design, "traffic.pattern");
  if (input.results && !input.results->applications.empty()) {
    QStringList names;
    for (const ApplicationResult& each : input.results->applications) names << words(each.name);
    parts << names.join(QStringLiteral(", "));
    if (input.results->offeredLoad == 0) pattern.reset();  // nothing else is sent
  }
  if (pattern && input.results) {
    parts << QStringLiteral("%1, load %2").arg(*pattern, loadText(input.results->offeredLoad));
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
  const bool overloaded = isOverloaded(results.verdict);
  figures.push_back(
      {QObject::tr("Accepted load"), acceptedText(results), QObject::tr("flits/terminal/cycle")});
  figures.push_back({QObject::tr("Mean latency"),
                     steady ? latencyText(results.latency.mean) : kMissing,
                     overloaded ? noLatencyWords(results.verdict) : QObject::tr("cycles")});
  figures.push_back({QObject::tr("99th percentile"),
                     steady ? latencyText(results.latency.p99) : kMissing,
                     overloaded ? noLatencyWords(results.verdict) : QObject::tr("cycles")});
  for (std::size_t i = 0; i < std::min(results.applications.size(), kCompletions); ++i) {
    const ApplicationResult& each = results.applications[i];
    const bool finished = each.end == ApplicationEnd::finished && std::isfinite(each.completion);
    figures.push_back({QObject::tr("Completion, %1").arg(words(each.name)),
                       finished ? latencyText(each.completion) : kMissing,
                       finished ? QObject::tr("cycles") : outcomeWord(each.end)});
  }
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
  const auto count = [&](const QString& name, std::uint64_t value) {
    table.rows.push_back({name, wholeText(static_cast<qint64>(value))});
  };
  count(QObject::tr("Routers"), facts.routers);
  count(QObject::tr("Terminals"), facts.terminals);
  count(QObject::tr("Links"), facts.links);
  count(QObject::tr("Channels"), facts.channels);
  count(QObject::tr("Router radix"), facts.radix);
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
  const QString load = QObject::tr("flits/terminal/cycle"), cycles = QObject::tr("cycles");
  const QString packets = QObject::tr("packets");
  const auto row = [&](const QString& name, const QString& value, const QString& unit) {
    table.rows.push_back({name, value, unit});
  };
  const auto latency = [&](const QString& name, double value) {
    row(name, steady ? latencyText(value) : noLatencyWords(results.verdict),
        steady ? cycles : QString());
  };
  row(QObject::tr("Verdict"),
      results.complete ? verdictWord(results.verdict) : QObject::tr("stopped"), {});
  row(QObject::tr("Offered load"), loadText(results.offeredLoad), load);
  if (const double byAll = offeredByAll(results); byAll != results.offeredLoad)
    row(QObject::tr("Generated over all terminals"), loadText(byAll, 3), load);
  QString accepted = acceptedText(results);
  if (std::isfinite(results.acceptedCi95))
    accepted += QStringLiteral(" ± ") + loadText(results.acceptedCi95, 3);
  row(QObject::tr("Accepted load"), accepted, load);
  QString mean = steady ? latencyText(results.latency.mean) : noLatencyWords(results.verdict);
  if (steady && std::isfinite(results.latency.ci95)) {
    mean += QStringLiteral(" ± ") + latencyText(results.latency.ci95);
  }
  row(QObject::tr("Mean latency, 95 % confidence"), mean, steady ? cycles : QString());
  latency(QObject::tr("Smallest latency"), results.latency.minimum);
  latency(QObject::tr("Median latency"), results.latency.p50);
  latency(QObject::tr("95th percentile"), results.latency.p95);
  latency(QObject::tr("99th percentile"), results.latency.p99);
  latency(QObject::tr("Largest latency"), results.latency.maximum);
  latency(QObject::tr("Mean latency inside the network"), results.networkLatencyMean);
  row(QObject::tr("Mean distance between routers"), realText(results.hopsMean, 2),
      QObject::tr("links"));
  for (const PathFigure& each : pathFigures(results)) row(each.name, each.value, {});
  for (const ClassResult& each : results.classes)
    row(QObject::tr("Mean latency, %1").arg(className(each)),
        steady ? latencyText(each.latencyMean) : kMissing, cycles);
  for (const TrafficClassResult& each : results.trafficClasses) {
    const QString name = QString::fromStdString(each.name);
    row(QObject::tr("Offered load, %1").arg(name), loadText(each.offeredLoad, 3), load);
    row(QObject::tr("Accepted load, %1").arg(name), loadText(each.acceptedLoad, 3), load);
    row(QObject::tr("Mean latency, %1").arg(name),
        steady ? latencyText(each.latencyMean) : kMissing, cycles);
    row(QObject::tr("99th percentile, %1").arg(name),
        steady ? latencyText(each.latencyP99) : kMissing, cycles);
  }
  const Fairness fairness = fairnessOf(results);
  if (std::isfinite(fairness.jain)) {
    row(QObject::tr("Fairness among routers, Jain's index"), realText(fairness.jain, 3), {});
    row(QObject::tr("Taken in at a router, least"), loadText(fairness.minimum, 3), load);
    row(QObject::tr("Taken in at a router, most"), loadText(fairness.maximum, 3), load);
  }
  row(QObject::tr("Measured packets that arrived"), wholeText(qint64(results.packetsMeasured)),
      packets);
  row(QObject::tr("Measured packets that did not arrive"), wholeText(qint64(results.packetsLost)),
      packets);
  row(QObject::tr("Packets refused by a full source"), wholeText(qint64(results.packetsRefused)),
      packets);
  const CacheTotals& cache = results.cache;
  if (cache.lookups > 0) {
    row(QObject::tr("Cache hits"), percentText(double(cache.hits) / double(cache.lookups), 1),
        QObject::tr("of lookups"));
    row(QObject::tr("Cache lookups"), wholeText(qint64(cache.lookups)), {});
    row(QObject::tr("Misses: compulsory"), wholeText(qint64(cache.compulsory)), {});
    row(QObject::tr("Misses: capacity"), wholeText(qint64(cache.capacity)), {});
    row(QObject::tr("Misses: conflict"), wholeText(qint64(cache.conflict)), {});
    row(QObject::tr("Misses that joined another"), wholeText(qint64(cache.mshrMerges)), {});
  }
  if (cache.camLookups > 0) {
    row(QObject::tr("CAM lookups"), wholeText(qint64(cache.camLookups)), {});
    row(QObject::tr("Mean wait for the CAM"), realText(cache.camQueueMean, 1), cycles);
  }
  if (!results.replications.empty())
    row(QObject::tr("Replications"), wholeText(qint64(results.replications.size())),
        QObject::tr("runs"));
  row(QObject::tr("Warm-up"), wholeText(results.warmupUsed), cycles);
  row(QObject::tr("Measured"), wholeText(results.measuredCycles), cycles);
  row(QObject::tr("Simulated"), wholeText(results.cycles), cycles);
  return table;
}

ReportTable splitTable(const Results& results) {
  ReportTable table;
  table.head = {QObject::tr("Part of the mean latency"), QObject::tr("Cycles"),
                QObject::tr("Share")};
  // Without a steady state there is no mean latency that it could be a part of.
  if (results.verdict != Verdict::stable) return table;
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
    table.rows.push_back({QString::number(run.seed), loadText(run.acceptedLoad, 3),
                          run.verdict == Verdict::stable ? latencyText(run.latencyMean) : kMissing,
                          run.verdict == Verdict::stable ? latencyText(run.latencyP99) : kMissing,
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
    QString mean = steady ? latencyText(point.latencyMean) : noLatencyWords(point.verdict);
    if (steady && std::isfinite(point.ci95)) {
      mean += QStringLiteral(" ± ") + latencyText(point.ci95);
    }
    table.rows.push_back(
        {loadText(point.offered), loadText(point.accepted, 3), verdictWord(point.verdict), mean,
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
      table.rows.push_back(
          {QStringLiteral("%1: %2").arg(words(section.label), settingLabel(parameter)),
           settingText(parameter, value), settingText(parameter, parameter.fallback)});
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
                            parameter ? settingLabel(*parameter) : words(path),
                            parameter ? settingText(*parameter, value) : words(toText(value))});
    }
    const Phase& phase = design.phases[i];
    const auto list = [&](const QString& what, const std::vector<std::uint32_t>& ids) {
      QStringList texts;
      for (const std::uint32_t id : ids) texts << QString::number(id);
      if (!ids.empty())
        table.rows.push_back(
            {std::exchange(at, QString()), what, texts.join(QStringLiteral(", "))});
    };
    list(QObject::tr("Links that fail"), phase.fail.channels);
    list(QObject::tr("Routers that fail"), phase.fail.routers);
    list(QObject::tr("Links that work again"), phase.restore.channels);
    list(QObject::tr("Routers that work again"), phase.restore.routers);
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
      table.rows.push_back({whom, parameter ? settingLabel(*parameter) : words(path),
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
          {settingLabel(parameter),
           settingText(parameter, effectiveValue(design, parameter.name))});
    }
    if (!settings.table.rows.empty()) all.push_back(std::move(settings));
  }
  return all;
}

namespace {

std::vector<Compared> comparedOf(const ReportInput& input) {
  std::vector<Compared> all{{&input.design, &*input.results}};
  for (const ReportOther& other : input.others) all.push_back({&other.design, &other.results});
  return all;
}

QString letterOf(std::size_t n) {
  return badgeLetter(static_cast<int>(n) + 1);
}

/// The command that computes the curve's points again, of whatever seed and replications the
/// design is.
QString sweepCommand(const ReportInput& input) {
  QStringList loads;
  for (const CurvePoint& point : input.curve)
    loads << QString::number(point.offered, 'g', QLocale::FloatingPointShortest);
  QStringList command{QStringLiteral("hopscope-cli sweep design.json"),
                      QStringLiteral("--seed %1").arg(input.curveSeeds->first),
                      QStringLiteral("--over"),
                      QStringLiteral("traffic.load=%1").arg(loads.join(QLatin1Char(',')))};
  if (curveSeedsOf(input.design).count > 1)
    command << QStringLiteral("--set") << QStringLiteral("run.replications=1");
  if (input.curveSeeds->count > 1)
    command << QStringLiteral("--seeds %1").arg(input.curveSeeds->count);
  command << QStringLiteral("--out") << QStringLiteral("curve.csv");
  return command.join(QLatin1Char(' '));
}

}  // namespace

ReportTable comparedTable(const std::vector<ComparedRow>& rows, std::size_t count,
                          bool onlyDifferent) {
  ReportTable table;
  table.head << QString();
  for (std::size_t n = 0; n < count; ++n) table.head << letterOf(n);
  for (const ComparedRow& row : rows) {
    if (onlyDifferent && !row.differs) continue;
    QStringList cells{row.unit.isEmpty() ? row.name : row.name + QStringLiteral(", ") + row.unit};
    for (qsizetype n = 0; n < row.values.size(); ++n)
      cells << (row.differences[n].isEmpty()
                    ? row.values[n]
                    : QStringLiteral("%1 (%2)").arg(row.values[n], row.differences[n]));
    table.rows.push_back(std::move(cells));
  }
  if (table.rows.empty()) {
    QStringList none{QObject::tr("Nothing differs.")};
    for (std::size_t n = 0; n < count; ++n) none << QString();
    table.rows.push_back(std::move(none));
  }
  return table;
}

QStringList comparedNames(const ReportInput& input) {
  QStringList names{input.name};
  for (const ReportOther& other : input.others) names << other.name;
  return names;
}

ReportTable comparedRunsTable(const ReportInput& input) {
  const std::vector<Compared> all = comparedOf(input);
  const QStringList names = comparedNames(input);
  ReportTable table;
  table.numbers = false;
  table.head = {QString(),           QObject::tr("Run"),  QObject::tr("Design"),
                QObject::tr("Load"), QObject::tr("Seed"), QObject::tr("Verdict")};
  for (std::size_t n = 0; n < all.size(); ++n)
    table.rows.push_back({letterOf(n), names[static_cast<qsizetype>(n)], words(all[n].design->name),
                          loadText(all[n].results->offeredLoad),
                          QString::number(all[n].results->seed),
                          verdictWord(all[n].results->verdict)});
  return table;
}

ReportTable comparedSettingsTable(const ReportInput& input) {
  const std::vector<Compared> all = comparedOf(input);
  return comparedTable(compareSettings(all), all.size(), true);
}

ReportTable comparedResultsTable(const ReportInput& input) {
  std::vector<Results> results{*input.results};
  for (const ReportOther& other : input.others) results.push_back(other.results);
  std::vector<Compared> all = comparedOf(input);
  for (std::size_t n = 0; n < all.size(); ++n) {
    // A report is about the network, whatever machine simulated it.
    results[n].wallSeconds = std::nan("");
    all[n].results = &results[n];
  }
  std::vector<ComparedRow> rows = compareResults(all);
  std::erase_if(rows, [](const ComparedRow& row) {
    return std::all_of(row.plain.begin(), row.plain.end(),
                       [](const QString& value) { return value.isEmpty(); });
  });
  return comparedTable(rows, all.size(), false);
}

ReportTable provenanceTable(const ReportInput& input) {
  ReportTable table;
  table.numbers = false;
  const auto row = [&table](const QString& name, const QString& value) {
    if (!value.isEmpty()) table.rows.push_back({name, value});
  };
  QString version = input.engineVersion;
  if (version.isEmpty() && input.results) version = words(input.results->engineVersion);
  if (version.isEmpty()) version = QString::fromUtf8(kEngineVersion.data());
  row(QObject::tr("Engine version"), version);
  row(QObject::tr("Design"), words(input.design.name));
  row(QObject::tr("Design hash"), words(designHash(input.design)));
  QString command = QStringLiteral("hopscope-cli run design.json");
  if (input.results) {
    const Results& results = *input.results;
    command += QStringLiteral(" --seed %1").arg(results.seed);
    row(QObject::tr("Seed"), QString::number(results.seed));
    QStringList seeds;
    for (const ReplicationResult& each : results.replications) seeds << QString::number(each.seed);
    row(QObject::tr("Seeds of the replications"), seeds.join(QStringLiteral(", ")));
    row(QObject::tr("Cycles simulated"), wholeText(results.cycles));
  }
  row(QObject::tr("Date of the run"), input.date);
  row(QObject::tr("Repeat the run"), command);
  if (!input.curve.empty() && input.curveSeeds)
    row(QObject::tr("Repeat the curve"), sweepCommand(input));
  if (!input.results) return table;
  std::size_t n = 0;
  for (const ReportOther& other : input.others)
    row(QObject::tr("Compared: %1").arg(letterOf(++n)),
        QObject::tr("design %1, seed %2, engine %3, %4")
            .arg(words(designHash(other.design)), QString::number(other.results.seed),
                 words(other.results.engineVersion), other.date));
  return table;
}

}  // namespace hopscope
