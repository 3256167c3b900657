// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"
#include "tests/support/test_main.h"

using namespace hopscope;

class StatisticsTest : public QObject {
  Q_OBJECT

 private slots:
  void latencyIsTheSumOfItsParts_data();
  void latencyIsTheSumOfItsParts();
  void windowsSumToTotals();
  void windowsGenerateWhatTheRunDoes();
  void windowsSplitTheirOwnCycles_data();
  void windowsSplitTheirOwnCycles();
  void windowsForgetTheOnesBefore_data();
  void windowsForgetTheOnesBefore();
  void theAcceptedLoadHasAnInterval_data();
  void theAcceptedLoadHasAnInterval();
  void twoLoadsHaveNoInterval();
  void fewPacketsAreDoubted();
  void whatNeverArrivesTellsNothing();
  void warmupEndsWhenTheNetworkIsSteady();
  void noSteadyStateIsSaid();
  void measuresUntilTheIntervalIsNarrow();
  void anUnreachableIntervalIsSaid();
  void saturationEndsTheSearchForAnInterval();
  void aPhaseChangesTheTraffic();
};

namespace {

Design designOf(const char* kind) {
  Design design;
  design.settings = {{"topology.kind", std::string(kind)},
                     {"traffic.load", 0.3},
                     {"run.warmup", std::int64_t{1000}},
                     {"run.measure", std::int64_t{4000}}};
  return design;
}

Results resultsOf(const Design& design) {
  Compiled compiled = compile(design);
  if (!compiled.setup) {
    std::string text = "no setup";
    for (const Issue& issue : compiled.issues) text += "; " + describe(issue);
    throw std::runtime_error(text);
  }
  Simulation simulation(std::move(*compiled.setup));
  while (!simulation.done()) simulation.advance(1'000'000);
  return simulation.results();
}

/// Hybrid switches are crossbars or trees, and where circuits have slots nothing is looked up.
bool suits(const std::string& model, const char* kind, const char* lookup = "algorithm") {
  Design design = designOf(kind);
  design.settings["forwarding.lookup"] = std::string(lookup);
  design.settings["switch.model"] = model;
  return compile(design).setup.has_value();
}

/// Those of a torus whose switches look up and queue: with circuits in slots all waits at the
/// source.
void modelsOfTheRegistry() {
  QTest::addColumn<QString>("model");
  const auto choices = findParameter(Design{}, "switch.model")->choices;
  for (const ParameterChoice& model : choices)
    if (suits(model.name, "torus", "bcam"))
      QTest::newRow(model.name.c_str()) << QString::fromStdString(model.name);
}

/// A crossbar whose single queues per input saturate at about 0.6.
Design blockingCrossbar(double load) {
  Design design = designOf("crossbar");
  design.settings["topology.terminals"] = std::int64_t{16};
  design.settings["switch.speedup"] = std::int64_t{1};
  design.settings["switch.buffers.output"] = std::int64_t{0};
  design.settings["traffic.load"] = load;
  return design;
}

}  // namespace

void StatisticsTest::latencyIsTheSumOfItsParts_data() {
  QTest::addColumn<QString>("model");
  QTest::addColumn<QString>("kind");
  const auto modelsOfTheRegistry = findParameter(Design{}, "switch.model")->choices;
  for (const ParameterChoice& model : modelsOfTheRegistry)
    for (const char* kind : {"mesh", "torus", "dragonfly", "k_ary_n_tree", "crossbar"})
      if (suits(model.name, kind))
        QTest::addRow("%s, %s", model.name.c_str(), kind)
            << QString::fromStdString(model.name) << QString(kind);
}

void StatisticsTest::latencyIsTheSumOfItsParts() {
  QFETCH(QString, model);
  QFETCH(QString, kind);
  Design design = designOf(qPrintable(kind));
  design.settings["switch.model"] = model.toStdString();
  const Results results = resultsOf(design);
  QCOMPARE(results.packetsLost, std::uint64_t{0});
  QVERIFY(results.packetsMeasured > 100);
  const LatencyParts& split = results.split;
  for (const double part : {split.source, split.lookup, split.vcAllocation, split.switchAllocation,
                            split.traversal, split.serialization, split.channel})
    QVERIFY(part >= 0);
  const double sum = split.source + split.lookup + split.vcAllocation + split.switchAllocation +
                     split.traversal + split.serialization + split.channel;
  QVERIFY2(std::abs(sum - results.latency.mean) < 1e-9 * results.latency.mean,
           qPrintable(QStringLiteral("%1 and %2").arg(sum).arg(results.latency.mean)));
  QVERIFY(split.channel > 0);
}

