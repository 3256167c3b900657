// SPDX-License-Identifier: GPL-3.0-or-later
// The load at which the first channel or table is busy all the time: counted by hand, and against
// runs just below and just above it.
#include "engine/simulation/saturation_bound.h"

#include <QTest>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/traffic/traffic_mix.h"
#include "tests/support/test_main.h"
#include "tests/support/wormhole.h"

namespace hopscope {
namespace {

/// Terminal t of n sends to t + n / 2.
class Opposite final : public TrafficPattern {
 public:
  explicit Opposite(std::uint32_t terminals) : terminals_(terminals) {}
  TerminalId destination(TerminalId source, Rng&) const override {
    return (source + terminals_ / 2) % terminals_;
  }
  void destinations(TerminalId source, std::vector<DestinationShare>& out) const override {
    out.push_back({(source + terminals_ / 2) % terminals_, 1});
  }

 private:
  std::uint32_t terminals_;
};

/// Eight terminals at one switch, packets of 4 flits, 1 ns a cycle: at load L, 2 L packets a cycle.
Setup crossbar(LookupKind kind) {
  Setup s = test::makeSetup("crossbar", {{"terminals", std::int64_t{8}}});
  s.lookups.front().kind = kind;
  s.run = {8000, 20'000, 100'000, 1000, 1};
  return s;
}

QString words(const Setup& setup) {
  return QString::fromStdString(describe(*setup.topology, saturationBound(setup)).english());
}

/// Of as many packets at any load.
Verdict verdictAt(Setup setup, double load) {
  setup.load = load;
  setup.run.measure = static_cast<Cycle>(4000 / load);
  setup.run.maxCycles = 4 * setup.run.measure + 20'000;
  return test::finished(std::move(setup)).verdict;
}

struct Row {
  const char* name;
  Setup setup;
  double bound;      ///< by hand
  const char* says;  ///< of the bottleneck
};

std::vector<Row> rows() {
  std::vector<Row> all;
  const auto row = [&](const char* name, Setup setup, double bound, const char* says) -> Setup& {
    return all.emplace_back(Row{name, std::move(setup), bound, says}).setup;
  };
  const auto lookup = [](Setup& setup) -> LookupSettings& { return setup.lookups.front(); };

  // A lookup of 25 ns: 2 L x 25 = 1.
  row("CAM of a switch", crossbar(LookupKind::cam), 0.02, "the CAM of router 0 is busy");
  lookup(row("CAM of a port", crossbar(LookupKind::cam), 0.16,
             "the CAM of router 0 for what comes from terminal 0 is busy"))
      .camPerPort = true;
  lookup(row("four banks", crossbar(LookupKind::cam), 0.08, "the CAM of router 0")).camBanks = 4;
  // 4.5 rows of 5 ns in the mean: 2 L x 22.5 = 1. Terminal 0, which does not send to itself, has 5.
  lookup(row("linear table", crossbar(LookupKind::dram), 1 / 45.0, "the linear table of router 0"))
      .dramRead = 5000;
  lookup(row("linear table of a port", crossbar(LookupKind::dram), 0.16,
             "the linear table of router 0 for what comes from terminal 0"))
      .dramRead = 5000;
  lookup(all.back().setup).camPerPort = true;
  lookup(row("node reduction", crossbar(LookupKind::nrfMap), 0.5,
             "node reduction of router 0 for what comes from terminal 0"))
      .cache.interval = 8000;

  // Caches that hold all destinations from the beginning.
  const auto cached = [&](Picoseconds interval) {
    Setup s = crossbar(LookupKind::cache);
    lookup(s).warmUp = true;
    lookup(s).cache.interval = interval;
    return s;
  };
  row("cache", cached(8000), 0.5,
      "the forwarding cache of router 0 for what comes from terminal 0");
  lookup(row("cache of two lanes", cached(12'000), 2 / 3.0, "the forwarding cache of router 0"))
      .cache.lanes = 2;
  // A probe as long as the other goes before each.
  row("prefetch", cached(1000), 0.5, "terminal 0 → router 0 is full").prefetch = 50;
  all.back().setup.traffic = std::make_shared<Opposite>(8);
  row("prefetch and caches", cached(6000), 1 / 3.0, "the forwarding cache of router 0").prefetch =
      50;
  all.back().setup.traffic = std::make_shared<Opposite>(8);

  // Sixteen routers: a packet is looked up in 47 / 15 of them on its way, 4 flits.
  Setup torus = test::makeSetup("torus", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
  torus.run = {8000, 20'000, 100'000, 1000, 1};
  lookup(torus).kind = LookupKind::cam;
  row("CAMs of a torus", torus, 4 / 25.0 * 15 / 47, "the CAM of router 0 is busy");
  row("full channels", test::makeSetup("torus", {{"dimensions", std::vector<std::int64_t>{8}}}), 0,
      "is full")
      .traffic = std::make_shared<Opposite>(8);
  all.back().bound = 0.25;
  all.back().setup.run = torus.run;

  // Flit by flit: a lookup a packet of one flit, then half the flits in packets of eight.
  Setup flits = test::wormholeSetup("crossbar", {{"terminals", std::int64_t{8}}});
  flits.run = {8000, 20'000, 100'000, 1000, 1};
  lookup(flits).kind = LookupKind::cam;
  lookup(flits).camPerPort = true;
  lookup(flits).camInterval = lookup(flits).camLatency = 2000;
  row("wormhole", flits, 0.5, "the CAM of router 0 for what comes from terminal 0");
  Setup mixed = flits;
  mixed.packetFlits = 8;
  mixed.packetSizes = {{8, 1.0}};
  std::shared_ptr<const TrafficPattern> uniform = mixed.traffic;
  mixed.traffic = mixOf({{"short", 0.5, 1, uniform}, {"long", 0.5, 0, uniform}});
  lookup(mixed).camInterval = lookup(mixed).camLatency = 4000;
  row("packets of two lengths", mixed, 1 / (4 * (0.5 + 0.5 / 8)), "the CAM of router 0 for");
  lookup(flits).kind = LookupKind::algorithm;
  test::wormhole(flits).delays.switchAllocation = 3;
  flits.traffic = std::make_shared<Opposite>(8);
  Setup emptied = flits;
  test::wormhole(emptied).delays.switchAllocation = 1;
  test::wormhole(emptied).reallocate = VcReuse::empty;
  emptied.virtualChannels = {1, 1, 1};
  // To a terminal: granted the switch a cycle later, 3 cycles there, 3 until the credit can be
  // used.
  row("virtual channels that run empty", emptied, 1 / 7.0,
      "every virtual channel of router 0 → terminal 0 is busy");
  // Five flits each, and a credit that takes its time: four cycles more, and four again.
  emptied.virtualChannels = {2, 2, 2};
  emptied.packetFlits = 5;
  test::wormhole(emptied).delays.credit = 5;
  row("two of them, longer packets", emptied, 2 * 5 / 15.0,
      "every virtual channel of router 0 → terminal 0 is busy");
  row("switch allocation", flits, 1 / 3.0, "the switch allocation of router 0");
  test::wormhole(flits).inputSpeedup = 2;
  row("two ways out of an input", flits, 1 / 3.0, "of router 0 for router 0 → terminal");
  std::swap(test::wormhole(flits).inputSpeedup, test::wormhole(flits).outputSpeedup);
  row("two ways into an output", flits, 1 / 3.0, "of router 0 for terminal 0 → router 0");
  return all;
}

}  // namespace

class SaturationBoundTest : public QObject {
  Q_OBJECT

 private slots:
  void byHandAndInRuns_data();
  void byHandAndInRuns();
  void channelsInWords();
  void adaptiveWaysBeginAndEndSomewhere();
  void missesAreSaid();
  void silentClassesLeaveTheirShareToNobody();
  void givesUpInTime();
  void lostPacketsAreSaid();
};

void SaturationBoundTest::byHandAndInRuns_data() {
  QTest::addColumn<int>("row");
  const auto all = rows();
  for (std::size_t i = 0; i < all.size(); ++i) QTest::newRow(all[i].name) << static_cast<int>(i);
}

void SaturationBoundTest::byHandAndInRuns() {
  QFETCH(int, row);
  static const auto all = rows();
  const Row& each = all[static_cast<std::size_t>(row)];
  const SaturationBound bound = saturationBound(each.setup);
  QVERIFY2(std::abs(bound.load - each.bound) < 1e-9 * each.bound,
           qPrintable(QString::number(bound.load)));
  const QString text = words(each.setup);
  QVERIFY2(text.contains(QString::fromUtf8(each.says)), qPrintable(text));
#ifndef HOPSCOPE_CHECKED  // long runs, of which every cycle would be checked
  QVERIFY(verdictAt(each.setup, 0.93 * bound.load) == Verdict::stable);
  QVERIFY(verdictAt(each.setup, 1.1 * bound.load) == Verdict::saturated);
#endif
}

void SaturationBoundTest::channelsInWords() {
  Setup ring = test::makeSetup("torus", {{"dimensions", std::vector<std::int64_t>{4}}});
  ring.traffic = std::make_shared<Opposite>(4);
  QCOMPARE(words(ring), QString("Saturation bound under this traffic: 0.5 flits per terminal and "
                                "cycle, where router 0 → router 1 is full."));
  QCOMPARE(words(test::makeSetup("crossbar")),
           QString("Saturation bound under this traffic: none below 1; nothing is full before a "
                   "terminal sends all it can."));
  Setup silent = test::makeSetup("crossbar");
  silent.traffic = test::onePair(kNone, 0);
  QCOMPARE(words(silent), QString("Under this traffic no terminal sends."));
  QVERIFY(std::isinf(saturationBound(silent).load));
}

/// Whatever way they take, packets are looked up in the router of their terminal and in that of
/// their destination.
void SaturationBoundTest::adaptiveWaysBeginAndEndSomewhere() {
  Setup s = test::makeSetup("torus", {{"dimensions", std::vector<std::int64_t>{4, 4}}},
                            "minimal_adaptive");
  QCOMPARE(words(s), QString("This routing decides by what it sees, so no bound follows from "
                             "counting channels."));
  s.lookups.front().kind = LookupKind::cam;
  s.run = {4000, 10'000, 50'000, 1000, 1};
  QCOMPARE(words(s),
           QString("This routing decides by what it sees, so channels between routers are not "
                   "counted. Saturation bound of all paths under this traffic: 0.08 flits per "
                   "terminal and cycle, where the CAM of router 0 is busy all the time."));
  QVERIFY(verdictAt(s, 0.084) == Verdict::saturated);
  test::setPattern(s, "hot_spot", {{"share", 1.0}, {"targets", std::vector<std::int64_t>{5}}});
  s.lookups.front().kind = LookupKind::algorithm;
  const SaturationBound bound = saturationBound(s);
  QVERIFY(bound.at == Bottleneck::channel);
  QVERIFY(s.topology->to(bound.channel) == (LinkEnd{5, 0, true}));
}

void SaturationBoundTest::missesAreSaid() {
  Setup s = crossbar(LookupKind::cache);
  s.lookups.front().cache.interval = 8000;
  // Of 2 x 0.5 lookups a cycle the CAM answers a twenty-fifth.
  QVERIFY2(words(s).endsWith("It is an upper bound: every lookup is taken to hit its cache. Where "
                             "more than 4 % ask the CAM of router 0, that is busy all the time "
                             "first."),
           qPrintable(words(s)));
  s.lookups.front().camInterval = 500;
  QVERIFY2(words(s).endsWith("every lookup is taken to hit its cache."), qPrintable(words(s)));
  s.lookups.front().camInterval = 25'000;
  s.lookups.front().camPerPort = true;
  QVERIFY2(words(s).contains("more than 32 % ask"), qPrintable(words(s)));
}

/// Of the load of a class that sends from terminal 0 alone, the others have nothing.
void SaturationBoundTest::silentClassesLeaveTheirShareToNobody() {
  Setup s = crossbar(LookupKind::cam);
  const std::shared_ptr<const TrafficPattern> uniform = s.traffic;
  s.traffic = mixOf({{"all", 0.5, 0, uniform}, {"one", 0.5, 0, test::onePair(0, 1)}});
  // 8 x 0.5 + 0.5 flits a cycle in packets of 4, 25 cycles each.
  QVERIFY(std::abs(saturationBound(s).load - 4 / (4.5 * 25)) < 1e-12);
}

void SaturationBoundTest::givesUpInTime() {
  Setup s = test::makeSetup("complete", {{"routers", std::int64_t{7}}});
  QVERIFY(saturationBound(s, 3).counted == Counted::tooLarge);
  QCOMPARE(describe(*s.topology, saturationBound(s, 3)).english(),
           std::string("The network is too large to count what its channels carry."));
  s.lookups.front().kind = LookupKind::cam;
  // Every terminal's packets are looked up at both ends at least, but for a neighbour's: all 14 x
  // 13 pairs make 2 x 182 - 14 lookups, of which each router has a seventh; packets of 4 flits.
  const SaturationBound ends = saturationBound(s, 100);
  QVERIFY(ends.counted == Counted::tooLarge && ends.at == Bottleneck::cam);
  QVERIFY(std::abs(ends.load - 4 / 25.0 * 7 * 13 / 350) < 1e-12);
  const SaturationBound whole = saturationBound(s);
  QVERIFY(whole.counted == Counted::everything);
  // All ways are that short here.
  QVERIFY(std::abs(whole.load - ends.load) < 1e-12);
}

/// An algorithm that sends everything the wrong way.
void SaturationBoundTest::lostPacketsAreSaid() {
  class Astray final : public RoutingAlgorithm {
   public:
    RouteChoice route(RouterId, PortIndex, RouteState) const override { return {0, 1, 0}; }
  };
  Setup s = test::makeSetup("crossbar", {{"terminals", std::int64_t{4}}});
  s.routing = std::make_shared<Astray>();
  QVERIFY2(words(s).endsWith("75 % of all packets are not delivered."), qPrintable(words(s)));
}

}  // namespace hopscope

using hopscope::SaturationBoundTest;
HOPSCOPE_TEST(SaturationBoundTest)
#include "saturation_bound_test.moc"
