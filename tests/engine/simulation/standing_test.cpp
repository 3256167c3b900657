// SPDX-License-Identifier: GPL-3.0-or-later
// Packets that wait for each other for ever, while the rest of the network moves.
#include <QTest>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/simulation/make_network.h"
#include "engine/simulation/simulation.h"
#include "engine/switching/wait_for_graph.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// Its rows are rings without datelines. In the first everybody sends five routers on, which fills
/// it all the way round; in the others to the next one, where nobody waits for a ring.
constexpr std::int64_t kRing = 12, kRings = 3;
Setup ringBesideOthers(bool wormhole, std::int64_t offsetOfFirst = 5) {
  Setup setup =
      test::makeSetup("torus", {{"dimensions", std::vector<std::int64_t>{kRing, kRings}}});
  setup.virtualChannels = {1, 1};
  test::setRouting(setup, "dimension_order", {{"allow_cycles", true}});
  std::vector<std::int64_t> destinations;
  for (std::int64_t i = 0; i < kRing * kRings; ++i)
    destinations.push_back(i / kRing * kRing + (i + (i < kRing ? offsetOfFirst : 1)) % kRing);
  test::setPattern(setup, "permutation", {{"destinations", destinations}});
  setup.packetFlits = 8;
  setup.load = 1;
  setup.run = {1000, 30'000, 60'000, 1000, 1};
  if (wormhole) {
    test::makeWormhole(setup);
    return setup;
  }
  SwitchSettings& kind = test::vct(setup).kinds.front();
  kind.localBuffer = kind.outputBuffer = setup.packetFlits;
  return setup;
}

/// The same whose receivers pause their senders instead of counting credits.
Setup paused(Setup setup) {
  SwitchSettings& kind = test::vct(setup).kinds.front();
  kind.flowControl = FlowControl::pause;
  const PausedChannel channel{1, kind.outputRoom(setup.packetFlits), setup.packetFlits};
  kind.pauses = {leastHeadroom(channel), 0};
  kind.localBuffer = leastHeadroom(channel) + 2 * setup.packetFlits;
  return setup;
}

std::vector<std::pair<std::string, Setup>> rings() {
  std::vector<std::pair<std::string, Setup>> all;
  all.emplace_back("credits", ringBesideOthers(false));
  all.emplace_back("pauses", paused(ringBesideOthers(false)));
  all.emplace_back("wormhole", ringBesideOthers(true));
  Setup empty = ringBesideOthers(true);
  test::wormhole(empty).reallocate = VcReuse::empty;
  all.emplace_back("wormhole, empty first", std::move(empty));
  Setup stages = ringBesideOthers(true);
  test::wormhole(stages).delays.vcAllocation = 3;
  test::wormhole(stages).delays.route = 2;
  all.emplace_back("wormhole, long stages", std::move(stages));
  return all;
}

Results runInSteps(Setup setup, Cycle step = 1'000'000) {
  Simulation simulation(std::move(setup));
  while (!simulation.done()) simulation.advance(step);
  return simulation.results();
}

/// Who is at the front of each buffer of a cycle.
std::vector<WaitingHead> headsOf(const Switching& network, const Topology& t,
                                 const std::vector<WaitingVc>& cycle) {
  std::vector<WaitingHead> heads;
  for (const WaitingVc& each : cycle) {
    RouterDetail detail;
    network.observeBuffers(t.to(each.channel).node, detail);
    for (WaitingHead& head : detail.waiting)
      if (head.input == t.to(each.channel).port && head.vc == each.vc) {
        head.waited = 0;
        heads.push_back(head);
      }
  }
  return heads;
}

}  // namespace

class StandingTest : public QObject {
  Q_OBJECT

 private slots:
  void theGraphKeepsWhatNobodyHelps() {
    WaitForGraph graph;
    // 0 -> 1 -> 2 -> 0 and 3 -> 0; 4 waits for 0 or for 5, whom nothing holds.
    graph.begin(6);
    for (const auto& [buffer, room] : {std::pair{0U, 1U}, {1U, 2U}, {2U, 0U}, {3U, 0U}}) {
      graph.wait(buffer);
      graph.orFor(kNone, room);
    }
    graph.wait(4);
    graph.orFor(kNone, 0);
    graph.orFor(kNone, 5);
    QCOMPARE(graph.settle(), std::size_t{4});
    QVERIFY((graph.cycle() == std::vector<std::uint32_t>{0, 1, 2}));
    // One of the cycle has another way out: nobody stands any more.
    graph.begin(6);
    for (const auto& [buffer, room] : {std::pair{0U, 1U}, {1U, 2U}, {2U, 0U}, {3U, 0U}}) {
      graph.wait(buffer);
      graph.orFor(kNone, room);
      if (buffer == 1) graph.orFor(kNone, 5);
    }
    QCOMPARE(graph.settle(), std::size_t{0});
    // Both are needed: who holds the virtual channel, and room behind it.
    for (const bool holderMoves : {false, true}) {
      graph.begin(3);
      graph.wait(0);
      graph.orFor(1, 2);
      graph.wait(1);
      graph.orFor(kNone, holderMoves ? kNone : 2);
      graph.wait(2);
      graph.orFor(kNone, 2);
      QCOMPARE(graph.settle(), std::size_t{holderMoves ? 2U : 3U});
      QVERIFY((graph.cycle() == std::vector<std::uint32_t>{2}));
    }
    graph.begin(1);
    graph.wait(0);
    graph.goesOn();
    QCOMPARE(graph.settle(), std::size_t{0});
  }

