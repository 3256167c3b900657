// SPDX-License-Identifier: GPL-3.0-or-later
// What caches know before a packet asks: probes that go ahead, refills in an exchange of all
// with all; and what their lines say where the routing chooses.
#include <QTest>
#include <algorithm>

#include "engine/routing/grid_paths.h"
#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"
#include "tests/support/wormhole.h"

namespace hopscope {
namespace {

Setup setupFor(bool wormhole, const char* kind, const Values& parameters,
               const std::string& routing = {}) {
  Setup s = wormhole ? test::wormholeSetup(kind, parameters, routing)
                     : test::makeSetup(kind, parameters, routing);
  s.run = {1000, 4000, 50'000, 500, 1};
  s.lookups.front().kind = LookupKind::cache;
  s.lookups.front().camPerPort = true;
  return s;
}

Value sizes(std::vector<std::int64_t> values) {
  return values;
}

/// Runs to the end and sees on the way that no packet is missing.
Results audited(const Setup& setup) {
  Simulation simulation(setup);
  while (!simulation.done()) {
    simulation.advance(701);
    const std::vector<std::string> found = simulation.violations();
    if (!found.empty()) throw std::runtime_error(found.front());
  }
  return simulation.results();
}

void bothModels() {
  QTest::addColumn<bool>("wormhole");
  QTest::newRow("virtual cut-through") << false;
  QTest::newRow("wormhole") << true;
}

}  // namespace

class AheadTest : public QObject {
  Q_OBJECT

