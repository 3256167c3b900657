// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/journey.h"

#include <QTest>
#include <algorithm>

#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// A make of router, and how many packets are followed through it.
struct Make {
  const char* name;
  int packets;
  void (*change)(Setup&);
};

std::vector<Make> makes() {
  return {
      {"virtual cut-through", 200, [](Setup&) {}},
      {"virtual cut-through with a CAM", 60,
       [](Setup& s) {
         s.lookups.front().kind = LookupKind::cam;
         s.lookups.front().camLatency = 7000;
         s.lookups.front().camInterval = 1000;
       }},
      {"wormhole", 200, [](Setup& s) { test::makeWormhole(s); }},
      {"wormhole with a CAM", 60,
       [](Setup& s) {
         test::makeWormhole(s);
         s.lookups.front().kind = LookupKind::cam;
         s.lookups.front().camLatency = 7000;
         s.lookups.front().camInterval = 1000;
       }},
      {"wormhole, slow stages", 60,
       [](Setup& s) {
         test::makeWormhole(s);
         test::wormhole(s).delays = {2, 2, 3, 2, 4};
         s.load = 0.08;
       }},
      {"wormhole, speculative", 100,
       [](Setup& s) {
         test::makeWormhole(s);
         test::wormhole(s).speculative = true;
         test::wormhole(s).vcAllocator.kind = AllocatorKind::separableInputFirst;
       }},
      {"wormhole, store and forward", 60,
       [](Setup& s) {
         test::makeWormhole(s);
         test::wormhole(s).storeAndForward = true;
       }},
  };
}

Setup busyMesh() {
  Setup setup = makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
  setLatency(setup, LinkKind::local, 3);
  setup.load = 0.45;  // packets wait for each other
  setup.run.warmup = 500;
  setup.run.measure = 60'000;
  setup.run.maxCycles = 100'000;
  return setup;
}

Setup busyMesh(const Make& make) {
  Setup setup = busyMesh();
  make.change(setup);
  if (test::modelOf(setup) == test::Model::wormhole) setup.load = std::min(setup.load, 0.25);
  return setup;
}

/// It is a way, time goes on, and its cycles add up.
void checkWay(const Journey& journey, const Topology& t) {
  QVERIFY(!journey.hops.empty());
  QCOMPARE(static_cast<Cycle>(journey.total().total()),
           journey.delivered - journey.birth - journey.unseen);
  if (journey.foundOn == kNone)
    QCOMPARE(journey.hops.front().in, ChannelId{2 * t.terminals[journey.source].link});
  QCOMPARE(journey.hops.back().out, ChannelId{2 * t.terminals[journey.destination].link + 1});
  Cycle at = journey.birth + journey.unseen;
  for (std::size_t i = 0; i < journey.hops.size(); ++i) {
    const JourneyHop& hop = journey.hops[i];
    if (i > 0) QCOMPARE(hop.in, journey.hops[i - 1].out);
    if (i > 0 || journey.foundOn != kNone) QCOMPARE(hop.arrival, at);
    at += static_cast<Cycle>(hop.spent.total() - hop.spent.serialization);
  }
}

/// The journey that a simulation follows, once it is over.
Journey toItsEnd(Simulation& simulation) {
  Snapshot snapshot;
  do {
    simulation.advance(7);
    simulation.snapshot(snapshot);
  } while (!simulation.done() && snapshot.journey && snapshot.journey->delivered < 0);
  return snapshot.journey.value_or(Journey{});
}

/// Follows packets of all terminals in turn, `count` in all, each to its end.
std::vector<Journey> follow(Setup setup, int count) {
  Simulation simulation(std::move(setup));
  simulation.advance(1000);
  std::vector<Journey> journeys;
  for (int i = 0; i < count && !simulation.done(); ++i) {
    const auto terminal = static_cast<TerminalId>(i % 16);
    simulation.follow(terminal);
    journeys.push_back(toItsEnd(simulation));
  }
  return journeys;
}

}  // namespace

class JourneyTest : public QObject {
  Q_OBJECT