  void aRingInAMovingNetworkIsADeadlock() {
    for (auto& [name, setup] : rings()) {
      const std::shared_ptr<const Topology> topology = setup.topology;
      const Results results = runInSteps(setup);
      QVERIFY2(results.verdict == Verdict::deadlocked, name.c_str());
      QVERIFY2(results.cycles < 30'000, name.c_str());
      QVERIFY2(results.deadlock.size() == kRing, name.c_str());
      for (std::size_t i = 0; i < kRing; ++i) {
        const LinkEnd& end = topology->to(results.deadlock[i].channel);
        QVERIFY2(end.node < kRing, name.c_str());
        QCOMPARE(end.node, topology->from(results.deadlock[(i + 1) % kRing].channel).node);
      }
      // The others go on until the end.
      QVERIFY2(results.windows.back().acceptedLoad > 0.2, name.c_str());
      const auto told = [](const Sentence& each) {
        return each.english().find("can never go on, though others still move") !=
               std::string::npos;
      };
      QVERIFY2(std::any_of(results.warnings.begin(), results.warnings.end(), told), name.c_str());
      // In the same cycle however it is stepped and shared out.
      setup.execution = {2, 20};
      const Results stepped = runInSteps(setup, 77);
      QCOMPARE(stepped.cycles, results.cycles);
      QCOMPARE(stepped.deadlock, results.deadlock);
      QVERIFY2(results.deadlockedBuffers >= kRing, name.c_str());
      QCOMPARE(stepped.deadlockedBuffers, results.deadlockedBuffers);
      QCOMPARE(stepped.flitHops, results.flitHops);
    }
    // Where the first row sends to the next router as well, nobody stands.
    for (const bool wormhole : {false, true}) {
      const Results results = runInSteps(ringBesideOthers(wormhole, 1));
      QVERIFY(results.verdict != Verdict::deadlocked);
      QVERIFY(results.deadlock.empty());
      QCOMPARE(results.deadlockedBuffers, std::uint64_t{0});
    }
  }

  /// What is said to stand is looked at in every cycle: it never moves again, and grows.
  void whatStandsStaysForEver() {
    for (const auto& [name, setup] : rings()) {
      const std::unique_ptr<Switching> network = makeNetwork(setup, nullptr);
      StandingBuffers first;
      while (first.buffers == 0 && network->now() < 30'000) {
        network->advance(network->now() + 1);
        first = network->standing(false);
      }
      QVERIFY2(first.buffers > 0, name.c_str());
      const std::vector<WaitingHead> heads = headsOf(*network, *setup.topology, first.cycle);
      const std::uint64_t hops = network->flitHops();
      std::size_t standing = first.buffers;
      for (int look = 0; look < 2000; ++look) {
        network->advance(network->now() + 1);
        const StandingBuffers now = network->standing(false);
        QVERIFY2(now.buffers >= standing, name.c_str());
        standing = now.buffers;
      }
      QVERIFY2(network->flitHops() > hops + 10'000, name.c_str());
      const std::vector<WaitingHead> later = headsOf(*network, *setup.topology, first.cycle);
      QVERIFY2(later.size() == heads.size() && heads.size() <= first.cycle.size(), name.c_str());
      for (std::size_t i = 0; i < heads.size(); ++i)
        QVERIFY2(heads[i].source == later[i].source && heads[i].birth == later[i].birth,
                 name.c_str());
    }
  }

  /// Full of packets that wait for each other in cycles, but each of which has a way out.
  void whoHasAnEscapeNeverStands_data() {
    QTest::addColumn<QString>("routing");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("wormhole");
    for (const bool wormhole : {false, true}) {
      for (const char* kind : {"mesh", "torus"})
        QTest::addRow("minimal_adaptive, %s, %d", kind, wormhole)
            << QString("minimal_adaptive") << QString(kind) << wormhole;
      QTest::addRow("omniwar, %d", wormhole) << QString("omniwar") << QString("hyperx") << wormhole;
      QTest::addRow("par, %d", wormhole) << QString("par") << QString("dragonfly") << wormhole;
    }
    QTest::addRow("olm") << QString("olm") << QString("dragonfly") << false;
  }
  void whoHasAnEscapeNeverStands() {
    QFETCH(const QString, routing);
    QFETCH(const QString, kind);
    QFETCH(const bool, wormhole);
    const Values grid{{"dimensions", std::vector<std::int64_t>{4, 4}}};
    Setup setup = test::makeSetup(kind.toStdString(), kind == "dragonfly" ? Values{} : grid,
                                  routing.toStdString());
    if (wormhole) {
      test::makeWormhole(setup);
      if (routing == "minimal_adaptive") test::wormhole(setup).reallocate = VcReuse::empty;
    } else {
      test::vct(setup).kinds.front().localBuffer = 2 * setup.packetFlits;
    }
    setup.load = 1;
    const std::unique_ptr<Switching> network = makeNetwork(setup, nullptr);
    for (int look = 0; look < 300; ++look) {
      network->advance(network->now() + 10);
      QCOMPARE(network->standing(false).buffers, std::size_t{0});
    }
    QVERIFY(network->flitHops() > 3000);
  }
};

HOPSCOPE_TEST(StandingTest)

}  // namespace hopscope

#include "standing_test.moc"