 private slots:
  void emptyPacketsWarmTheWay_data() { bothModels(); }
  void emptyPacketsWarmTheWay();
  void emptyPacketsTakeRoomAndCountForNothing_data() { bothModels(); }
  void emptyPacketsTakeRoomAndCountForNothing();
  void anExchangeIsRefilled_data() { bothModels(); }
  void anExchangeIsRefilled();
  void refillsFollowTheirLane_data() { bothModels(); }
  void refillsFollowTheirLane();
  void parallelLinksInTurn_data() { bothModels(); }
  void parallelLinksInTurn();
  void linesHoldAllPortsOfAnAdaptiveRouting_data() { bothModels(); }
  void linesHoldAllPortsOfAnAdaptiveRouting();
};

/// Caches far too small for the exchange: every packet misses at every switch, unless an empty one
/// went ahead.
void AheadTest::emptyPacketsWarmTheWay() {
  QFETCH(bool, wormhole);
  Setup s = setupFor(wormhole, "mesh", {{"dimensions", sizes({8})}});
  test::setPattern(s, "all_to_all");
  // So few that none comes between a probe and its own.
  s.load = 0.0003 * s.packetFlits;
  s.run = {1000, 40'000, 150'000, 5000, 1};
  s.lookups.front().cache.entries = 4;
  const Results cold = audited(s);
  QCOMPARE(cold.cache.prefetches, std::uint64_t{0});
  QVERIFY(cold.split.lookup > 40);  // 26 for every switch where it misses
  s.prefetch = 300;                 // eight switches take less
  const Results ahead = audited(s);
  QVERIFY(ahead.split.lookup < 0.3 * cold.split.lookup);
  QVERIFY(ahead.latency.mean < cold.latency.mean - 30);
}

void AheadTest::emptyPacketsTakeRoomAndCountForNothing() {
  QFETCH(bool, wormhole);
  Setup s = setupFor(wormhole, "torus", {{"dimensions", sizes({4, 4})}});
  s.packetFlits = 4;
  s.load = 0.2;
  const Results plain = audited(s);
  s.prefetch = 100;
  const Results ahead = audited(s);
  QVERIFY(ahead.cache.prefetches > 1000);
  // What a terminal announces it sends; the two ends of the interval differ.
  const auto announced = static_cast<double>(ahead.cache.prefetches);
  QVERIFY(std::abs(announced - static_cast<double>(ahead.packetsMeasured)) < 0.06 * announced);
  QVERIFY(std::abs(ahead.acceptedLoad - plain.acceptedLoad) < 0.1 * plain.acceptedLoad);
  // A flit for four, or a packet for each.
  const double added =
      static_cast<double>(ahead.flitHops) / static_cast<double>(plain.flitHops) - 1;
  QVERIFY2(std::abs(added - (wormhole ? 0.25 : 1)) < 0.1, qPrintable(QString::number(added)));
}

void AheadTest::anExchangeIsRefilled() {
  QFETCH(bool, wormhole);
  Setup s = setupFor(wormhole, "crossbar", {{"terminals", std::int64_t{32}}});
  test::setPattern(s, "all_to_all");
  s.packetFlits = 1;
  s.load = 0.005;
  s.lookups.front().cache.entries = 4;
  const auto known = [](const CacheTotals& cache) {
    return static_cast<double>(cache.hits + cache.mshrMerges) / static_cast<double>(cache.lookups);
  };
  const Results plain = audited(s);
  QCOMPARE(plain.cache.hits, std::uint64_t{0});
  QCOMPARE(plain.cache.refills, std::uint64_t{0});
  s.lookups.front().cache.refill = true;
  const Results refilled = audited(s);
  QVERIFY(known(refilled.cache) > 0.99);
  QVERIFY(static_cast<double>(refilled.cache.refills) >
          0.95 * static_cast<double>(refilled.cache.lookups));
  QVERIFY(refilled.split.lookup < 0.2 * plain.split.lookup);
  // The CAM answers as often as before.
  QVERIFY(refilled.cache.camLookups >= refilled.cache.refills);
  // With several lanes the next packet asks in the next one.
  Setup lanes = s;
  lanes.lookups.front().cache.lanes = 3;
  const Results inLanes = audited(lanes);
  QVERIFY(known(inLanes.cache) > 0.98);
  // Destinations that are drawn are no exchange.
  test::setPattern(s, "uniform");
  const Results drawn = audited(s);
  QVERIFY(100 * drawn.cache.refills < drawn.cache.lookups);
}

/// Probes take their turns in the lanes too: of two lanes one has the empty ones only, and
/// the other one is refilled.
void AheadTest::refillsFollowTheirLane() {
  QFETCH(bool, wormhole);
  Setup s = setupFor(wormhole, "crossbar", {{"terminals", std::int64_t{32}}});
  test::setPattern(s, "all_to_all");
  s.packetFlits = 1;
  s.load = 0.005;
  s.prefetch = 2;  // hardly ever is another packet between
  s.lookups.front().cache.entries = 4;
  s.lookups.front().cache.lanes = 2;
  s.lookups.front().cache.refill = true;
  const double waits = audited(s).split.lookup;
  QVERIFY2(waits < 10, qPrintable(QString::number(waits)));  // 26 where a packet misses
}

/// Three terminals of one switch send to three of the next over three links.
void AheadTest::parallelLinksInTurn() {
  QFETCH(bool, wormhole);
  Setup s = setupFor(wormhole, "torus",
                     {{"dimensions", sizes({4, 4})},
                      {"terminals_per_router", std::int64_t{2}},
                      {"lag", std::int64_t{3}}});
  test::setRouting(s, "dimension_order", {{kLinksRoundRobin, true}});
  s.lookups.front().warmUp = true;
  const Topology& t = *s.topology;
  const auto lanes = [&t](const Simulation& simulation, RouterId from, RouterId to) {
    Snapshot snapshot;
    simulation.snapshot(snapshot);
    std::vector<std::uint64_t> flits;
    for (PortIndex p = 0; p < t.radix(from); ++p)
      if (const Port& port = t.port(from, p); !port.peer.isTerminal && port.peer.node == to)
        flits.push_back(snapshot.channelFlits[port.out]);
    return flits;
  };
  Setup pair = s;
  pair.traffic = test::onePair(0, 2);
  pair.load = 0.4;
  Simulation simulation(pair);
  while (!simulation.done()) simulation.advance(1000);
  const std::vector<std::uint64_t> flits = lanes(simulation, 0, 1);
  QCOMPARE(flits.size(), std::size_t{3});
  const auto [least, most] = std::minmax_element(flits.begin(), flits.end());
  QVERIFY(*least > 100);
  QVERIFY(*most - *least <= pair.packetFlits);
  // The lookups of one port are served in order, and all ways are equally long.
  QCOMPARE(simulation.results().packetsReordered, std::optional<std::uint64_t>(0));

  s.load = 0.8;
  const Results busy = audited(s);
  QVERIFY(busy.packetsReordered && *busy.packetsReordered > 0);
  QVERIFY(*busy.packetsReordered < busy.packetsMeasured / 2);
}

void AheadTest::linesHoldAllPortsOfAnAdaptiveRouting() {
  QFETCH(bool, wormhole);
  for (const char* routing : {"minimal_adaptive", "dimension_order"}) {
    Setup s = setupFor(wormhole, "torus", {{"dimensions", sizes({5, 5})}}, routing);
    const bool chooses = s.routing->decides() == Decides::everyHop;
    Simulation simulation(s);
    simulation.advance(5000);
    Snapshot snapshot;
    WatchList watch;
    watch.router = 12;
    simulation.snapshot(snapshot, watch);
    const Topology& t = *s.topology;
    const routings::GridPaths grid(t);
    int several = 0, lines = 0;
    for (const PortDetail& port : snapshot.router->ports) {
      QVERIFY(port.cache.has_value());
      for (const CacheLineDetail& line : port.cache->lines) {
        if (!line.valid) continue;
        ++lines;
        several += !line.otherPorts.empty();
        std::vector<PortIndex> all = line.otherPorts;
        all.push_back(line.outPort);
        std::sort(all.begin(), all.end());
        // Exactly the ports that bring a packet nearer.
        std::vector<PortIndex> nearer;
        const RouterId home = t.terminals[line.key].router;
        for (PortIndex p = 0; p < t.radix(12); ++p) {
          const LinkEnd& peer = t.port(12, p).peer;
          const bool leads = peer.isTerminal
                                 ? peer.node == line.key
                                 : grid.distance(peer.node, home) < grid.distance(12, home);
          if (leads) nearer.push_back(p);
        }
        if (chooses)
          QCOMPARE(all, nearer);
        else
          QVERIFY(std::find(nearer.begin(), nearer.end(), line.outPort) != nearer.end());
      }
    }
    QVERIFY(lines > 20);
    QCOMPARE(several > 0, chooses);
  }
}

HOPSCOPE_TEST(AheadTest)

}  // namespace hopscope

#include "ahead_test.moc"
