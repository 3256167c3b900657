// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>

#include "engine/switching/wormhole_network.h"
#include "tests/support/test_main.h"
#include "tests/support/wormhole.h"

namespace hopscope {
namespace {

using test::finished;
using test::wormholeSetup;

constexpr Picoseconds kCycle = 1000;

/// A lookupRow of routers whose first terminal now and then sends a packet to the last one; so
/// rarely that no packet meets another.
Setup lookupRow(std::int64_t routers) {
  Setup s =
      wormholeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{routers, std::int64_t{2}}}});
  s.traffic = test::onePair(0, static_cast<TerminalId>(routers - 1));
  s.load = 0.0005;
  s.picosecondsPerCycle = static_cast<double>(kCycle);
  s.run.warmup = 0;
  s.run.measure = 40'000;
  return s;
}

LookupSettings cam(Picoseconds latency) {
  LookupSettings lookup;
  lookup.kind = LookupKind::cam;
  lookup.camLatency = latency;
  lookup.camInterval = kCycle;
  return lookup;
}

LookupSettings cache(std::uint32_t entries) {
  LookupSettings lookup = cam(20 * kCycle);
  lookup.kind = LookupKind::cache;
  lookup.cache.entries = entries;
  return lookup;
}

Results with(Setup setup, const LookupSettings& lookup) {
  setup.lookups = {lookup};
  return finished(std::move(setup));
}

/// A busy network that runs until it is empty again.
std::unique_ptr<Switching> emptied(const Setup& s, const LookupSettings& lookup) {
  const TrafficPlan traffic{s.traffic, s.load, {{s.packetFlits, 1.0}}};
  WormholePlan plan;
  plan.topology = s.topology;
  plan.linkLatency = s.linkLatency;
  plan.virtualChannels = s.virtualChannels;
  plan.settings = test::wormhole(s);
  plan.lookups = {{lookup}, s.lookupOf, s.picosecondsPerCycle, 1};
  plan.routing = s.routing;
  plan.traffic = traffic;
  plan.lookups.routing = plan.routing;
  auto network = makeWormholeNetwork(plan);
  network->advance(2000);
  network->setTraffic({s.traffic, 0, traffic.sizes});
  for (Cycle end = 3000; network->alive() > 0 && end < 100'000; end += 1000) network->advance(end);
  return network;
}

}  // namespace

class WormholeLookupTest : public QObject {
  Q_OBJECT

 private slots:
  /// A lookup of n cycles adds n in each router on the way, on top of what the algorithm costs;
  /// parts of a cycle are rounded up. It is accounted for as lookup.
  void everyRouterAddsItsLookup() {
    for (const std::int64_t routers : {2, 6}) {
      const Results plain = with(lookupRow(routers), {});
      QCOMPARE(plain.latency.minimum, plain.latency.maximum);
      QCOMPARE(plain.split.lookup, 0.0);
      for (const Picoseconds cycles : {1, 2, 25}) {
        const double expected =
            plain.latency.mean + static_cast<double>(routers) * static_cast<double>(cycles);
        const Results exact = with(lookupRow(routers), cam(cycles * kCycle));
        QCOMPARE(exact.latency.minimum, expected);
        QCOMPARE(exact.latency.maximum, expected);
        QCOMPARE(exact.split.lookup, static_cast<double>(routers * cycles));
        QCOMPARE(with(lookupRow(routers), cam(cycles * kCycle - 300)).latency.maximum, expected);
      }
    }
  }

  /// The first packet misses in every router and asks the CAM behind the cache; others hit, or wait
  /// for its answer.
  void missesAreSlowAndHitsAreNot() {
    const double plain = with(lookupRow(6), {}).latency.mean;
    const Results cached = with(lookupRow(6), cache(64));
    QCOMPARE(cached.latency.maximum, plain + 6 * 21);
    QCOMPARE(cached.latency.minimum, plain + 6 * 1);
    QCOMPARE(cached.cache.lookups - cached.cache.hits - cached.cache.mshrMerges, 6u);
    QCOMPARE(cached.cache.compulsory, 6u);
    QCOMPARE(cached.cache.camLookups, 6u);
  }

  void lookupsAreCounted_data() {
    QTest::addColumn<int>("flits");
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"mesh", "dragonfly"})
      for (const int flits : {1, 3}) QTest::addRow("%s, %d flits", kind, flits) << flits << kind;
  }

  /// Every head looks its way up once in each router it comes through, whether the answer is a hit,
  /// a miss or on its way already; body flits follow it without.
  void lookupsAreCounted() {
    QFETCH(int, flits);
    QFETCH(QString, kind);
    Setup s = wormholeSetup(kind.toStdString());
    s.packetFlits = static_cast<std::uint32_t>(flits);
    s.load = 0.2;
    const auto cached = emptied(s, cache(8));
    QCOMPARE(cached->alive(), 0u);
    const LookupCounts counts = cached->routes().counts().caches;
    QVERIFY(counts.lookups > 1000);
    QCOMPARE(counts.lookups * static_cast<unsigned>(flits), cached->flitHops());
    QVERIFY(counts.hits > 0 && counts.hits < counts.lookups);
    QCOMPARE(
        counts.hits + counts.mshrMerges + counts.compulsory + counts.capacity + counts.conflict,
        counts.lookups);

    const auto tabled = emptied(s, cam(2 * kCycle));
    QCOMPARE(tabled->routes().counts().camLookups * static_cast<unsigned>(flits),
             tabled->flitHops());
  }

  /// A CAM that answers every fourth cycle lets a quarter of a router's traffic through.
  void aSlowTableIsTheBottleneck() {
    Setup s = wormholeSetup("crossbar", {{"terminals", std::int64_t{4}}});
    test::setPattern(s, "neighbour");
    s.load = 1;
    s.run.maxCycles = s.run.warmup + s.run.measure;
    LookupSettings slow = cam(4 * kCycle);
    slow.camInterval = 4 * kCycle;
    QVERIFY(std::abs(with(s, slow).acceptedLoad - 0.25 / 4) < 0.001);
    slow.camPerPort = true;
    QVERIFY(std::abs(with(s, slow).acceptedLoad - 0.25) < 0.004);
  }
};

HOPSCOPE_TEST(WormholeLookupTest)

}  // namespace hopscope

#include "wormhole_lookup_test.moc"
