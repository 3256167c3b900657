// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>
#include <map>
#include <set>

#include "engine/simulation/conservation_watch.h"
#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// Small networks of every family, in modes that exercise every path through a router.
std::vector<std::pair<std::string, Setup>> crowd() {
  std::vector<std::pair<std::string, Setup>> all;
  const auto add = [&](const std::string& name, Setup s) { all.emplace_back(name, std::move(s)); };
  const std::vector<std::int64_t> grid{4, 4};
  add("mesh", test::makeSetup("mesh", {{"dimensions", grid}}));
  add("torus", test::makeSetup("torus", {{"dimensions", grid}}));
  add("tree", test::makeSetup("k_ary_n_tree", {{"n", std::int64_t{3}}, {"k", std::int64_t{2}}}));
  add("clos", test::makeSetup("clos", {{"n", std::int64_t{2}}, {"k", std::int64_t{3}}}));
  add("mikant", test::makeSetup("mikant", {{"n", std::int64_t{3}}, {"k", std::int64_t{2}}}));
  add("dragonfly", test::makeSetup("dragonfly"));
  add("complete", test::makeSetup("complete", {{"routers", std::int64_t{5}}}));
  add("crossbar", test::makeSetup("crossbar", {{"terminals", std::int64_t{8}}}));
  add("mesh, up*/down*", test::makeSetup("mesh", {{"dimensions", grid}}, "up_down"));

  Setup islip = test::makeSetup("mesh", {{"dimensions", grid}});
  test::vct(islip).kinds.front().allocator.kind = AllocatorKind::islip;
  test::vct(islip).kinds.front().allocator.iterations = 2;
  islip.virtualChannels.local = 3;
  add("islip, 3 VCs", std::move(islip));

  Setup inputQueued = test::makeSetup("torus", {{"dimensions", grid}});
  test::vct(inputQueued).kinds.front().speedupNumerator = 1;
  test::vct(inputQueued).kinds.front().outputBuffer = 0;
  add("input-queued", std::move(inputQueued));

  Setup tight = test::makeSetup("torus", {{"dimensions", grid}});
  test::vct(tight).kinds.front().localBuffer = tight.packetFlits;
  test::vct(tight).kinds.front().outputBuffer = tight.packetFlits;
  test::vct(tight).kinds.front().injectionBuffer = tight.packetFlits;
  add("one packet a buffer", std::move(tight));

  const auto ofSeveralLengths = [](Setup& s) {
    s.packetFlits = 11;
    s.packetSizes = {{1, 0.5}, {4, 0.3}, {11, 0.2}};
    SwitchSettings& kind = test::vct(s).kinds.front();
    for (std::uint32_t* buffer : {&kind.localBuffer, &kind.globalBuffer, &kind.injectionBuffer})
      *buffer = std::max(*buffer, s.packetFlits);
  };
  Setup several = test::makeSetup("dragonfly");
  ofSeveralLengths(several);
  test::vct(several).kinds.front().outputBuffer = 11;
  add("several lengths", several);
  test::vct(several).kinds.front().speedupNumerator = 1;
  test::vct(several).kinds.front().speedupDenominator = 1;
  test::vct(several).kinds.front().outputBuffer = 0;
  add("several lengths, input-queued", several);
  test::vct(several).kinds.front().ejection = EjectionRule::consumer;
  test::vct(several).kinds.front().allocator.kind = AllocatorKind::islip;
  add("several lengths, taken by consumers", several);
  Setup adaptive = test::makeSetup("mesh", {{"dimensions", grid}}, "minimal_adaptive");
  ofSeveralLengths(adaptive);
  add("several lengths, adaptive", std::move(adaptive));

  Setup cached = test::makeSetup("dragonfly");
  cached.lookups.front().kind = LookupKind::cache;
  cached.lookups.front().camLatency = cached.lookups.front().camInterval = 2000;
  cached.lookups.front().cache.entries = 8;
  cached.lookups.front().cache.ways = 2;
  add("small caches", std::move(cached));
  return all;
}

}  // namespace

class ConservationTest : public QObject {
  Q_OBJECT

