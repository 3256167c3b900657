// SPDX-License-Identifier: GPL-3.0-or-later
// Estimated latencies against simulated ones.
#include "engine/explore/latency_estimate.h"

#include <QTest>

#include "engine/routing/channel_load.h"
#include "engine/simulation/saturation_bound.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"
#include "tests/support/wormhole.h"

namespace hopscope {
namespace {

constexpr double kTolerance = 0.1;

Setup setupOf(const QString& kind, const QString& routing) {
  using List = std::vector<std::int64_t>;
  const std::map<QString, Values> sizes = {
      {"mesh", {{"dimensions", List{8, 8}}}},
      {"torus", {{"dimensions", List{8, 8}}}},
      {"k_ary_n_tree", {{"n", std::int64_t{3}}, {"k", std::int64_t{4}}}},
      {"hyperx", {{"dimensions", List{5, 5}}}},
      {"dragonfly", {{"p", std::int64_t{2}}, {"a", std::int64_t{4}}, {"h", std::int64_t{2}}}}};
  return test::makeSetup(kind.toStdString(), sizes.at(kind), routing.toStdString());
}

}  // namespace

class LatencyEstimateTest : public QObject {
  Q_OBJECT

 private slots:
  void isNearTheSimulation_data();
  void isNearTheSimulation();
  void saysWhereItDoesNotHold();
  void hasTheBoundOfTheHealthCheck();
};

void LatencyEstimateTest::isNearTheSimulation_data() {
  QTest::addColumn<QString>("kind");
  QTest::addColumn<QString>("routing");
  QTest::addColumn<double>("share");
  const std::pair<const char*, const char*> networks[] = {
      {"mesh", "dimension_order"},  {"mesh", "valiant"},
      {"torus", "dimension_order"}, {"torus", "valiant"},
      {"hyperx", "valiant"},        {"k_ary_n_tree", "nearest_common_ancestor"},
      {"dragonfly", "minimal"},     {"dragonfly", "valiant"}};
  for (const auto& [kind, routing] : networks)
    for (const double share : {0.02, 0.3, 0.6})
      QTest::addRow("%s %s %g", kind, routing, share) << QString(kind) << QString(routing) << share;
}

void LatencyEstimateTest::isNearTheSimulation() {
  QFETCH(QString, kind);
  QFETCH(QString, routing);
  QFETCH(double, share);
  Setup setup = setupOf(kind, routing);
  const LatencyEstimate estimate = estimateLatency(setup);
  QVERIFY2(estimate.doubt.empty(), estimate.doubt.english().c_str());
  setup.load = share * estimate.saturation;
  const auto loads = channelLoads(*setup.topology, *setup.routing,
                                  [&](TerminalId source, std::vector<DestinationShare>& out) {
                                    setup.traffic->destinations(source, out);
                                  });
  const double ours = LatencyModel(setup, loads->perChannel, loads->sent).latencyAt(setup.load);
  setup.run.measure = 20'000;
  setup.run.maxCycles = 200'000;
  const double simulated = test::finished(setup).latency.mean;
  qInfo("%g of %g: estimated %g, simulated %g (%+.1f %%)", setup.load, estimate.saturation, ours,
        simulated, 100 * (ours / simulated - 1));
  QVERIFY(std::abs(ours / simulated - 1) < kTolerance);
}

void LatencyEstimateTest::saysWhereItDoesNotHold() {
  Setup setup = setupOf("mesh", "dimension_order");
  test::setPattern(setup, "transpose");
  QVERIFY(!estimateLatency(setup).doubt.empty());
  QVERIFY(!estimateLatency(setup).points.empty());
  QVERIFY(!estimateLatency(setupOf("mesh", "dimension_order"), 100).doubt.empty());
  QVERIFY(estimateLatency(setupOf("mesh", "dimension_order"), 100).points.empty());
  QVERIFY(!estimateLatency(setupOf("dragonfly", "ugal")).doubt.empty());
  // Nobody waits for it any more.
  std::stop_source stop;
  stop.request_stop();
  for (const char* routing : {"minimal", "valiant"}) {
    const LatencyEstimate none =
        estimateLatency(setupOf("dragonfly", routing), kMostEstimateDecisions, stop.get_token());
    QVERIFY(none.points.empty() && none.doubt.empty());
  }
  Setup shorter = setupOf("dragonfly", "minimal");
  shorter.packetFlits = 1;
  QVERIFY(!estimateLatency(shorter).doubt.empty());
  QVERIFY(!estimateLatency(shorter).points.empty());
  // A buffer is empty for most of the time that a credit takes.
  Setup longer = setupOf("dragonfly", "minimal");
  test::setLatency(longer, LinkKind::local, 20'000);
  const std::string credits = "the way there and back of a credit";
  QVERIFY(estimateLatency(longer).doubt.english().find(credits) != std::string::npos);
  // Credits of others have nothing to do with the buffer that a terminal fills.
  Setup narrow = setupOf("mesh", "dimension_order");
  narrow.load = 0.1;
  auto& kinds = std::get<VctSwitches>(narrow.switches).kinds;
  for (SwitchSettings& each : kinds) each.injectionBuffer = narrow.packetFlits;
  const std::string told = estimateLatency(narrow).doubt.english();
  QVERIFY2(told.find("The injection buffers have room for one packet") == 0, told.c_str());
  QVERIFY(told.find(credits) == std::string::npos);
  const auto routersWith = [](auto&& change) {
    Setup wormhole = setupOf("mesh", "dimension_order");
    WormholeSwitches routers;
    change(routers.settings);
    wormhole.switches = routers;
    return estimateLatency(wormhole);
  };
  QVERIFY(!routersWith([](WormholeSettings&) {}).points.empty());
  // Flits that wait for the rest of their packet, for a buffer to run empty, for the next grant.
  QVERIFY(routersWith([](WormholeSettings& s) { s.storeAndForward = true; }).points.empty());
  QVERIFY(routersWith([](WormholeSettings& s) { s.reallocate = VcReuse::empty; }).points.empty());
  QVERIFY(routersWith([](WormholeSettings& s) { s.delays.switchAllocation = 3; }).points.empty());
}

/// Over a channel of 100,000 cycles a source queue is full long before any channel is.
void LatencyEstimateTest::hasTheBoundOfTheHealthCheck() {
  Setup setup = setupOf("dragonfly", "minimal");
  test::setLatency(setup, LinkKind::terminal, 100'000);
  const double bound = saturationBound(setup).load;
  QVERIFY2(bound < 0.01, qPrintable(QString::number(bound)));
  QCOMPARE(estimateLatency(setup).saturation, bound);
}

}  // namespace hopscope

using hopscope::LatencyEstimateTest;
HOPSCOPE_TEST(LatencyEstimateTest)
#include "latency_estimate_test.moc"
