// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/test_main.h"
#include "tests/support/wormhole.h"

namespace hopscope {
namespace {

using test::finished;
using test::wormholeSetup;

Values mesh(std::int64_t x, std::int64_t y) {
  return {{"dimensions", std::vector<std::int64_t>{x, y}}};
}

/// One packet now and then from the first to the last router of a row of `routers`.
Setup row(std::int64_t routers, Cycle channel = 1) {
  Setup s = wormholeSetup("mesh", mesh(routers, 2));
  test::setLatency(s, LinkKind::local, channel);
  s.traffic = test::onePair(0, static_cast<TerminalId>(routers - 1));
  // So rarely that no packet meets another.
  s.load = 0.0005;
  s.run.measure = 40'000;
  s.run.maxCycles = 100'000;
  return s;
}

double latencyOf(const Setup& setup) {
  const Results results = finished(setup);
  return results.latency.minimum == results.latency.maximum ? results.latency.mean : -1;
}

struct Variant {
  std::string name;
  std::function<void(Setup&)> change;
};

/// Routers of every make.
std::vector<Variant> variants() {
  using K = AllocatorKind;
  const auto allocators = [](K kind, ArbiterKind arbiter) {
    return [=](Setup& s) {
      test::wormhole(s).vcAllocator = {kind, arbiter, 1};
      test::wormhole(s).switchAllocator = {kind, arbiter, 1};
    };
  };
  return {
      {"plain", [](Setup&) {}},
      {"packets of 5", [](Setup& s) { s.packetFlits = 5; }},
      {"packets of 1 and 9",
       [](Setup& s) {
         s.packetFlits = 9;
         s.packetSizes = {{1, 0.5}, {9, 0.5}};
       }},
      {"buffers of 1",
       [](Setup& s) {
         test::wormhole(s).bufferFlits = 1;
         s.packetFlits = 3;
       }},
      {"separable, input first", allocators(K::separableInputFirst, ArbiterKind::roundRobin)},
      {"separable, input first, matrix", allocators(K::separableInputFirst, ArbiterKind::matrix)},
      {"separable, output first, age", allocators(K::separableOutputFirst, ArbiterKind::age)},
      {"separable, output first, random", allocators(K::separableOutputFirst, ArbiterKind::random)},
      {"wavefront", allocators(K::wavefront, ArbiterKind::roundRobin)},
      {"maximum matching", allocators(K::maximumMatching, ArbiterKind::roundRobin)},
      {"speculative",
       [](Setup& s) {
         test::wormhole(s).speculative = true;
         s.packetFlits = 2;
       }},
      {"speed-up",
       [](Setup& s) {
         test::wormhole(s).inputSpeedup = test::wormhole(s).outputSpeedup = 2;
         s.packetFlits = 3;
       }},
      {"held switch",
       [](Setup& s) {
         test::wormhole(s).holdSwitch = true;
         s.packetFlits = 6;
       }},
      {"slow stages",
       [](Setup& s) {
         test::wormhole(s).delays = {2, 2, 3, 2, 4};
       }},
      {"store and forward",
       [](Setup& s) {
         test::wormhole(s).storeAndForward = true;
         s.packetFlits = 4;
       }},
      {"one VC on ejection", [](Setup& s) { test::wormhole(s).ejectOnOneVc = true; }},
  };
}

/// A switch of 16 ports with a queue for each output at every input.
Setup virtualOutputQueues() {
  Setup s = wormholeSetup("crossbar", {{"terminals", std::int64_t{16}}}, "", 16);
  test::wormhole(s).vcByDestination = true;
  test::wormhole(s).bufferFlits = 4000;
  s.run.warmup = 30'000;
  s.run.measure = 30'000;
  s.run.maxCycles = s.run.warmup + s.run.measure;
  return s;
}

/// Always onwards round the ring, on one virtual channel: this must deadlock.
class RoundTheRing final : public RoutingAlgorithm {
 public:
  explicit RoundTheRing(std::shared_ptr<const Topology> topology)
      : topology_(std::move(topology)) {}

  RouteChoice route(RouterId router, PortIndex, RouteState state) const override {
    const TerminalPlace& place = topology_->terminals[state.destination];
    if (place.router == router) return {place.port, 1, 0};
    const RouterId next = (router + 1) % topology_->routerCount();
    for (PortIndex port = 0; port < topology_->radix(router); ++port) {
      const LinkEnd& peer = topology_->port(router, port).peer;
      if (!peer.isTerminal && peer.node == next) return {port, 1, 0};
    }
    return {};
  }

 private:
  std::shared_ptr<const Topology> topology_;
};

}  // namespace

class WormholeTest : public QObject {
  Q_OBJECT

