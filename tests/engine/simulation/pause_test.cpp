// SPDX-License-Identifier: GPL-3.0-or-later
// Receivers that have their senders stop and go on (IEEE 802.1Qbb) instead of credits.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

SwitchSettings& kindOf(Setup& setup) {
  return test::vct(setup).kinds.front();
}

/// Room for what comes after XOFF, and for two packets more; XON with one of them.
Setup tightlyPaused(Setup setup) {
  SwitchSettings& kind = kindOf(setup);
  kind.flowControl = FlowControl::pause;
  std::uint32_t longest = setup.packetFlits;
  for (const PacketSize& size : setup.packetSizes) longest = std::max(longest, size.flits);
  kind.outputBuffer = kind.outputBuffer == 0 ? 0 : std::max(longest, kind.outputBuffer / 4);
  std::uint32_t slowest = 0;
  for (const Cycle latency : setup.linkLatency)
    slowest = std::max(slowest, static_cast<std::uint32_t>(latency));
  const PausedChannel channel{slowest, kind.outputRoom(longest), longest};
  kind.pauses = {leastHeadroom(channel), 0};
  kind.localBuffer = kind.globalBuffer = leastHeadroom(channel) + 2 * longest;
  return setup;
}

std::vector<std::pair<std::string, Setup>> crowd() {
  std::vector<std::pair<std::string, Setup>> all;
  const std::vector<std::int64_t> grid{4, 4};
  all.emplace_back("mesh", test::makeSetup("mesh", {{"dimensions", grid}}));
  all.emplace_back("torus", test::makeSetup("torus", {{"dimensions", grid}}));
  all.emplace_back(
      "tree", test::makeSetup("k_ary_n_tree", {{"n", std::int64_t{3}}, {"k", std::int64_t{2}}}));
  all.emplace_back("dragonfly", test::makeSetup("dragonfly"));
  all.emplace_back("dragonfly, slow channels", test::thesisDragonfly(2));
  all.emplace_back("conditional", test::makeSetup("dragonfly", {}, "conditional"));
  Setup once = test::makeSetup("dragonfly", {}, "conditional");
  test::setRouting(once, "conditional", {{"decide", std::string("head")}});
  test::setPattern(once, "adversarial");
  all.emplace_back("conditional, once a head", std::move(once));
  all.emplace_back(
      "conditional HyperX",
      test::makeSetup("hyperx", {{"dimensions", grid}, {"terminals_per_router", std::int64_t{3}}},
                      "conditional"));
  Setup inputQueued = test::makeSetup("torus", {{"dimensions", grid}});
  kindOf(inputQueued).speedupNumerator = 1;
  kindOf(inputQueued).outputBuffer = 0;
  all.emplace_back("input-queued", std::move(inputQueued));
  Setup several = test::makeSetup("dragonfly");
  several.packetFlits = 11;
  several.packetSizes = {{1, 0.5}, {4, 0.3}, {11, 0.2}};
  all.emplace_back("several lengths", std::move(several));
  for (auto& each : all) each.second = tightlyPaused(std::move(each.second));
  return all;
}

}  // namespace

class PauseTest : public QObject {
  Q_OBJECT

 private slots:
  /// With the least headroom nothing is lost and no buffer overflows, in any cycle, far beyond
  /// saturation.
  void nothingIsLost() {
    for (auto& [name, setup] : crowd()) {
      setup.load = 0.9;
      setup.run = {200, 400, 1200, 100, 9};
      Simulation simulation(setup);
      while (!simulation.done()) {
        simulation.advance(1);
        const auto found = simulation.violations();
        QVERIFY2(found.empty(), found.empty() ? "" : (name + ": " + found.front()).c_str());
      }
      const Results results = simulation.results();
      QVERIFY2(results.verdict != Verdict::deadlocked, name.c_str());
      QVERIFY2(results.packetsMeasured > 0, name.c_str());
      QVERIFY2(results.pauses.value_or(0) > 0, name.c_str());
      QVERIFY2(results.paused > 0 && results.paused < 1, name.c_str());
    }
  }

