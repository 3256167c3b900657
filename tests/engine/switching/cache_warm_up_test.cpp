// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/cache_warm_up.h"

#include <QTest>
#include <algorithm>
#include <map>
#include <utility>

#include "engine/forwarding/forwarding_cache.h"
#include "engine/simulation/simulation.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// Destinations in the order in which each port sees them.
using SeenAt = std::map<std::pair<RouterId, PortIndex>, std::vector<TerminalId>>;

SeenAt seen(CacheWarmUp& warmUp, bool byPairs, std::uint32_t terminals) {
  SeenAt all;
  const auto note = [&](RouterId router, PortIndex input, const RouteState& state) {
    all[{router, input}].push_back(state.destination);
  };
  if (byPairs)
    warmUp.byPairs(terminals, note);
  else
    warmUp.byDestinations(note);
  return all;
}

/// Keys, sorted unless the order in the set counts.
std::vector<std::uint32_t> linesAfter(const std::vector<TerminalId>& seen,
                                      const CacheSettings& settings, bool inOrder) {
  ForwardingCache cache(settings, 1, 1);
  for (const TerminalId destination : seen) cache.warm(destination, 0);
  std::vector<std::uint32_t> keys;
  for (std::uint32_t i = 0; i < cache.sets() * cache.ways(); ++i)
    if (cache.line(i).valid) keys.push_back(cache.line(i).key);
  if (!inOrder) std::sort(keys.begin(), keys.end());
  return keys;
}

const std::vector<test::NamedNetwork>& networks() {
  static const std::vector<test::NamedNetwork> all = test::smallNetworks();
  return all;
}

}  // namespace

class CacheWarmUpTest : public QObject {
  Q_OBJECT

 private slots:
  void destinationsLeaveTheSameLines_data();
  void destinationsLeaveTheSameLines();
  void largeNetworksAreWarmEverywhere();
};

void CacheWarmUpTest::destinationsLeaveTheSameLines_data() {
  QTest::addColumn<QString>("network");
  QTest::addColumn<QString>("algorithm");
  for (const test::NamedNetwork& item : networks()) {
    if (item.topology.terminalCount() < 2 || item.topology.terminalCount() > 200) continue;
    for (const RoutingEntry& entry : routingAlgorithms()) {
      const VcCounts vcs = entry.fewestVirtualChannels(item.topology);
      if (vcs.local > kMaxVcs || vcs.global > kMaxVcs) continue;
      if (hasErrors(entry.check(item.topology, vcs, defaultsOf(entry.parameters)))) continue;
      QTest::addRow("%s, %s", entry.name.c_str(), item.name.c_str())
          << QString::fromStdString(item.name) << QString::fromStdString(entry.name);
    }
  }
}

/// Terminals' ports see what they see pair by pair; caches with room for all destinations hold the
/// same lines at all ports, by whatever policy.
void CacheWarmUpTest::destinationsLeaveTheSameLines() {
  QFETCH(QString, network);
  QFETCH(QString, algorithm);
  const auto found = std::find_if(networks().begin(), networks().end(), [&](const auto& item) {
    return item.name == network.toStdString();
  });
  const Topology& t = found->topology;
  const auto routing = test::routingOf(algorithm.toStdString(), t);
  CacheWarmUp warmUp(t, *routing);
  const SeenAt pairs = seen(warmUp, true, t.terminalCount());
  const SeenAt destinations = seen(warmUp, false, t.terminalCount());
  QCOMPARE(pairs.size(), destinations.size());
  CacheSettings roomy, tight;
  roomy.entries = roomy.ways = 256;
  tight.entries = 8;
  tight.ways = 2;
  for (const auto& [place, inPairs] : pairs) {
    const std::vector<TerminalId>& once = destinations.at(place);
    std::vector<TerminalId> sorted = once;
    std::sort(sorted.begin(), sorted.end());
    QVERIFY(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
    for (const Replacement policy :
         {Replacement::lru, Replacement::fifo, Replacement::lfu, Replacement::random}) {
      roomy.replacement = tight.replacement = policy;
      QVERIFY(linesAfter(once, roomy, false) == linesAfter(inPairs, roomy, false));
      if (t.port(place.first, place.second).peer.isTerminal)
        QVERIFY(linesAfter(once, tight, true) == linesAfter(inPairs, tight, true));
    }
  }
}

/// More pairs than are walked one by one: no first lookup is left, whatever the caches have room
/// for.
void CacheWarmUpTest::largeNetworksAreWarmEverywhere() {
  Setup setup = test::makeSetup("torus", {{"dimensions", std::vector<std::int64_t>{33, 33}}});
  QVERIFY(setup.topology->terminalCount() > 1024);
  setup.load = 0.02;
  setup.run = {100, 500, 20'000, 500, 1};
  LookupSettings& lookup = setup.lookups.front();
  lookup.kind = LookupKind::cache;
  lookup.cache.entries = 16;
  lookup.camPerPort = lookup.warmUp = true;
  Simulation simulation(setup);
  while (!simulation.done()) simulation.advance(500);
  const CacheTotals cache = simulation.results().cache;
  QVERIFY(cache.capacity + cache.conflict > 1000);
  QCOMPARE(cache.compulsory, std::uint64_t{0});
}

HOPSCOPE_TEST(CacheWarmUpTest)

}  // namespace hopscope

#include "cache_warm_up_test.moc"
