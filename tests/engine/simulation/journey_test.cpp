// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/journey.h"

#include <QTest>

#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

Setup busyMesh() {
  Setup setup = makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
  setLatency(setup, LinkKind::local, 3);
  setup.load = 0.45;  // packets wait for each other
  setup.run.warmup = 500;
  setup.run.measure = 60'000;
  setup.run.maxCycles = 100'000;
  return setup;
}

/// Follows packets of all terminals in turn, `count` in all, each to its end.
std::vector<Journey> follow(Setup setup, int count) {
  Simulation simulation(std::move(setup));
  simulation.advance(1000);
  Snapshot snapshot;
  std::vector<Journey> journeys;
  for (int i = 0; i < count && !simulation.done(); ++i) {
    const auto terminal = static_cast<TerminalId>(i % 16);
    if (!simulation.follow(terminal)) return {};
    do {
      simulation.advance(7);
      simulation.snapshot(snapshot);
    } while (!simulation.done() && snapshot.journey->delivered < 0);
    journeys.push_back(*snapshot.journey);
  }
  return journeys;
}

}  // namespace

class JourneyTest : public QObject {
  Q_OBJECT

 private slots:
  void everyCycleHasACause() {
    const Setup setup = busyMesh();
    const Topology& t = *setup.topology;
    Cycle waited = 0;
    std::size_t longest = 0;
    const std::vector<Journey> journeys = follow(setup, 200);
    QCOMPARE(journeys.size(), std::size_t{200});
    for (const Journey& journey : journeys) {
      QVERIFY(journey.birth >= 1000);
      QVERIFY(!journey.hops.empty());
      QCOMPARE(static_cast<Cycle>(journey.total().total()), journey.delivered - journey.birth);
      // It is a way, from end to end, and time goes on.
      QCOMPARE(journey.hops.front().in, ChannelId{2 * t.terminals[journey.source].link});
      QCOMPARE(journey.hops.back().out, ChannelId{2 * t.terminals[journey.destination].link + 1});
      Cycle at = journey.birth;
      for (std::size_t i = 0; i < journey.hops.size(); ++i) {
        const JourneyHop& hop = journey.hops[i];
        if (i > 0) {
          QCOMPARE(hop.in, journey.hops[i - 1].out);
          QCOMPARE(hop.arrival, at);
        }
        at += static_cast<Cycle>(hop.spent.total() - hop.spent.serialization);
      }
      const LatencySplit sum = journey.total();
      QCOMPARE(sum.serialization, std::uint64_t{setup.packetFlits});
      waited += static_cast<Cycle>(sum.source + sum.vcAllocation + sum.switchAllocation);
      longest = std::max(longest, journey.hops.size());
    }
    QVERIFY(waited > 0);  // the network is busy
    QCOMPARE(longest, std::size_t{7});
  }

  void anIdleNetworkCostsWhatTheFormulaSays() {
    Setup setup = makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
    setup.traffic = onePair(0, 15);
    setup.load = 0.01;
    setup.run.measure = 20'000;
    setup.run.maxCycles = 50'000;
    Simulation simulation(setup);
    QVERIFY(simulation.follow(0));
    Snapshot snapshot;
    while (!simulation.done() && (!snapshot.journey || snapshot.journey->delivered < 0)) {
      simulation.advance(1);
      simulation.snapshot(snapshot);
    }
    const LatencySplit sum = snapshot.journey->total();
    QCOMPARE(sum.source + sum.lookup + sum.vcAllocation + sum.switchAllocation, std::uint64_t{0});
    QCOMPARE(sum.traversal, std::uint64_t{7 * 5});  // seven routers of 5 cycles
    QCOMPARE(sum.channel, std::uint64_t{8});
    QCOMPARE(sum.serialization, std::uint64_t{4});
  }

  void theSameHoweverTheNetworkIsCut() {
    Setup cut = busyMesh();
    cut.execution.threads = 2;
    cut.execution.portsAPart = 20;
    const std::vector<Journey> whole = follow(busyMesh(), 40), parts = follow(cut, 40);
    QCOMPARE(whole.size(), parts.size());
    for (std::size_t i = 0; i < whole.size(); ++i) {
      QCOMPARE(parts[i].birth, whole[i].birth);
      QCOMPARE(parts[i].delivered, whole[i].delivered);
      QCOMPARE(parts[i].hops.size(), whole[i].hops.size());
    }
  }

  void watchingChangesNothing() {
    Setup setup = busyMesh();
    setup.run.measure = 3000;
    Simulation bare(setup), watched(setup);
    while (!bare.done()) bare.advance(100);
    for (TerminalId terminal = 0; !watched.done(); ++terminal) {
      watched.follow(terminal % 20);  // 16 and above: none
      watched.advance(100);
    }
    QCOMPARE(watched.results().flitHops, bare.results().flitHops);
    QVERIFY(watched.results().latency == bare.results().latency);
    QVERIFY(watched.results().split == bare.results().split);
  }
};

HOPSCOPE_TEST(JourneyTest)
#include "journey_test.moc"