 private slots:
  /// Per router one cycle each for virtual channel, switch and crossbar; 3 + 3 H + channels between
  /// routers, whatever the way (BookSim2's timing).
  void zeroLoadIsExact() {
    for (const std::int64_t routers : {2, 3, 8, 15})
      for (const Cycle channel : {1, 2, 7}) {
        const double expected =
            3.0 + 3.0 * static_cast<double>(routers) + static_cast<double>((routers - 1) * channel);
        QCOMPARE(latencyOf(row(routers, channel)), expected);
      }
    Setup self = wormholeSetup("mesh", mesh(2, 2));
    self.traffic = test::onePair(1, 1);
    self.load = 0.01;
    QCOMPARE(latencyOf(self), 6.0);
  }

  void everyStageAddsItsDelay() {
    const double plain = latencyOf(row(6));
    const auto with = [](const std::function<void(WormholeSettings&)>& change) {
      Setup s = row(6);
      change(test::wormhole(s));
      return latencyOf(s);
    };
    QCOMPARE(with([](auto& w) { w.delays.route = 1; }), plain + 6);
    QCOMPARE(with([](auto& w) { w.delays.route = 3; }), plain + 18);
    QCOMPARE(with([](auto& w) { w.delays.vcAllocation = 2; }), plain + 6);
    QCOMPARE(with([](auto& w) { w.delays.switchAllocation = 3; }), plain + 12);
    QCOMPARE(with([](auto& w) { w.delays.traversal = 4; }), plain + 18);
    QCOMPARE(with([](auto& w) { w.delays.traversal = 0; }), plain - 6);
    QCOMPARE(with([](auto& w) { w.delays.credit = 5; }), plain);
    QCOMPARE(with([](auto& w) { w.speculative = true; }), plain - 6);
  }

  /// The tail follows S - 1 cycles behind; stored and forwarded, it does so at every router.
  void longPacketsAreSerialised() {
    Setup s = row(5);
    const double one = latencyOf(s);
    s.packetFlits = 8;
    s.load = 0.0008;
    QCOMPARE(latencyOf(s), one + 7);
    test::wormhole(s).storeAndForward = true;
    QCOMPARE(latencyOf(s), one + 7 + 5 * 7);
  }

  void nothingIsLost_data() {
    QTest::addColumn<int>("variant");
    const auto all = variants();
    for (std::size_t i = 0; i < all.size(); ++i)
      QTest::newRow(all[i].name.c_str()) << static_cast<int>(i);
  }

  /// Flits, credits and packets add up in every cycle at any load; the split of the latency adds up
  /// to the latency; stepped or not, the results are the same.
  void nothingIsLost() {
    QFETCH(int, variant);
    const Variant made = variants()[static_cast<std::size_t>(variant)];
    for (const char* kind : {"mesh", "torus", "k_ary_n_tree", "dragonfly"})
      for (const double load : {0.1, 0.9}) {
        Setup s = wormholeSetup(kind);
        s.virtualChannels = {4, 4, 4};
        s.load = load;
        s.run.warmup = 100;
        s.run.measure = 200;
        s.run.maxCycles = load < 0.5 ? 3000 : 500;
        made.change(s);
        Simulation stepped(s);
        while (!stepped.done()) {
          stepped.advance(1);
          const std::vector<std::string> found = stepped.violations();
          QVERIFY2(found.empty(), found.empty() ? "" : found.front().c_str());
        }
        const Results one = stepped.results(), all = finished(s);
        QCOMPARE(one.latency.mean, all.latency.mean);
        QCOMPARE(one.flitHops, all.flitHops);
        QVERIFY(load > 0.5 || one.packetsMeasured > 0);
        if (load < 0.5 && one.packetsLost == 0) {
          const double split = one.split.source + one.split.lookup + one.split.vcAllocation +
                               one.split.switchAllocation + one.split.traversal +
                               one.split.channel + one.split.serialization;
          QVERIFY2(std::abs(split - one.latency.mean) < 1e-6 * one.latency.mean,
                   std::to_string(split - one.latency.mean).c_str());
        }
      }
  }

  /// A held switch makes no difference to packets of one flit, but takes the general way through
  /// allocation: it must find what the short one finds, bit by bit.
  void bothWaysOfAllocationAgree() {
    for (const double load : {0.1, 0.3, 0.45, 1.0}) {
      Setup s = wormholeSetup("torus", mesh(6, 5));
      s.load = load;
      Results results[2];
      for (const bool general : {false, true}) {
        test::wormhole(s).holdSwitch = general;
        results[general] = finished(s);
      }
      QCOMPARE(results[0].latency.mean, results[1].latency.mean);
      QCOMPARE(results[0].flitHops, results[1].flitHops);
      QVERIFY(results[0].channelUtilization == results[1].channelUtilization);
    }
  }

  /// Karol, Hluchyj & Morgan 1987: one queue an input, and a switch accepts 2 - sqrt(2) of the
  /// load.
  void oneQueueIsBlockedByItsHead() {
    Setup s = wormholeSetup("crossbar", {{"terminals", std::int64_t{64}}}, "", 1);
    test::wormhole(s).speculative = true;  // or a queue would pause between two packets
    test::wormhole(s).bufferFlits = 60'000;
    test::wormhole(s).switchAllocator.iterations = test::wormhole(s).vcAllocator.iterations = 4;
    s.load = 1;
    s.run.maxCycles = s.run.warmup + s.run.measure;
    const double accepted = finished(s).acceptedLoad;
    QVERIFY2(std::abs(accepted - 0.5858) < 0.01, std::to_string(accepted).c_str());
  }