 private slots:
  void everyCycleHasACause_data() {
    QTest::addColumn<int>("make");
    QTest::addColumn<int>("packets");
    int make = 0;
    for (const Make& each : makes()) QTest::addRow("%s", each.name) << make++ << each.packets;
  }
  void everyCycleHasACause() {
    QFETCH(int, make);
    QFETCH(int, packets);
    const Setup setup = busyMesh(makes()[static_cast<std::size_t>(make)]);
    Cycle waited = 0;
    std::size_t longest = 0;
    const std::vector<Journey> journeys = follow(setup, packets);
    QCOMPARE(journeys.size(), static_cast<std::size_t>(packets));
    for (const Journey& journey : journeys) {
      QVERIFY(journey.birth >= 1000);
      QCOMPARE(journey.foundOn, kNone);
      checkWay(journey, *setup.topology);
      const LatencySplit sum = journey.total();
      QVERIFY(sum.serialization + 1 >= setup.packetFlits);
      waited += static_cast<Cycle>(sum.source + sum.vcAllocation + sum.switchAllocation);
      longest = std::max(longest, journey.hops.size());
    }
    QVERIFY(waited > 0);  // the network is busy
    QVERIFY(longest >= 6);
  }

  /// A packet that is found under way is told of from there on, as if it had been followed from its
  /// birth on.
  void aPacketIsFollowedFromWhereItIsSeen_data() { everyCycleHasACause_data(); }
  void aPacketIsFollowedFromWhereItIsSeen() {
    QFETCH(int, make);
    const Setup setup = busyMesh(makes()[static_cast<std::size_t>(make)]);
    Simulation late(setup);
    Snapshot snapshot;
    WatchList watch;
    watch.packets = true;
    int found = 0, onTheWay = 0;
    late.advance(1000);
    for (int round = 0; round < 40; ++round) {
      late.advance(31);
      late.snapshot(snapshot, watch);
      if (snapshot.packets.empty()) continue;
      const MovingPacket seen = snapshot.packets[snapshot.packets.size() / 2];
      const Cycle birth = late.now() - seen.age;
      QVERIFY(late.follow(seen.source, birth));
      Simulation whole(setup);
      whole.advance(birth);
      whole.follow(seen.source);
      const Journey part = toItsEnd(late), all = toItsEnd(whole);
      QCOMPARE(all.birth, birth);
      QCOMPARE(all.destination, part.destination);
      QCOMPARE(part.delivered, all.delivered);
      QVERIFY(part.hops.size() <= all.hops.size());
      const std::size_t before = all.hops.size() - part.hops.size();
      for (std::size_t i = 0; i < all.hops.size(); ++i) {
        if (i < before) continue;
        const JourneyHop& hop = part.hops[i - before];
        QCOMPARE(hop.in, all.hops[i].in);
        QCOMPARE(hop.out, all.hops[i].out);
        QCOMPARE(hop.arrival, all.hops[i].arrival);
        QCOMPARE(hop.spent.vcAllocation, all.hops[i].spent.vcAllocation);
        QCOMPARE(hop.spent.switchAllocation, all.hops[i].spent.switchAllocation);
        QCOMPARE(hop.spent.channel, all.hops[i].spent.channel);
      }
      QCOMPARE(part.foundOn == kNone, before == 0);
      QCOMPARE(static_cast<Cycle>(part.total().total()), part.delivered - part.birth - part.unseen);
      if (!part.hops.empty()) checkWay(part, *setup.topology);
      ++found;
      onTheWay += before > 0 && !part.hops.empty();
    }
    QVERIFY(found > 20);
    QVERIFY(onTheWay > 5);
    // One that is there already can't be followed.
    QVERIFY(!late.follow(3, 5));
    late.snapshot(snapshot);
    QVERIFY(!snapshot.journey);
  }

  void anIdleNetworkCostsWhatTheFormulaSays() {
    Setup setup = makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
    setup.traffic = onePair(0, 15);
    setup.load = 0.01;
    setup.run.measure = 20'000;
    setup.run.maxCycles = 50'000;
    Simulation simulation(setup);
    simulation.follow(0);
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
    for (const std::size_t make : {0, 2, 5}) {
      Setup setup = busyMesh(makes()[make]);
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
  }
};

HOPSCOPE_TEST(JourneyTest)
#include "journey_test.moc"