void StatisticsTest::windowsSumToTotals() {
  Design design = designOf("mesh");
  design.settings["run.window"] = std::int64_t{250};
  const Results results = resultsOf(design);
  double accepted = 0;
  Cycle covered = 0;
  for (const WindowSample& window : results.windows) {
    if (window.end <= results.warmupUsed || window.end > results.warmupUsed + 4000) continue;
    accepted += window.acceptedLoad * static_cast<double>(window.length);
    covered += window.length;
  }
  QCOMPARE(covered, results.measuredCycles);
  QVERIFY(std::abs(accepted / 4000 - results.acceptedLoad) < 1e-12);
  // Every router's share adds up to the whole.
  double delivered = 0;
  for (const RouterResult& router : results.routers) delivered += router.deliveredLoad;
  QVERIFY(std::abs(delivered / static_cast<double>(results.routers.size()) - results.acceptedLoad) <
          1e-12);
}

/// What finds no room in a source queue was generated as well, in windows as in the whole.
void StatisticsTest::windowsGenerateWhatTheRunDoes() {
  Design design = designOf("crossbar");
  design.settings["switch.model"] = std::string("wormhole");
  design.settings["traffic.packet_flits"] = std::int64_t{8};
  design.settings["traffic.source_queue"] = std::string("drop");
  design.settings["run.window"] = std::int64_t{250};
  const Results results = resultsOf(design);
  QVERIFY(results.packetsRefused > results.packetsMeasured / 10);
  double generated = 0;
  for (const WindowSample& window : results.windows)
    if (window.end > results.warmupUsed && window.end <= results.warmupUsed + 4000)
      generated += window.generatedLoad * static_cast<double>(window.length);
  QVERIFY(std::abs(generated / 4000 - results.generatedOverAll) < 1e-12);
}

void StatisticsTest::windowsSplitTheirOwnCycles_data() {
  modelsOfTheRegistry();
}

/// Each cycle that measured packets spent in a window belongs to one part, and those of the windows
/// before it do not come again.
void StatisticsTest::windowsSplitTheirOwnCycles() {
  QFETCH(QString, model);
  Design design = designOf("torus");
  design.settings["switch.model"] = model.toStdString();
  design.settings["traffic.load"] = 0.2;
  design.settings["forwarding.lookup"] = std::string("bcam");
  design.settings["forwarding.cam.scope"] = std::string("port");
  design.settings["forwarding.cam.latency"] = std::string("3 ns");
  design.settings["run.window"] = std::int64_t{500};
  if (model == QLatin1String("vct")) design.settings["switch.buffers.local"] = std::int64_t{16};
  Phase silence;
  silence.at = std::int64_t{3000};
  silence.set = {{"traffic.load", 0.0}};
  design.phases = {silence};
  const Results results = resultsOf(design);
  int told = 0;
  for (const WindowSample& window : results.windows) {
    const LatencyParts& split = window.split;
    const double parts[] = {split.source,    split.lookup,        split.vcAllocation,
                            split.traversal, split.serialization, split.switchAllocation,
                            split.channel};
    // Nothing measured before the warm-up ends, and all of it there some time after the silence.
    if (window.end <= 1000 || window.end > 4000) {
      for (const double part : parts) QVERIFY(std::isnan(part));
      continue;
    }
    if (window.end > 3000) continue;
    ++told;
    double sum = 0;
    for (const double part : parts) {
      // Each has something, in every window: nothing can hide what another window had.
      QVERIFY2(part > 0 && part < 1, qPrintable(QString::number(part)));
      sum += part;
    }
    QVERIFY2(std::abs(sum - 1) < 1e-12, qPrintable(QString::number(sum)));
  }
  QCOMPARE(told, 4);
}

void StatisticsTest::windowsForgetTheOnesBefore_data() {
  modelsOfTheRegistry();
}

/// Once the load has gone down, packets cross switches and hardly wait: not as the mean of all did.
void StatisticsTest::windowsForgetTheOnesBefore() {
  QFETCH(QString, model);
  Design design = designOf("torus");
  design.settings["switch.model"] = model.toStdString();
  design.settings["traffic.load"] = 0.4;
  design.settings["run.window"] = std::int64_t{500};
  Phase calm;
  calm.at = std::int64_t{2200};
  calm.set = {{"traffic.load", 0.02}};
  design.phases = {calm};
  const std::vector<WindowSample> windows = resultsOf(design).windows;
  QCOMPARE(windows[5].end, Cycle{3000});
  QVERIFY(windows[5].split.traversal > 1.1 * windows[3].split.traversal);
  QVERIFY(windows[5].split.source < 0.2 * windows[3].split.source);
}