  /// With a queue for each output nothing is in the way (McKeown, IEEE/ACM ToN 1999). Terminals
  /// send to themselves as well: else a pointer that goes round all outputs loses a turn at each
  /// round.
  void virtualOutputQueuesAcceptEverything() {
    constexpr double kLoad = 0.99;
    for (const unsigned iterations : {1u, 4u}) {
      Setup s = virtualOutputQueues();
      test::setPattern(s, "uniform", {{"include_self", true}});
      test::wormhole(s).switchAllocator.iterations = test::wormhole(s).vcAllocator.iterations =
          iterations;
      s.load = kLoad;
      const double accepted = finished(s).acceptedLoad;
      QVERIFY2(accepted > 0.99 * kLoad, std::to_string(accepted).c_str());
    }
    Setup best = virtualOutputQueues();
    test::wormhole(best).switchAllocator.kind = AllocatorKind::maximumMatching;
    best.load = kLoad;
    const double accepted = finished(best).acceptedLoad;
    QVERIFY2(std::abs(accepted / kLoad - 1) < 0.002, std::to_string(accepted).c_str());
    Setup rounds = virtualOutputQueues();
    rounds.load = kLoad;
    const double lost = finished(rounds).acceptedLoad;
    QVERIFY2(std::abs(lost - 15.0 / 16) < 0.002, std::to_string(lost).c_str());
  }

  void aDeadlockIsSeenAndShown() {
    Setup s = wormholeSetup("ring", {{"routers", std::int64_t{6}}});
    s.virtualChannels = {1, 1, 1};
    s.routing = std::make_shared<RoundTheRing>(s.topology);
    s.packetFlits = 12;
    s.load = 1;
    Simulation simulation(s);
    while (!simulation.done()) simulation.advance(1000);
    const Results results = simulation.results();
    QCOMPARE(results.verdict, Verdict::deadlocked);
    QCOMPARE(results.deadlock.size(), std::size_t{6});
    QVERIFY(simulation.now() < s.run.maxCycles);
  }

  /// Li & Chu, ScalCom 2018, k = 4: with routers and links of one cycle MiKANT is one cycle quicker
  /// than Clos under uniform traffic and exactly two under inversion; its knee is at 1/k.
  void mikantBeatsClos() {
    const auto run = [](const char* kind, const char* pattern, double load) {
      Setup s = wormholeSetup(kind, {{"n", std::int64_t{3}}, {"k", std::int64_t{4}}}, "mikant", 1);
      test::wormhole(s).bufferFlits = 64;
      test::wormhole(s).speculative = true;
      test::wormhole(s).delays.traversal = 0;
      test::setPattern(s, pattern);
      s.load = load;
      s.run.warmup = 3000;
      s.run.measure = 12'000;
      if (load > 0.2) s.run.maxCycles = s.run.warmup + s.run.measure;
      return finished(s);
    };
    const double uniform =
        run("clos", "uniform", 0.01).latency.mean - run("mikant", "uniform", 0.01).latency.mean;
    QVERIFY2(std::abs(uniform - 1) < 0.05, std::to_string(uniform).c_str());
    const double inversion = run("clos", "bit_complement", 0.01).latency.mean -
                             run("mikant", "bit_complement", 0.01).latency.mean;
    QVERIFY2(std::abs(inversion - 2) < 0.01, std::to_string(inversion).c_str());
    QVERIFY(std::abs(run("mikant", "bit_complement", 0.24).acceptedLoad - 0.24) < 0.005);
    QVERIFY(std::abs(run("mikant", "bit_complement", 0.35).acceptedLoad - 0.25) < 0.005);
  }

  /// Of trials with probability q in each cycle, those in the four cycles in which a terminal still
  /// sends the last five flits are lost: a packet in 1/q + 4 cycles, and none waits.
  void losesPacketsWhileBusy() {
    Setup s = row(3);
    s.packetFlits = 5;
    s.load = 0.5;
    const Results queued = finished(s);
    QCOMPARE(queued.packetsRefused, 0U);
    QVERIFY(queued.split.source > 1);
    test::wormhole(s).dropWhenBusy = true;
    const Results lossy = finished(s);
    const double cycles =
        static_cast<double>(s.run.measure) / static_cast<double>(lossy.packetsMeasured);
    QVERIFY2(std::abs(cycles - 14) < 0.4, std::to_string(cycles).c_str());
    QVERIFY(lossy.packetsRefused > 0);
    QVERIFY(lossy.split.source < 0.1);
    QCOMPARE(lossy.verdict, Verdict::stable);
  }
};

HOPSCOPE_TEST(WormholeTest)

}  // namespace hopscope

#include "wormhole_test.moc"
