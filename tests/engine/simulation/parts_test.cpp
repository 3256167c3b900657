// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "engine/routing/routing_algorithm.h"
#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {

/// A network gives the same results, bit for bit, however it is cut into parts, shared out among
/// threads and stepped.
class PartsTest : public QObject {
  Q_OBJECT

 private slots:
  void resultsDoNotDependOnPartsAndThreads_data();
  void resultsDoNotDependOnPartsAndThreads();
  void norWithRoutingThatDecides_data();
  void norWithRoutingThatDecides();
  void norWithAnyAllocator_data();
  void norWithAnyAllocator();
  void norWithWhatIsKnownAhead();
};

namespace {

struct PartsOutcome {
  Results results;
  Snapshot snapshot;
};

PartsOutcome outcome(Setup setup, const Execution& execution, Cycle step) {
  setup.execution = execution;
  Simulation simulation(std::move(setup));
  while (!simulation.done()) simulation.advance(step);
  PartsOutcome result{simulation.results(), {}};
  simulation.snapshot(result.snapshot);
  return result;
}

void compare(const PartsOutcome& a, const PartsOutcome& b) {
  QCOMPARE(a.results.cycles, b.results.cycles);
  QCOMPARE(a.results.packetsMeasured, b.results.packetsMeasured);
  QCOMPARE(a.results.latency, b.results.latency);
  QCOMPARE(a.results.flitHops, b.results.flitHops);
  QCOMPARE(a.results.networkLatencyMean, b.results.networkLatencyMean);
  QCOMPARE(a.results.channelUtilization, b.results.channelUtilization);
  QCOMPARE(a.results.cache.hits, b.results.cache.hits);
  QCOMPARE(a.results.cache.camQueueMean, b.results.cache.camQueueMean);
  QCOMPARE(a.results.windows.size(), b.results.windows.size());
  for (std::size_t i = 0; i < a.results.windows.size(); ++i) {
    QCOMPARE(a.results.windows[i].latencyMean, b.results.windows[i].latencyMean);
    QCOMPARE(a.results.windows[i].acceptedLoad, b.results.windows[i].acceptedLoad);
  }
  QCOMPARE(a.results.recomputations, b.results.recomputations);
  QCOMPARE(a.results.noticesSent, b.results.noticesSent);
  QCOMPARE(a.results.packetsReordered, b.results.packetsReordered);
  QCOMPARE(a.results.largestDisplacement, b.results.largestDisplacement);
  QVERIFY(a.results.trafficClasses == b.results.trafficClasses);
  QCOMPARE(a.snapshot.channelFlits, b.snapshot.channelFlits);
}

}  // namespace

void PartsTest::resultsDoNotDependOnPartsAndThreads_data() {
  QTest::addColumn<double>("load");
  QTest::addColumn<bool>("caches");
  QTest::addColumn<QString>("classes");
  QTest::newRow("below saturation") << 0.4 << false << QString();
  QTest::newRow("beyond saturation") << 1.0 << false << QString();
  QTest::newRow("with caches before a shared CAM") << 0.1 << true << QString();
  QTest::newRow("several classes of traffic")
      << 0.4 << false << QStringLiteral("2 uniform; 1 adversarial; 1 tornado");
  QTest::newRow("packets of several lengths")
      << 0.9 << false << QStringLiteral("2 uniform 1 flits; 1 adversarial; 1 tornado 16 flits");
}