 private slots:
  /// Packets and credits are conserved, and order within virtual channels is kept, after every
  /// cycle, far beyond saturation.
  void holdsAtEveryCycle() {
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
    }
  }

  void countsGoOnAndBecomeRarer() {
    ConservationWatch watch(640);
#ifdef HOPSCOPE_CHECKED
    QCOMPARE(watch.due(), Cycle{1});
    watch.counted(1, {});
    QCOMPARE(watch.due(), Cycle{11});
    watch.counted(50 * 1024, {});
    QCOMPARE(watch.due(), Cycle{50 * 1024 + 50});
#else
    QCOMPARE(watch.due(), std::numeric_limits<Cycle>::max());
#endif
  }

  /// Below saturation every measured packet arrives, once.
  void nothingIsLost() {
    for (auto& [name, setup] : crowd()) {
      setup.load = 0.05;
      setup.run = {500, 3000, 100'000, 500, 4};
      Simulation simulation(setup);
      simulation.advance(1'000'000);
      const Results results = simulation.results();
      QVERIFY2(simulation.done(), name.c_str());
      QVERIFY2(results.packetsLost == 0, name.c_str());
      QVERIFY2(results.packetsRefused == 0 || name == "one packet a buffer", name.c_str());
      QVERIFY2(results.verdict == Verdict::stable, name.c_str());
      std::uint64_t counted = 0;
      for (const HistogramBar& bar : results.histogram) counted += bar.count;
      QCOMPARE(counted, results.packetsMeasured);
    }
  }

  /// However it is stepped and looked at, one seed gives one result; another seed another.
  void isDeterministic() {
    for (auto& [name, setup] : crowd()) {
      setup.run = {300, 700, 20'000, 100, 12};
      Simulation free(setup);
      free.advance(1'000'000);
      Simulation stepped(setup);
      Snapshot snapshot;
      for (Cycle length = 1; !stepped.done(); length = length % 37 + 1) {
        stepped.advance(length);
        stepped.snapshot(snapshot, {0, true, 1000});
      }
      setup.run.seed = 13;
      Simulation other(setup);
      other.advance(1'000'000);
      const Results a = free.results(), b = stepped.results(), c = other.results();
      QVERIFY2(a.cycles == b.cycles && a.flitHops == b.flitHops, name.c_str());
      QVERIFY2(a.latency.mean == b.latency.mean && a.latency.ci95 == b.latency.ci95, name.c_str());
      QVERIFY2(a.channelUtilization == b.channelUtilization, name.c_str());
      QVERIFY2(a.channelUtilization != c.channelUtilization, name.c_str());
    }
  }

  /// The share of links busy equals what the packets' ways add up to.
  void utilisationAddsUp() {
    Setup s = test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
    s.load = 0.2;
    s.run = {2000, 20'000, 60'000, 1000, 2};
    Simulation simulation(s);
    simulation.advance(1'000'000);
    const Results results = simulation.results();
    double between = 0;
    for (ChannelId c = 0; c < s.topology->channelCount(); ++c)
      if (s.topology->kindOf(c / 2) != LinkKind::terminal) between += results.channelUtilization[c];
    const double expected = results.acceptedLoad * s.topology->terminalCount() * results.hopsMean;
    QVERIFY2(std::abs(between / expected - 1) < 0.01,
             qPrintable(QString::number(between / expected)));
  }

  /// Two virtual channels without a dateline: the torus deadlocks, and the run says so.
  void deadlockIsDetected() {
    class Circling final : public RoutingAlgorithm {
     public:
      explicit Circling(const Topology& t) : t_(t) {}
      RouteChoice route(RouterId router, PortIndex, RouteState state) const override {
        const TerminalPlace& place = t_.terminals[state.destination];
        if (place.router == router) return {place.port, 1, 0};
        for (PortIndex p = 0; p < t_.radix(router); ++p)
          if (const LinkEnd& peer = t_.port(router, p).peer;
              !peer.isTerminal && peer.node == (router + 1) % t_.routerCount())
            return {p, 1, 0};
        return {};
      }

     private:
      const Topology& t_;
    };
    Setup s = test::makeSetup("torus", {{"dimensions", std::vector<std::int64_t>{6}}});
    s.routing = std::make_shared<Circling>(*s.topology);
    s.virtualChannels.local = 1;
    test::vct(s).kinds.front().localBuffer = s.packetFlits;
    test::vct(s).kinds.front().outputBuffer = s.packetFlits;
    s.load = 1;
    s.run = {1000, 50'000, 100'000, 1000, 1};
    Simulation simulation(s);
    simulation.advance(1'000'000);
    const Results results = simulation.results();
    QCOMPARE(results.verdict, Verdict::deadlocked);
    QVERIFY(simulation.now() < 50'000);
    QVERIFY(!results.warnings.empty());
  }

  /// The diagonal of a transpose sends nothing: the network accepts less than the load, and yet all
  /// that is tried. One flit in a hundred more than it can carry is saturation.
  void theVerdictCountsWhatIsTried() {
    Setup s = test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
    test::setPattern(s, "transpose");
    s.load = 0.2;
    s.run = {2000, 40'000, 100'000, 1000, 2};
    Simulation quiet(s);
    quiet.advance(1'000'000);
    QVERIFY(std::abs(quiet.results().acceptedLoad - 0.2 * 12 / 16) < 0.003);
    QCOMPARE(quiet.results().verdict, Verdict::stable);

    Setup one = test::makeSetup("crossbar", {{"terminals", std::int64_t{2}}});
    one.traffic = test::onePair(0, 1);
    one.packetFlits = 1;
    one.lookups.front().kind = LookupKind::cam;
    one.load = 1;
    one.picosecondsPerCycle = 1000;
    one.run = {5000, 200'000, 300'000, 1000, 1};
    for (const Picoseconds interval : {1005, 1030}) {
      one.lookups.front().camLatency = one.lookups.front().camInterval = interval;
      Simulation simulation(one);
      simulation.advance(1'000'000);
      QCOMPARE(simulation.results().verdict,
               interval == 1005 ? Verdict::stable : Verdict::saturated);
    }
  }

  /// Long silences at a tiny load, and a head that waits for its table afterwards, are no deadlock.
  void aSilenceIsNoDeadlock() {
    Setup s = test::makeSetup("crossbar", {{"terminals", std::int64_t{2}}});
    s.traffic = test::onePair(0, 1);
    s.lookups.front().kind = LookupKind::cam;
    s.load = 0.0002;
    s.run = {0, 1'000'000, 2'000'000, 10'000, 1};
    Simulation simulation(s);
    simulation.advance(3'000'000);
    QCOMPARE(simulation.results().verdict, Verdict::stable);
    QVERIFY(simulation.results().packetsMeasured > 10);
  }

  /// A run cut short says so, and its numbers cover what was measured.
  void partialResults() {
    Setup s = test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
    s.run = {1000, 4000, 50'000, 500, 1};
    Simulation simulation(s);
    simulation.advance(2000);
    const Results results = simulation.results();
    QVERIFY(!results.complete);
    QCOMPARE(results.cycles, Cycle{2000});
    QCOMPARE(results.windows.size(), std::size_t{4});
    QVERIFY(std::abs(results.acceptedLoad - 0.3) < 0.03);
  }
};

HOPSCOPE_TEST(ConservationTest)

}  // namespace hopscope

#include "conservation_test.moc"
