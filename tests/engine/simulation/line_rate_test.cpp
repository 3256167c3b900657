// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>
#include <cmath>

#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// One port that sends 84-byte packets back to back; a flit is a packet, so the link runs at
/// 672 f Gb/s at f GHz.
Setup backToBack(double gigahertz, LookupSettings lookup) {
  Setup s = test::makeSetup("crossbar", {{"terminals", std::int64_t{2}}});
  s.traffic = test::onePair(0, 1);
  s.packetFlits = 1;
  s.load = 1;
  s.picosecondsPerCycle = 1000 / gigahertz;
  s.lookups = {lookup};
  s.run = {20'000, 20'000, 60'000, 1000, 1};
  return s;
}

/// Share of the link rate that gets through. Half the terminals send, so it is twice the load.
double sustained(const Setup& s) {
  Simulation simulation(s);
  simulation.advance(1'000'000);
  return 2 * simulation.results().acceptedLoad;
}

}  // namespace

class LineRateTest : public QObject {
  Q_OBJECT

 private slots:
  void interval_data() {
    QTest::addColumn<double>("nanoseconds");
    for (const double ns : {0.41, 0.72, 1.0, 4.0, 20.0, 25.0}) QTest::addRow("%.2f ns", ns) << ns;
  }

  /// Hirasawa 2022, section 2: the rate is sustained iff it is at most 672 / II Gb/s; above, the
  /// table sets the pace. II is the cache's interval up to 4 ns and the CAM's beyond.
  void interval() {
    QFETCH(double, nanoseconds);
    LookupSettings lookup;
    const auto picoseconds = static_cast<Picoseconds>(std::lround(nanoseconds * 1000));
    if (nanoseconds <= 4) {
      lookup.kind = LookupKind::cache;
      lookup.cache.latency = lookup.cache.interval = picoseconds;
    } else {
      lookup.kind = LookupKind::cam;
      lookup.camLatency = lookup.camInterval = picoseconds;
    }
    const double limit = 1 / nanoseconds;  // packets per ns the table serves
    for (const double factor : {0.5, 0.97, 1.03, 2.0}) {
      const double gigahertz = factor * limit;
      const double share = sustained(backToBack(gigahertz, lookup));
      const double expected = std::min(1.0, 1 / factor);
      QVERIFY2(std::abs(share / expected - 1) < 0.01,
               qPrintable(QString("factor %1: %2").arg(factor).arg(share)));
    }
  }

  /// A lookup costs its latency, rounded up to a cycle, in every router on the way.
  void latencyAddsUp() {
    Setup plain = test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{4}}});
    plain.traffic = test::onePair(0, 3);
    plain.load = 0.01;
    plain.run = {0, 4000, 20'000, 500, 1};
    Setup cam = plain;
    cam.lookups.front().kind = LookupKind::cam;
    cam.lookups.front().camLatency = 24'100;
    Setup cache = plain;
    cache.lookups.front().kind = LookupKind::cache;
    const auto extremes = [](const Setup& s) {
      Simulation simulation(s);
      simulation.advance(1'000'000);
      const LatencySummary latency = simulation.results().latency;
      return std::make_pair(latency.minimum, latency.maximum);
    };
    const double base = extremes(plain).first;
    QCOMPARE(extremes(cam).first, base + 4 * 25);
    // Hits cost 1 cycle in each of four routers; the first packet misses everywhere: 1 + 25.
    QCOMPARE(extremes(cache).first, base + 4 * 1);
    QCOMPARE(extremes(cache).second, base + 4 * 26);
  }

  /// One CAM a switch is shared by its ports, one a port is not.
  void camIsAServer() {
    Setup s = test::makeSetup("crossbar", {{"terminals", std::int64_t{4}}});
    test::setPattern(s, "neighbour");
    s.packetFlits = 1;
    s.load = 1;
    s.lookups.front().kind = LookupKind::cam;
    s.lookups.front().camLatency = s.lookups.front().camInterval = 2000;
    s.run = {5000, 10'000, 20'000, 1000, 1};
    Simulation shared(s);
    shared.advance(1'000'000);
    s.lookups.front().camPerPort = true;
    Simulation own(s);
    own.advance(1'000'000);
    QVERIFY(std::abs(shared.results().acceptedLoad - 0.125) < 0.00125);
    QVERIFY(std::abs(own.results().acceptedLoad - 0.5) < 0.005);
    QVERIFY(shared.results().cache.camQueueMean > 10);
  }

  /// Counters add up, and a warm cache that holds every destination only hits.
  void hitRateWarmsUp() {
    Setup s = test::makeSetup("dragonfly");
    s.lookups.front().kind = LookupKind::cache;
    s.lookups.front().cache.entries = 128;
    s.load = 0.3;
    s.run = {20'000, 10'000, 50'000, 1000, 1};
    Simulation simulation(s);
    simulation.advance(1'000'000);
    const Results results = simulation.results();
    QVERIFY(results.cache.lookups > 0);
    QVERIFY(results.windows.front().hitRate < results.windows.back().hitRate);
    QVERIFY(static_cast<double>(results.cache.hits) / static_cast<double>(results.cache.lookups) >
            0.999);
    std::uint64_t byRouter = 0;
    for (const RouterResult& router : results.routers) byRouter += router.cacheLookups;
    QCOMPARE(byRouter, results.cache.lookups);
    QCOMPARE(results.cache.hits + results.cache.mshrMerges + results.cache.compulsory +
                 results.cache.capacity + results.cache.conflict,
             results.cache.lookups);
  }
};

HOPSCOPE_TEST(LineRateTest)

}  // namespace hopscope

#include "line_rate_test.moc"