void PartsTest::resultsDoNotDependOnPartsAndThreads() {
  QFETCH(double, load);
  QFETCH(bool, caches);
  QFETCH(QString, classes);
  Setup setup = test::thesisDragonfly(2);
  setup.load = load;
  setup.run = {500, 800, 20'000, 200, 5};
  setup.packetSizes = {{10, 1.0}};
  if (!classes.isEmpty()) test::setPattern(setup, "mix", {{"parts", classes.toStdString()}});
  if (caches) {
    setup.lookups.front().kind = LookupKind::cache;
    setup.lookups.front().cache.entries = 16;
    setup.lookups.front().cache.ways = 2;
    setup.lookups.front().camLatency = setup.lookups.front().camInterval = 25'000;
  }
  const PartsOutcome whole = outcome(setup, {1, 1'000'000}, 1'000'000);
  QVERIFY(whole.results.packetsMeasured > 50);
  QCOMPARE(whole.results.trafficClasses.size(),
           classes.isEmpty() ? std::size_t{0} : std::size_t{3});
  compare(whole, outcome(setup, {1, 28}, 1'000'000));
  compare(whole, outcome(setup, {1, 60}, 7));
  compare(whole, outcome(setup, {2, 28}, 97));
  compare(whole, outcome(setup, {3, 100}, 100'000));
}

void PartsTest::norWithRoutingThatDecides_data() {
  QTest::addColumn<QString>("routing");
  for (const char* name :
       {"piggyback", "par", "olm", "ugal_g", "acor", "pb_acor", "tpr", "lian", "conditional"})
    QTest::newRow(name) << name;
}

/// By the queues of its own router, by what others tell or it has learnt, or by all queues.
void PartsTest::norWithRoutingThatDecides() {
  QFETCH(QString, routing);
  const std::string name = routing.toStdString();
  Setup setup = test::thesisDragonfly(2);
  setup.virtualChannels = routingAlgorithms().find(name)->fewestVirtualChannels(*setup.topology);
  test::setRouting(setup, name);
  test::setPattern(setup, "adversarial");
  setup.load = 0.4;
  setup.run = {500, 800, 20'000, 200, 5};
  const PartsOutcome whole = outcome(setup, {1, 1'000'000}, 1'000'000);
  QVERIFY(whole.results.nonminimalFraction > 0.1);
  QVERIFY(whole.results.packetsReordered.value_or(0) > 10);
  compare(whole, outcome(setup, {1, 28}, 7));
  compare(whole, outcome(setup, {2, 60}, 97));
  // Where routes may change nobody keeps sums of queues: they are added up at each decision.
  setup.reroutes = true;
  compare(whole, outcome(setup, {1, 1'000'000}, 97));
}

void PartsTest::norWithAnyAllocator_data() {
  QTest::addColumn<int>("kind");
  QTest::addColumn<int>("arbiter");
  using K = AllocatorKind;
  using A = ArbiterKind;
  const auto row = [](const char* name, K kind, A arbiter) {
    QTest::newRow(name) << static_cast<int>(kind) << static_cast<int>(arbiter);
  };
  row("input first, age", K::separableInputFirst, A::age);
  row("input first, matrix", K::separableInputFirst, A::matrix);
  row("output first, random", K::separableOutputFirst, A::random);
  row("islip", K::islip, A::roundRobin);
  row("wavefront", K::wavefront, A::roundRobin);
  row("maximum matching", K::maximumMatching, A::roundRobin);
}

/// Where channels between groups are so short that what comes over them is put into the calendar in
/// another order than in one part.
void PartsTest::norWithAnyAllocator() {
  QFETCH(int, kind);
  QFETCH(int, arbiter);
  Setup setup = test::thesisDragonfly(2);
  test::setLatency(setup, LinkKind::local, 1);
  test::setLatency(setup, LinkKind::global, 16);
  test::vct(setup).kinds.front().latency = 3;
  test::vct(setup).kinds.front().allocator = {static_cast<AllocatorKind>(kind),
                                              static_cast<ArbiterKind>(arbiter), 2};
  setup.packetFlits = 2;
  setup.load = 0.9;
  setup.run = {300, 500, 1500, 100, 5};
  const PartsOutcome whole = outcome(setup, {1, 1'000'000}, 1'000'000);
  QVERIFY(whole.results.packetsMeasured > 50);
  compare(whole, outcome(setup, {1, 28}, 1'000'000));
  compare(whole, outcome(setup, {2, 60}, 97));
}

/// Probes before the others, refills, and parallel links that are taken in turn.
void PartsTest::norWithWhatIsKnownAhead() {
  Setup setup = test::makeSetup("torus", {{"dimensions", std::vector<std::int64_t>{6, 6}},
                                          {"terminals_per_router", std::int64_t{2}},
                                          {"lag", std::int64_t{3}}});
  test::setRouting(setup, "dimension_order", {{kLinksRoundRobin, true}});
  test::setPattern(setup, "all_to_all");
  setup.load = 0.25;
  setup.prefetch = 40;
  setup.run = {300, 500, 20'000, 100, 5};
  LookupSettings& lookup = setup.lookups.front();
  lookup.kind = LookupKind::cache;
  lookup.camPerPort = true;
  lookup.cache.entries = 16;
  lookup.cache.refill = true;
  const PartsOutcome whole = outcome(setup, {1, 1'000'000}, 1'000'000);
  QVERIFY(whole.results.packetsMeasured > 50);
  QVERIFY(whole.results.cache.prefetches > 50);
  for (const Execution& execution : {Execution{1, 20}, Execution{2, 60}, Execution{3, 100}}) {
    const PartsOutcome cut = outcome(setup, execution, 97);
    compare(whole, cut);
    QCOMPARE(cut.results.cache.prefetches, whole.results.cache.prefetches);
    QCOMPARE(cut.results.cache.refills, whole.results.cache.refills);
  }
}

HOPSCOPE_TEST(PartsTest)

}  // namespace hopscope

#include "parts_test.moc"
