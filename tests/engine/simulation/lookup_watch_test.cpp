// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <map>

#include "engine/simulation/simulation.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"
#include "tests/support/wormhole.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

constexpr RouterId kWatched = 5;

Setup cached(Setup setup) {
  LookupSettings lookup;
  lookup.kind = LookupKind::cache;
  lookup.camLatency = lookup.camInterval = 20'000;
  lookup.cache.entries = 8;
  lookup.cache.ways = 2;
  setup.lookups = {lookup};
  setup.load = 0.2;
  setup.run.warmup = 0;
  setup.run.measure = 4000;
  return setup;
}

Setup vctMesh() {
  return cached(makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}}));
}

Setup wormholeMesh() {
  return cached(wormholeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}}));
}

std::uint64_t countOf(const LookupCounts& counts, LookupOutcome outcome) {
  switch (outcome) {
    case LookupOutcome::hit:
      return counts.hits;
    case LookupOutcome::merged:
      return counts.mshrMerges;
    case LookupOutcome::compulsory:
      return counts.compulsory;
    case LookupOutcome::capacity:
      return counts.capacity;
    case LookupOutcome::conflict:
      return counts.conflict;
    case LookupOutcome::unclassified:
      break;
  }
  return counts.unclassified;
}

}  // namespace

class LookupWatchTest : public QObject {
  Q_OBJECT

 private slots:
  /// What is told of each lookup adds up to the counters, and what it says of the set is what the
  /// set holds.
  void theRecordsAreWhatTheCacheDid() {
    for (const bool wormhole : {false, true}) {
      Simulation simulation(wormhole ? wormholeMesh() : vctMesh());
      simulation.watchLookups(kWatched);
      WatchList watch;
      watch.router = kWatched;
      Snapshot snapshot;
      std::map<std::size_t, std::map<LookupOutcome, std::uint64_t>> seen;
      std::map<std::size_t, std::uint64_t> told, evicted;
      while (!simulation.done()) {
        simulation.advance(8);  // so few that no record is missed
        simulation.snapshot(snapshot, watch);
        for (std::size_t p = 0; p < snapshot.router->ports.size(); ++p) {
          const CacheDetail& cache = *snapshot.router->ports[p].cache;
          QVERIFY(cache.last.size() <= LookupLog::kKept);
          for (const LookupRecord& record : cache.last) {
            if (record.number <= told[p]) continue;
            QCOMPARE(record.number, told[p] + 1);
            told[p] = record.number;
            ++seen[p][record.outcome];
            if (record.evicted != kNone) ++evicted[p];
            QCOMPARE(record.set, record.hash % 4);
            QVERIFY(record.waited >= (record.outcome == LookupOutcome::hit ? 1 : 2));
            QVERIFY(record.evicted == kNone || record.valid == 2);
          }
          if (cache.last.empty() || cache.last.back().way == kNone) continue;
          const LookupRecord& newest = cache.last.back();
          const CacheLineDetail& line = cache.lines[newest.set * 2 + newest.way];
          QVERIFY(line.valid);
          QCOMPARE(line.key, newest.key);
          QCOMPARE(line.outPort, newest.port);
          QCOMPARE(line.age, std::uint16_t{0});
        }
      }
      std::uint64_t misses = 0;
      for (std::size_t p = 0; p < snapshot.router->ports.size(); ++p) {
        const LookupCounts& totals = snapshot.router->ports[p].cache->totals;
        QCOMPARE(told[p], totals.lookups);
        QCOMPARE(evicted[p], totals.evictions);
        for (const LookupOutcome each :
             {LookupOutcome::hit, LookupOutcome::merged, LookupOutcome::compulsory,
              LookupOutcome::capacity, LookupOutcome::conflict, LookupOutcome::unclassified})
          QCOMPARE(seen[p][each], countOf(totals, each));
        misses += totals.capacity + totals.conflict;
      }
      QVERIFY(misses > 10);
    }
  }

  /// With node reduction the cache is asked for tags: as many as there are ways out, here 4 and the
  /// terminal.
  void tagsAreTheKeysOfNodeReduction() {
    Setup setup = vctMesh();
    setup.reductions = {makeReduction({ReductionKind::mesh}, *setup.topology)};
    Simulation simulation(std::move(setup));
    simulation.watchLookups(kWatched);
    simulation.advance(3000);
    WatchList watch;
    watch.router = kWatched;
    Snapshot snapshot;
    simulation.snapshot(snapshot, watch);
    const CacheDetail& cache = *snapshot.router->ports[0].cache;
    QVERIFY(cache.tagged);
    QVERIFY(cache.last.size() > 10);
    for (const LookupRecord& record : cache.last) {
      QVERIFY(record.key < 5);
      QVERIFY(record.outcome == LookupOutcome::merged || record.way != kNone);
      QCOMPARE(record.set, record.hash % 4);
    }
  }

  /// Where somebody looks on, all heads of a cycle are looked up in the order of their ports, hits
  /// too; else each cache answers what it knows as it comes.
  void watchingChangesNoResult() {
    const auto run = [](RouterId watched, Cycle prefetch) {
      Setup setup = vctMesh();
      setup.prefetch = prefetch;
      Simulation simulation(setup);
      simulation.watchLookups(watched);
      while (!simulation.done()) simulation.advance(500);
      return simulation.results();
    };
    for (const Cycle prefetch : {Cycle{0}, Cycle{30}}) {
      const Results plain = run(kNone, prefetch), seen = run(kWatched, prefetch);
      QVERIFY(plain.packetsMeasured > 500);
      QVERIFY(plain.cache.hits > 100);
      QVERIFY(plain.cache.mshrMerges > 10);
      QVERIFY(plain.cache.lookups > plain.cache.hits + plain.cache.mshrMerges + 100);
      QCOMPARE(seen.latency.mean, plain.latency.mean);
      QCOMPARE(seen.flitHops, plain.flitHops);
      QVERIFY(seen.cache == plain.cache);
    }
  }

  void onlyTheWatchedRouterTells() {
    Simulation simulation(vctMesh());
    WatchList watch;
    watch.router = kWatched;
    watch.neighbour = kWatched + 1;
    simulation.watchLookups(kWatched);
    simulation.advance(1000);
    Snapshot snapshot;
    simulation.snapshot(snapshot, watch);
    QVERIFY(!snapshot.router->ports[0].cache->last.empty());
    QVERIFY(snapshot.neighbour->ports[0].cache->last.empty());
    simulation.watchLookups(kNone);
    simulation.snapshot(snapshot, watch);
    QVERIFY(snapshot.router->ports[0].cache->last.empty());
  }
};

HOPSCOPE_TEST(LookupWatchTest)
#include "lookup_watch_test.moc"