void StatisticsTest::theAcceptedLoadHasAnInterval_data() {
  modelsOfTheRegistry();
}

/// Of a single run, by batch means: as wide as Bernoulli sources make it, and about the load that
/// was offered.
void StatisticsTest::theAcceptedLoadHasAnInterval() {
  QFETCH(QString, model);
  Design design = designOf("torus");
  design.settings["switch.model"] = model.toStdString();
  design.settings["run.measure"] = std::int64_t{20'000};
  const Results results = resultsOf(design);
  const auto flits =
      static_cast<double>(std::get<std::int64_t>(effectiveValue(design, "traffic.packet_flits")));
  const double terminals = static_cast<double>(results.routers.size());
  // Standard error of the number of packets per terminal and cycle, times their length.
  const double probability = 0.3 / flits;
  const double error = flits * std::sqrt(probability * (1 - probability) / terminals / 20'000);
  QVERIFY2(results.acceptedCi95 > 1.2 * error && results.acceptedCi95 < 4 * error,
           qPrintable(QString::number(results.acceptedCi95 / error)));
  QVERIFY(std::abs(results.acceptedLoad - 0.3) < 2 * results.acceptedCi95);
  // Stopped while measuring, there is one of what was seen; before, none.
  Simulation simulation(*compile(design).setup);
  simulation.advance(900);
  QVERIFY(std::isnan(simulation.results().acceptedCi95));
  simulation.advance(5000);
  QVERIFY(simulation.results().acceptedCi95 > results.acceptedCi95);
}

/// Seven packets of a page each tell of no load.
void StatisticsTest::fewPacketsAreDoubted() {
  Design design = designOf("mesh");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{4, 4};
  design.settings["switch.model"] = std::string("wormhole");
  design.settings["traffic.load"] = 0.3;
  design.settings["run.measure"] = std::int64_t{4000};
  const auto doubts = [&] {
    for (const Sentence& warning : resultsOf(design).warnings)
      if (warning.english().find("packets were measured") != std::string::npos) return true;
    return false;
  };
  QVERIFY(!doubts());
  design.settings["traffic.packet_flits"] = std::int64_t{4096};
  QVERIFY(doubts());
}

/// Batches of two loads tell of neither; where the load changes before, there is an interval.
void StatisticsTest::twoLoadsHaveNoInterval() {
  Design design = designOf("torus");
  design.settings["run.warmup"] = std::int64_t{1000};
  Phase more;
  more.set["traffic.load"] = 0.1;
  const auto intervalWith = [&](std::int64_t at) {
    more.at = at;
    design.phases = {more};
    return resultsOf(design).acceptedCi95;
  };
  QVERIFY(std::isfinite(intervalWith(500)));
  QVERIFY(std::isfinite(intervalWith(1000)));
  QVERIFY(std::isnan(intervalWith(2000)));
  more.set = {{"traffic.pattern", Value(std::string("uniform"))}};
  QVERIFY(std::isfinite(intervalWith(2000)));
}

/// All of it is on long wires when the run ends.
void StatisticsTest::whatNeverArrivesTellsNothing() {
  Design design = designOf("crossbar");
  design.settings["switch.model"] = std::string("hybrid");
  design.settings["traffic.load"] = 0.1;
  design.settings["channels.terminal.latency"] = std::int64_t{100'000};
  const Results results = resultsOf(design);
  QVERIFY(results.packetsLost > 0);
  QCOMPARE(results.packetsMeasured, std::uint64_t{0});
  QVERIFY(results.verdict == Verdict::unknown);
  design.settings["channels.terminal.latency"] = std::int64_t{8};
  QVERIFY(resultsOf(design).verdict == Verdict::stable);
}

void StatisticsTest::warmupEndsWhenTheNetworkIsSteady() {
  Design design = designOf("mesh");
  design.settings["run.warmup"] = std::string("mser5");
  const Results results = resultsOf(design);
  // Looked for at 1,000, 2,000, 4,000 …; an 8 × 8 mesh at 0.3 is steady after some hundreds.
  QVERIFY2(results.warmupUsed == 1000 || results.warmupUsed == 2000,
           qPrintable(QString::number(results.warmupUsed)));
  QCOMPARE(results.measuredCycles, Cycle{4000});
  QVERIFY(results.warnings.empty());
}

void StatisticsTest::noSteadyStateIsSaid() {
  Design design = designOf("mesh");
  design.settings["run.warmup"] = std::string("mser5");
  design.settings["run.measure"] = std::int64_t{100};  // the search ends at 5 times that
  const Results results = resultsOf(design);
  QCOMPARE(results.warmupUsed, Cycle{500});
  design.settings["traffic.load"] = std::int64_t{0};
  const Results silent = resultsOf(design);
  QCOMPARE(silent.warmupUsed, Cycle{500});
  QCOMPARE(silent.warnings.size(), std::size_t{2});
  QVERIFY(silent.warnings.back().english().find("no end of the warm-up within 500 cycles") !=
          std::string::npos);
}

void StatisticsTest::measuresUntilTheIntervalIsNarrow() {
  Design design = designOf("mesh");
  design.settings["run.measure"] = std::int64_t{500};
  design.settings["run.until_ci"] = 0.5;
  const Results results = resultsOf(design);
  QVERIFY(results.measuredCycles > 500);
  // The measured interval doubles.
  const auto doublings =
      static_cast<unsigned>(std::lround(std::log2(results.measuredCycles / 500)));
  QCOMPARE(results.measuredCycles, Cycle{500} << doublings);
  // Packets under way at the last check move it by little.
  QVERIFY(results.latency.ci95 < 0.0055 * results.latency.mean);
  design.settings["run.until_ci"] = std::int64_t{100};
  QCOMPARE(resultsOf(design).measuredCycles, Cycle{500});
  // Of nothing there is none to wait for.
  design.settings["run.until_ci"] = 0.5;
  design.settings["traffic.load"] = std::int64_t{0};
  const Results silent = resultsOf(design);
  QCOMPARE(silent.measuredCycles, Cycle{500});
  for (const Sentence& each : silent.warnings)
    QVERIFY(each.english().find("nan") == std::string::npos);
}

void StatisticsTest::anUnreachableIntervalIsSaid() {
  Design design = designOf("mesh");
  design.settings["run.until_ci"] = 0.001;
  design.settings["run.max_cycles"] = std::int64_t{10'000};
  const Results results = resultsOf(design);
  QCOMPARE(results.measuredCycles, Cycle{8000});
  QCOMPARE(results.warnings.size(), std::size_t{1});
  QVERIFY(results.warnings.front().english().find(
              "after 8000 measured cycles; 0.001 % was asked for") != std::string::npos);
}

void StatisticsTest::saturationEndsTheSearchForAnInterval() {
  Design design = blockingCrossbar(0.9);
  design.settings["run.until_ci"] = 0.001;
  const Results results = resultsOf(design);
  QVERIFY(results.verdict == Verdict::saturated);
  QCOMPARE(results.measuredCycles, Cycle{4000});
}

void StatisticsTest::aPhaseChangesTheTraffic() {
  Design design = designOf("dragonfly");
  design.settings["run.warmup"] = std::int64_t{2000};
  design.settings["run.measure"] = std::int64_t{8000};
  design.settings["run.window"] = std::int64_t{500};
  design.settings["traffic.load"] = 0.1;
  design.phases = {{std::int64_t{5000}, {{"traffic.load", 0.3}}},
                   {std::int64_t{8000},
                    {{"traffic.pattern", std::string("adversarial")},
                     {"traffic.offset", std::int64_t{1}},
                     {"traffic.load", 0.05}}}};
  const Results results = resultsOf(design);
  const auto generated = [&](Cycle from, Cycle to) {
    double sum = 0, length = 0;
    for (const WindowSample& window : results.windows)
      if (window.end > from && window.end <= to) {
        sum += window.generatedLoad * static_cast<double>(window.length);
        length += static_cast<double>(window.length);
      }
    return sum / length;
  };
  QVERIFY(std::abs(generated(2000, 5000) - 0.1) < 0.01);
  QVERIFY(std::abs(generated(5000, 8000) - 0.3) < 0.02);
  QVERIFY(std::abs(generated(8000, 10'000) - 0.05) < 0.01);
  // Adversarial traffic shares one global channel per group: it is the hottest, and others idle.
  QVERIFY(results.windows[18].hottestChannel > 0);
}

HOPSCOPE_TEST(StatisticsTest)
#include "statistics_test.moc"
