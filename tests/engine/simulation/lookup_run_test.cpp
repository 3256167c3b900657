// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>
#include <array>
#include <cmath>

#include "engine/forwarding/cache_map.h"
#include "engine/simulation/make_network.h"
#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"
#include "tests/support/wormhole.h"

namespace hopscope {
namespace {

Results resultsOf(const Setup& s) {
  Simulation simulation(s);
  simulation.advance(1'000'000);
  return simulation.results();
}

Setup setupFor(bool wormhole, const char* kind, const Values& parameters) {
  return wormhole ? test::wormholeSetup(kind, parameters) : test::makeSetup(kind, parameters);
}

}  // namespace

/// Lookup technologies in a running network, of both kinds of switches.
class LookupRunTest : public QObject {
  Q_OBJECT

  static void models() {
    QTest::addColumn<bool>("wormhole");
    QTest::newRow("virtual cut-through") << false;
    QTest::newRow("wormhole") << true;
  }

 private slots:
  void warmCachesOnlyHit_data() { models(); }
  void warmCachesOnlyHit();
  void aLinearTableCostsItsRows_data() { models(); }
  void aLinearTableCostsItsRows();
  void theSharedCacheAnswersWhatPortsForget_data() { models(); }
  void theSharedCacheAnswersWhatPortsForget();
  void lanesMultiplyTheRate();
  void reprogrammingEmptiesTheCaches_data() { models(); }
  void reprogrammingEmptiesTheCaches();
  void lookupsOfAPortAreRecorded_data() { models(); }
  void lookupsOfAPortAreRecorded();
  void zeroLoadIsTheFormula_data() { models(); }
  void zeroLoadIsTheFormula();
  void meanOfHitRatesIsTheFormula_data() { models(); }
  void meanOfHitRatesIsTheFormula();
  void energyIsWhatWasCounted_data() { models(); }
  void energyIsWhatWasCounted();
};

void LookupRunTest::warmCachesOnlyHit() {
  QFETCH(bool, wormhole);
  for (const char* kind : {"torus", "dragonfly"}) {
    Setup s = setupFor(wormhole, kind, {});
    s.load = 0.1;
    s.run = {0, 4000, 50'000, 500, 1};
    s.lookups.front().kind = LookupKind::cache;
    const Results cold = resultsOf(s);
    QVERIFY(cold.cache.compulsory > 100);
    s.lookups.front().warmUp = true;
    const Results warm = resultsOf(s);
    QVERIFY(warm.cache.lookups > 1000);
    QCOMPARE(warm.cache.hits, warm.cache.lookups);
    QCOMPARE(warm.cache.camLookups, std::uint64_t{0});
    QVERIFY(warm.latency.mean < cold.latency.mean);
  }
}

/// From terminal 0 to terminal 3 of a row of four, through four routers: four rows in each.
void LookupRunTest::aLinearTableCostsItsRows() {
  QFETCH(bool, wormhole);
  Setup plain = setupFor(wormhole, "mesh", {{"dimensions", std::vector<std::int64_t>{4}}});
  plain.traffic = test::onePair(0, 3);
  plain.load = 0.002;
  plain.run = {0, 20'000, 60'000, 500, 1};
  Setup dram = plain;
  dram.lookups.front().kind = LookupKind::dram;
  dram.lookups.front().dramRead = 50'000;
  QCOMPARE(resultsOf(dram).latency.minimum, resultsOf(plain).latency.minimum + 4 * (4 * 50));
}

void LookupRunTest::theSharedCacheAnswersWhatPortsForget() {
  QFETCH(bool, wormhole);
  Setup s = setupFor(wormhole, "torus", {});
  s.load = 0.1;
  s.run = {1000, 4000, 50'000, 500, 1};
  LookupSettings& lookup = s.lookups.front();
  lookup.kind = LookupKind::cache;
  lookup.warmUp = true;
  lookup.cache.entries = 8;
  const Results alone = resultsOf(s);
  QCOMPARE(alone.cache.sharedHits, std::uint64_t{0});
  lookup.shared.entries = 1024;
  const Results shared = resultsOf(s);
  const std::uint64_t misses = shared.cache.lookups - shared.cache.hits - shared.cache.mshrMerges;
  QVERIFY(misses > 1000);
  // What is under way when measuring begins or ends is counted on one side only.
  QVERIFY(std::abs(static_cast<double>(shared.cache.sharedHits) - static_cast<double>(misses)) <
          0.02 * static_cast<double>(misses));
  QCOMPARE(shared.cache.camLookups, std::uint64_t{0});
  QVERIFY(shared.latency.mean < alone.latency.mean);
}

/// A cache of 2 ns lets every second packet of a flit through at 1 GHz; two wavelengths, all.
void LookupRunTest::lanesMultiplyTheRate() {
  Setup s = test::makeSetup("crossbar", {{"terminals", std::int64_t{2}}});
  s.traffic = test::onePair(0, 1);
  s.packetFlits = 1;
  s.load = 1;
  s.run = {20'000, 20'000, 60'000, 1000, 1};
  s.lookups.front().kind = LookupKind::cache;
  s.lookups.front().cache.latency = s.lookups.front().cache.interval = 2000;
  QVERIFY(std::abs(2 * resultsOf(s).acceptedLoad - 0.5) < 0.005);
  s.lookups.front().cache.lanes = 2;
  QVERIFY(std::abs(2 * resultsOf(s).acceptedLoad - 1.0) < 0.01);
}

/// Flush and disable, write the CAM, enable: no lookups of caches meanwhile, then compulsory
/// misses.
void LookupRunTest::reprogrammingEmptiesTheCaches() {
  QFETCH(bool, wormhole);
  Setup s = setupFor(wormhole, "torus", {});
  s.load = 0.05;
  s.run = {0, 12'000, 60'000, 1000, 1};
  s.lookups.front().kind = LookupKind::cache;
  s.lookups.front().warmUp = true;
  s.lookups.front().camPerPort = true;
  s.phases = {{3500, s.traffic, s.load, true}};
  s.reprogram = 3000;
  Simulation simulation(s);
  const auto cacheLookups = [&] {
    Snapshot snapshot;
    simulation.snapshot(snapshot);
    std::uint64_t sum = 0;
    for (const std::uint64_t each : snapshot.routerLookups) sum += each;
    return sum;
  };
  simulation.advance(3500);
  const std::uint64_t before = cacheLookups();
  QCOMPARE(simulation.results().cache.camLookups, std::uint64_t{0});
  simulation.advance(3000);
  QVERIFY(before > 1000);
  QCOMPARE(cacheLookups(), before);
  QCOMPARE(simulation.results().cache.compulsory, std::uint64_t{0});
  QVERIFY(simulation.results().cache.camLookups > 1000);
  while (!simulation.done()) simulation.advance(777);
  const Results results = simulation.results();
  QVERIFY(results.cache.compulsory > 500);
  QVERIFY(std::isnan(results.windows[4].hitRate) && std::isnan(results.windows[5].hitRate));
  QVERIFY(results.windows[2].hitRate == 1.0 && results.windows[7].hitRate < 1.0);
  QCOMPARE(results.packetsLost, std::uint64_t{0});
}

/// Replayed through a cache, the recorded stream of a port gives the port's own hits.
void LookupRunTest::lookupsOfAPortAreRecorded() {
  QFETCH(bool, wormhole);
  Setup s = setupFor(wormhole, "torus", {});
  s.load = 0.1;
  s.run = {0, 5000, 60'000, 1000, 1};
  LookupSettings& lookup = s.lookups.front();
  lookup.kind = LookupKind::cache;
  lookup.cache.entries = 16;
  lookup.camLatency = lookup.camInterval = 0;  // nothing is on its way, so nothing merges
  Simulation simulation(s);
  simulation.recordLookups(5, 1, 100'000);
  WatchList watch;
  watch.router = 5;
  while (!simulation.done()) simulation.advance(1000);
  Snapshot snapshot;
  simulation.snapshot(snapshot, watch);
  const LookupCounts& counts = snapshot.router->ports[1].cache->totals;
  const std::vector<RecordedLookup>& lookups = simulation.recordedLookups();
  QVERIFY(lookups.size() > 50);
  QCOMPARE(std::uint64_t{lookups.size()}, counts.lookups);
  const CacheMap map = mapCaches(lookups, 0, lookup.cache.hash, {16}, {lookup.cache.ways});
  QCOMPARE(map.cells[0][0]->hits, counts.hits);
  simulation.recordLookups(5, 1, 10);
  QVERIFY(simulation.recordedLookups().empty());
  simulation.recordLookups(999'999, 1, 10);  // there is none: nothing happens
}

/// Hirasawa 2022, equation 4.4 with S = 75 ns + 2 ns, 25 ns for a miss, channels of 20 ns, on a
/// 5-ary 3-cube: the packet from corner to corner, for every pattern of ports that hit or miss.
void LookupRunTest::zeroLoadIsTheFormula() {
  QFETCH(bool, wormhole);
  constexpr int kSide = 5, kDimensions = 3, kHops = kSide / 2;
  Setup s =
      setupFor(wormhole, "torus", {{"dimensions", std::vector<std::int64_t>(kDimensions, kSide)}});
  const TerminalId corner = kHops * (1 + kSide + kSide * kSide);
  s.traffic = test::onePair(0, corner);
  s.packetFlits = 1;
  s.linkLatency.assign(s.topology->linkCount(), 20);
  if (!wormhole) test::vct(s).kinds.front().latency = 75;
  const auto latencyOf = [&](LookupKind kind, unsigned hits) {
    LookupSettings& lookup = s.lookups.front();
    lookup.kind = kind;
    lookup.cache.latency = 2000;
    Setup run = s;
    run.load = 1e-4;
    run.run = {0, 40'000, 100'000, 1000, 1};
    auto network = makeNetwork(run);
    if (kind == LookupKind::cache) {
      const Topology& t = *s.topology;
      for (PortId port = 0; port < t.ports.size(); ++port) {
        const int place = t.classOf(t.ports[port].link).name == "terminal"
                              ? 0
                              : t.classOf(t.ports[port].link).name.back() - '0' + 1;
        if ((hits >> place & 1u) != 0) network->routes().warm(port, corner);
      }
    }
    network->setMeasuring(true);
    while (network->measuredDelivered() == 0 && network->now() < 1'000'000)
      network->advance(network->now() + 50);
    DeliveryTally tally(s.topology->terminalCount());
    network->tally(tally);
    return tally.latency.minimum();
  };
  // What the model leaves out: the packet's own flit and, in a wormhole router, its stages.
  const double rest = latencyOf(LookupKind::algorithm, 0) -
                      (wormhole ? 0 : (1 + kDimensions * kHops) * 75) -
                      (kDimensions * kHops + 2) * 20;
  if (!wormhole) QCOMPARE(rest, 1.0);
  const auto formula = [&](double conventional, unsigned hits, bool cached) {
    double sum = rest;
    for (int i = 0; i <= kDimensions; ++i) {
      const double lookup = !cached ? conventional : (hits >> i & 1u) != 0 ? 2.0 : 2.0 + 25.0;
      sum += (i == 0 ? 1 : kHops) * ((wormhole ? 0 : 75) + lookup + 20);
    }
    return sum + 20;
  };
  QCOMPARE(latencyOf(LookupKind::cam, 0), formula(25, 0, false));
  for (unsigned hits = 0; hits < 1u << (kDimensions + 1); ++hits)
    QCOMPARE(latencyOf(LookupKind::cache, hits), formula(0, hits, true));
}

/// The same formula with hit rates between 0 and 1: the mean over packets from corner to corner,
/// whose caches are emptied before each and know it at that share of the packets.
void LookupRunTest::meanOfHitRatesIsTheFormula() {
  QFETCH(bool, wormhole);
  constexpr int kSide = 5, kDimensions = 3, kHops = kSide / 2, kPackets = 20;
  constexpr std::array<int, kDimensions + 1> kHits{18, 7, 12, 15};  // of the packets
  constexpr std::array<int, kDimensions + 1> kOrder{1, 3, 7, 9};    // prime to their number
  Setup s =
      setupFor(wormhole, "torus", {{"dimensions", std::vector<std::int64_t>(kDimensions, kSide)}});
  const Topology& t = *s.topology;
  const TerminalId corner = kHops * (1 + kSide + kSide * kSide);
  s.traffic = test::onePair(0, corner);
  s.packetFlits = 1;
  s.linkLatency.assign(t.linkCount(), 20);
  if (!wormhole) test::vct(s).kinds.front().latency = 75;
  s.load = 1e-5;
  const auto meanOf = [&](LookupKind kind) {
    Setup run = s;
    run.lookups.front().kind = kind;
    run.lookups.front().cache.latency = 2000;
    auto network = makeNetwork(run);
    network->setMeasuring(true);
    for (std::uint64_t sent = 0; sent < kPackets; ++sent) {
      network->routes().setCaches(false);  // empties them
      network->routes().setCaches(true);
      for (PortId port = 0; port < t.ports.size() && kind == LookupKind::cache; ++port) {
        const std::string& name = t.classOf(t.ports[port].link).name;
        const std::size_t place =
            name == "terminal" ? 0 : static_cast<std::size_t>(name.back() - '0' + 1);
        // Spread over the packets, at each place in another order.
        if (static_cast<int>(sent) * kOrder[place] % kPackets < kHits[place])
          network->routes().warm(port, corner);
      }
      while (network->measuredDelivered() == sent && network->now() < 100'000'000)
        network->advance(network->now() + 50);
      if (network->measuredDelivered() != sent + 1 || network->alive() != 0) return -1.0;
    }
    DeliveryTally tally(t.terminalCount());
    network->tally(tally);
    return tally.latency.mean();
  };
  // S_base + S_pnl (1 - P_i) against no lookup at all.
  double lookups = 0;
  for (int i = 0; i <= kDimensions; ++i) {
    const double hitRate = static_cast<double>(kHits[static_cast<std::size_t>(i)]) / kPackets;
    lookups += (i == 0 ? 1 : kHops) * (2 + 25 * (1 - hitRate));
  }
  const double plain = meanOf(LookupKind::algorithm), cached = meanOf(LookupKind::cache);
  QVERIFY(plain > 0);
  QVERIFY2(std::abs(cached / (plain + lookups) - 1) < 0.001,
           qPrintable(QString("%1 instead of %2").arg(cached).arg(plain + lookups)));
}

/// By hand from the counters: every byte into a router, all ports and tables all the time.
void LookupRunTest::energyIsWhatWasCounted() {
  QFETCH(bool, wormhole);
  Setup s = setupFor(wormhole, "dragonfly", {});
  s.load = 0.2;
  s.run = {1000, 5000, 50'000, 500, 1};
  s.lookups.front().kind = LookupKind::cache;
  s.lookups.front().cache.entries = 32;
  s.picosecondsPerCycle = 2000;
  const Results results = resultsOf(s);
  const Topology& t = *s.topology;
  double flits = 0, ports = 0, watts = 0;
  for (const Port& port : t.ports) {
    flits += results.channelUtilization[port.in] * 5000;
    watts += t.kindOf(port.link) == LinkKind::global ? 0.6 : 0.48;
    ++ports;
  }
  const double passes = wormhole ? 1 : 2, time = 5000 * 2.0;
  const auto near = [](double a, double b) { return std::abs(a - b) < 1e-9 * std::abs(b); };
  QVERIFY(near(results.energy.buffers, flits * 25 * 0.1407 * passes));
  QVERIFY(near(results.energy.links, watts * time));
  QVERIFY(near(results.energy.fixed, 30 * time * t.routerCount()));
  const double tables = (36.0 * t.routerCount() + 13.0 * ports) / 1000 * time;
  QVERIFY(near(results.energy.lookup, tables + 0.039 * static_cast<double>(results.cache.lookups) +
                                          42 * static_cast<double>(results.cache.camLookups)));
  double sum = 0;
  for (const RouterResult& router : results.routers) sum += router.energy.total();
  QVERIFY(near(sum, results.energy.total()));
  const double packets = results.acceptedLoad * t.terminalCount() * 5000 / s.packetFlits;
  QVERIFY(near(results.energyPerPacket, sum / packets));
  // A window of 500 cycles: the static part is the same at all times.
  const WindowSample& window = results.windows.back();
  QVERIFY(near(window.power.links, watts));
  QVERIFY(near(window.power.fixed, 30.0 * t.routerCount()));

  Simulation simulation(s);
  simulation.advance(3000);
  Snapshot snapshot;
  simulation.snapshot(snapshot, {});
  QCOMPARE(snapshot.routerEnergy.size(), std::size_t{t.routerCount()});
  QVERIFY(near(snapshot.energy.links, watts * 3000 * 2.0));
  double live = 0;
  for (const double each : snapshot.routerEnergy) live += each;
  QVERIFY(near(live, snapshot.energy.total()));
}

HOPSCOPE_TEST(LookupRunTest)

}  // namespace hopscope

#include "lookup_run_test.moc"
