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
  const auto models = findParameter(Design{}, "switch.model")->choices;
  for (const ParameterChoice& model : models)
    for (const char* kind : {"mesh", "torus", "dragonfly", "k_ary_n_tree", "crossbar"})
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
  QCOMPARE(silent.warnings.size(), std::size_t{1});
  QVERIFY(silent.warnings.front().english().find("no end of the warm-up within 500 cycles") !=
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