  /// What is seen paused between two cycles is what was counted in the one before.
  void whoIsPausedIsSeen() {
    for (auto& [name, setup] : crowd()) {
      setup.load = 0.9;
      setup.run = {200, 300, 600, 1, 9};  // windows of one cycle
      const Topology& topology = *setup.topology;
      double all = 0;
      for (ChannelId channel = 0; channel < topology.channelCount(); ++channel) {
        const LinkKind kind = topology.kindOf(channel / 2);
        if (kind != LinkKind::terminal)
          all +=
              kind == LinkKind::global ? setup.virtualChannels.global : setup.virtualChannels.local;
      }
      Simulation simulation(setup);
      Snapshot snapshot;
      unsigned most = 0;
      while (simulation.now() < 400) {
        simulation.advance(1);
        simulation.snapshot(snapshot);
        unsigned paused = 0;
        for (const ChannelPause& each : snapshot.paused) {
          QVERIFY2(each.paused > 0 && each.paused <= each.of, name.c_str());
          QVERIFY2(topology.kindOf(each.channel / 2) != LinkKind::terminal, name.c_str());
          paused += each.paused;
        }
        QVERIFY2(std::abs(snapshot.windows.back().paused * all - paused) < 1e-6, name.c_str());
        most = std::max(most, paused);
      }
      QVERIFY2(most > 0 && snapshot.pauses > 0, name.c_str());
    }
  }

  /// All that was sent arrives once the load has ended.
  void allArrives() {
    for (auto& [name, setup] : crowd()) {
      setup.load = 0.1;
      setup.run = {500, 2000, 100'000, 500, 4};
      const Results results = test::runOf(setup);
      QVERIFY2(results.packetsLost == 0, name.c_str());
      QVERIFY2(results.verdict == Verdict::stable, name.c_str());
    }
  }

  /// Where buffers never fill, pauses and credits give the same, bit for bit.
  void roomyBuffersAreAsWithCredits() {
    Setup setup = test::thesisDragonfly(2);
    setup.load = 0.5;
    setup.run = {500, 2000, 50'000, 500, 3};
    kindOf(setup).localBuffer = kindOf(setup).globalBuffer = 50'000;
    const Results credits = test::runOf(setup);
    kindOf(setup).flowControl = FlowControl::pause;
    const Results pauses = test::runOf(setup);
    QCOMPARE(pauses.pauses.value_or(1), std::uint64_t{0});
    QCOMPARE(pauses.paused, 0.0);
    QVERIFY(!credits.pauses.has_value());
    QCOMPARE(pauses.latency, credits.latency);
    QCOMPARE(pauses.cycles, credits.cycles);
    QCOMPARE(pauses.flitHops, credits.flitHops);
    QCOMPARE(pauses.channelUtilization, credits.channelUtilization);
  }

  /// Rings whose channels wait for each other all the way round, and pause each other for ever.
  void pausesInACycleEndAsDeadlocked() {
    Setup setup = test::makeSetup("ring", {{"routers", std::int64_t{12}}});
    setup.virtualChannels = {1, 1};
    test::setRouting(setup, "dimension_order", {{"allow_cycles", true}});
    test::setPattern(setup, "tornado");
    setup = tightlyPaused(std::move(setup));
    setup.load = 1;
    setup.run = {1000, 100'000, 200'000, 1000, 2};
    const Results results = test::runOf(setup);
    QCOMPARE(results.verdict, Verdict::deadlocked);
    QVERIFY(results.deadlock.size() >= 3);
    QVERIFY(results.cycles < 100'000);
  }

  /// Cut into parts and shared out among threads as one likes.
  void isTheSameInParts() {
    Setup setup = test::thesisDragonfly(2);
    setup.virtualChannels = {3, 2};
    test::setRouting(setup, "conditional");
    test::setPattern(setup, "adversarial");
    setup = tightlyPaused(std::move(setup));
    setup.load = 0.6;
    setup.run = {500, 1500, 4000, 200, 5};
    setup.execution = {1, 1'000'000};
    const Results whole = test::runOf(setup);
    QVERIFY(whole.pauses.value_or(0) > 100);
    QVERIFY(whole.nonminimalFraction > 0.1);
    for (const Execution& execution : {Execution{1, 28}, Execution{2, 28}, Execution{3, 100}}) {
      setup.execution = execution;
      const Results parts = test::runOf(setup);
      QCOMPARE(parts.latency, whole.latency);
      QCOMPARE(parts.flitHops, whole.flitHops);
      QCOMPARE(parts.pauses, whole.pauses);
      QCOMPARE(parts.paused, whole.paused);
      QCOMPARE(parts.channelUtilization, whole.channelUtilization);
    }
  }
};

HOPSCOPE_TEST(PauseTest)

}  // namespace hopscope

#include "pause_test.moc"
