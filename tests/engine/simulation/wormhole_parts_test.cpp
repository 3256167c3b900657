// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <vector>

#include "engine/core/rng.h"
#include "engine/simulation/parts_table.h"
#include "engine/simulation/simulation.h"
#include "engine/switching/partition.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"
#include "tests/support/wormhole.h"

namespace hopscope {

/// A wormhole network gives the same results, bit for bit, however it is cut into parts, shared out
/// among threads and stepped: its channels are short, so that parts meet every few cycles.
class WormholePartsTest : public QObject {
  Q_OBJECT

 private slots:
  void partsAreEvenAndHaveTheirTerminals();
  void partsKeepGroupsWhereAsked();
  void resultsDoNotDependOnParts_data();
  void resultsDoNotDependOnParts();
  void norInAnyNetwork();
  void norWhereMemoryIsFull();
};

namespace {

using Dimensions = std::vector<std::int64_t>;

struct WormholeOutcome {
  Results results;
  Snapshot snapshot;
  std::vector<std::string> violations;
};

WormholeOutcome outcomeOf(Setup setup, const Execution& execution, Cycle step) {
  const std::size_t packetBytes = setup.execution.packetBytes;
  setup.execution = execution;
  setup.execution.packetBytes = packetBytes;
  Simulation simulation(std::move(setup));
  WormholeOutcome result;
  while (!simulation.done()) {
    simulation.advance(step);
    if (result.violations.empty()) result.violations = simulation.violations();
  }
  result.results = simulation.results();
  WatchList watch;
  watch.queues = true;
  simulation.snapshot(result.snapshot, watch);
  return result;
}

void compareOutcomes(const WormholeOutcome& a, const WormholeOutcome& b) {
  QVERIFY2(b.violations.empty(), b.violations.empty() ? "" : b.violations.front().c_str());
  QCOMPARE(b.results.cycles, a.results.cycles);
  QCOMPARE(b.results.flitHops, a.results.flitHops);
  QCOMPARE(b.results.packetsMeasured, a.results.packetsMeasured);
  QCOMPARE(b.results.packetsLost, a.results.packetsLost);
  QCOMPARE(b.results.latency.mean, a.results.latency.mean);  // equal where both are no number
  QCOMPARE(b.results.latency.p99, a.results.latency.p99);
  QCOMPARE(b.results.latency.maximum, a.results.latency.maximum);
  for (const LatencyPartEntry& each : kLatencyParts)
    QCOMPARE(b.results.split.*each.part, a.results.split.*each.part);
  QCOMPARE(b.results.channelUtilization, a.results.channelUtilization);
  QCOMPARE(b.results.packetsReordered, a.results.packetsReordered);
  QCOMPARE(b.results.largestDisplacement, a.results.largestDisplacement);
  QCOMPARE(b.results.windows.size(), a.results.windows.size());
  for (std::size_t i = 0; i < a.results.windows.size(); ++i)
    QCOMPARE(b.results.windows[i].acceptedLoad, a.results.windows[i].acceptedLoad);
  QVERIFY(b.results.verdict == a.results.verdict);
  QCOMPARE(b.snapshot.channelFlits, a.snapshot.channelFlits);
  QCOMPARE(b.snapshot.queues.size(), a.snapshot.queues.size());
  for (std::size_t i = 0; i < a.snapshot.queues.size(); ++i) {
    QCOMPARE(b.snapshot.queues[i].flits, a.snapshot.queues[i].flits);
    QCOMPARE(b.snapshot.queues[i].seen, a.snapshot.queues[i].seen);
    QCOMPARE(b.snapshot.queues[i].taken, a.snapshot.queues[i].taken);
  }
}

Setup shortRun(Setup setup, double load) {
  setup.load = load;
  setup.run = {300, 500, 1'500, 100, 5};
  return setup;
}

Setup wormholeMesh() {
  return test::wormholeSetup("mesh", {{"dimensions", Dimensions{4, 4}}});
}

Setup wormholeDragonfly(const std::string& routing) {
  Setup setup = test::wormholeSetup(
      "dragonfly", {{"p", std::int64_t{2}}, {"a", std::int64_t{4}}, {"h", std::int64_t{2}}},
      routing);
  test::setPattern(setup, "adversarial");
  return setup;
}

/// The networks of the walk: all routings that wormhole switches have in them.
Setup anyNetwork(Rng& rng) {
  const auto below = [&](std::uint32_t end) { return rng.below(end); };
  switch (below(7)) {
    case 0:
      return wormholeMesh();
    case 1:
      return test::wormholeSetup(
          "torus", {{"dimensions", Dimensions{3, 4}}, {"terminals_per_router", std::int64_t{2}}});
    case 2:
      return test::wormholeSetup("k_ary_n_tree",
                                 {{"n", std::int64_t{3}}, {"k", std::int64_t{2 + below(2)}}});
    case 3:
      return wormholeDragonfly(below(2) == 0 ? "minimal" : "valiant");
    case 4:
      return wormholeDragonfly("piggyback");
    case 5:
      return test::wormholeSetup(
          "hyperx", {{"dimensions", Dimensions{3, 3}}, {"terminals_per_router", std::int64_t{2}}},
          below(2) == 0 ? "dimension_order" : "dimwar");
    default:
      return test::wormholeSetup("mikant", {{"n", std::int64_t{3}}, {"k", std::int64_t{2}}});
  }
}

/// Any pipeline, allocators, speed-ups and packets.
Setup anyWormhole(Rng& rng) {
  Setup setup = anyNetwork(rng);
  const auto below = [&](std::uint32_t end) { return rng.below(end); };
  WormholeSettings& s = test::wormhole(setup);
  s.bufferFlits = 2 + below(8);
  setup.packetFlits = 1 + below(6);
  if (below(3) == 0) setup.packetSizes = {{1, 0.6}, {7, 0.4}};
  if (below(3) == 0) test::setLatency(setup, LinkKind::local, 1 + below(5));
  if (below(3) == 0) test::setLatency(setup, LinkKind::global, 1 + below(40));
  if (below(3) == 0) s.delays.credit = below(4);
  if (below(2) == 0) return setup;  // over bits of words
  s.delays.route = below(3);
  s.delays.vcAllocation = 1 + below(3);
  s.delays.switchAllocation = 1 + below(3);
  s.delays.traversal = below(3);
  constexpr AllocatorKind kKinds[] = {AllocatorKind::islip, AllocatorKind::separableInputFirst,
                                      AllocatorKind::separableOutputFirst, AllocatorKind::wavefront,
                                      AllocatorKind::maximumMatching};
  constexpr ArbiterKind kArbiters[] = {ArbiterKind::roundRobin, ArbiterKind::matrix,
                                       ArbiterKind::age, ArbiterKind::random};
  const auto allocator = [&] {
    AllocatorSettings settings{kKinds[below(5)]};
    if (settings.kind == AllocatorKind::separableInputFirst ||
        settings.kind == AllocatorKind::separableOutputFirst)
      settings.arbiter = kArbiters[below(4)];
    settings.iterations = 1 + below(2);
    return settings;
  };
  s.vcAllocator = allocator();
  s.switchAllocator = allocator();
  s.inputSpeedup = 1 + below(2);
  s.outputSpeedup = 1 + below(2);
  s.speculative = s.delays.vcAllocation == 1 && s.delays.switchAllocation == 1 && below(3) == 0;
  s.holdSwitch = below(4) == 0;
  return setup;
}

}  // namespace

void WormholePartsTest::partsAreEvenAndHaveTheirTerminals() {
  const Setup setup = test::wormholeSetup("mesh", {{"dimensions", Dimensions{8, 8}}});
  const Topology& t = *setup.topology;
  const Partition four = cutEvenly(t, setup.linkLatency, 4, false);
  QCOMPARE(four.parts.size(), std::size_t{4});
  QCOMPARE(four.lookahead, Cycle{1});
  RouterId router = 0;
  TerminalId terminal = 0;
  for (const Part& part : four.parts) {
    QCOMPARE(part.firstRouter, router);
    QCOMPARE(part.firstTerminal, terminal);
    QVERIFY(part.lastRouter - part.firstRouter >= 14 && part.lastRouter - part.firstRouter <= 18);
    QCOMPARE(part.lastTerminal - part.firstTerminal, part.lastRouter - part.firstRouter);
    router = part.lastRouter;
    terminal = part.lastTerminal;
  }
  QCOMPARE(router, t.routerCount());
  QCOMPARE(terminal, t.terminalCount());
  QCOMPARE(neighboursOf(t, four, 0), (std::vector<std::uint32_t>{1}));
  QCOMPARE(neighboursOf(t, four, 1), (std::vector<std::uint32_t>{0, 2}));
  QCOMPARE(cutEvenly(t, setup.linkLatency, 1, false).parts.size(), std::size_t{1});
}

void WormholePartsTest::partsKeepGroupsWhereAsked() {
  Setup setup = wormholeDragonfly("piggyback");
  test::setLatency(setup, LinkKind::global, 30);
  const Topology& t = *setup.topology;
  const Partition cut = cutEvenly(t, setup.linkLatency, 4, true);
  QCOMPARE(cut.parts.size(), std::size_t{4});
  QCOMPARE(cut.lookahead, Cycle{30});
  for (const Part& part : cut.parts)
    if (part.firstRouter != 0) QVERIFY(t.group[part.firstRouter] != t.group[part.firstRouter - 1]);
  QCOMPARE(cutEvenly(t, setup.linkLatency, 4, false).lookahead, Cycle{1});
}

void WormholePartsTest::resultsDoNotDependOnParts_data() {
  QTest::addColumn<Setup>("setup");
  QTest::newRow("mesh") << shortRun(wormholeMesh(), 0.3);
  QTest::newRow("mesh beyond saturation") << shortRun(wormholeMesh(), 0.9);
  QTest::newRow("mesh that is cut unasked")
      << shortRun(test::wormholeSetup("mesh", {{"dimensions", Dimensions{16, 16}}}), 0.2);
  QTest::newRow("tree, whose upper levels have no terminals") << shortRun(
      test::wormholeSetup("k_ary_n_tree", {{"n", std::int64_t{3}}, {"k", std::int64_t{3}}}), 0.5);
  QTest::newRow("what routers of a group tell each other")
      << shortRun(wormholeDragonfly("piggyback"), 0.4);
  QTest::newRow("a routing that looks elsewhere: one part")
      << shortRun(wormholeDragonfly("ugal_g"), 0.4);
  Setup cached = shortRun(wormholeMesh(), 0.2);
  cached.lookups.front().kind = LookupKind::cache;
  cached.lookups.front().cache.entries = 4;
  cached.lookups.front().cache.ways = 2;
  QTest::newRow("caches before a shared CAM: one part") << cached;
}

void WormholePartsTest::resultsDoNotDependOnParts() {
  QFETCH(Setup, setup);
  const WormholeOutcome whole = outcomeOf(setup, {1, 1'000'000}, 1'000'000);
  QVERIFY(whole.results.flitHops > 1'000);
  compareOutcomes(whole, outcomeOf(setup, {1, 12}, 1'000'000));
  compareOutcomes(whole, outcomeOf(setup, {1, 5}, 1));
  compareOutcomes(whole, outcomeOf(setup, {2, 30}, 97));
  compareOutcomes(whole, outcomeOf(setup, {3, 12}, 7));
  compareOutcomes(whole, outcomeOf(setup, {1, 0}, 1'000'000));
  compareOutcomes(whole, outcomeOf(setup, {2, 0}, 31));
}

void WormholePartsTest::norInAnyNetwork() {
#if defined(__SANITIZE_THREAD__)
  constexpr std::uint64_t kSeeds = 15;
#else
  constexpr std::uint64_t kSeeds = 60;
#endif
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Rng rng(seed, 0, RandomPurpose::routing);
    const Setup setup = shortRun(anyWormhole(rng), 0.05 * (1 + rng.below(18)));
    const WormholeOutcome whole = outcomeOf(setup, {1, 1'000'000}, 1'000'000);
    const Execution execution{1 + static_cast<unsigned>(rng.below(3)), 4 + rng.below(60)};
    const Cycle step = 1 + rng.below(200);
    compareOutcomes(whole, outcomeOf(setup, execution, step));
    if (QTest::currentTestFailed()) {
      qWarning("seed %llu, %u threads, %u ports a part, step %lld",
               static_cast<unsigned long long>(seed), execution.threads, execution.portsAPart,
               static_cast<long long>(step));
      return;
    }
  }
}

/// Those that send more than they receive take the places for packets of those that receive more;
/// and when there are no more, all are refused in the same cycles.
void WormholePartsTest::norWhereMemoryIsFull() {
  Setup setup = shortRun(wormholeMesh(), 1.0);
  test::setPattern(setup, "hot_spot", {{"share", 1.0}});
  setup.run = {300, 100'000, 200'000, 100, 5};
  setup.execution.packetBytes = 1 << 18;
  const WormholeOutcome whole = outcomeOf(setup, {1, 1'000'000}, 1'000'000);
  QVERIFY(whole.results.verdict == Verdict::saturated);
  QVERIFY(whole.results.cycles < 10'000);
  QVERIFY(whole.snapshot.packetsRefused > 100);
  for (const Execution& execution : {Execution{1, 12}, Execution{2, 30}, Execution{3, 5}}) {
    const WormholeOutcome parts = outcomeOf(setup, execution, 77);
    compareOutcomes(whole, parts);
    QCOMPARE(parts.snapshot.packetsRefused, whole.snapshot.packetsRefused);
    QCOMPARE(parts.snapshot.packetsGenerated, whole.snapshot.packetsGenerated);
  }
}

HOPSCOPE_TEST(WormholePartsTest)

}  // namespace hopscope

#include "wormhole_parts_test.moc"
