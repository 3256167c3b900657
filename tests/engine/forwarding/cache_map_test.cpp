// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/cache_map.h"

#include <rapidcheck.h>
#include <QTest>
#include <map>

#include "engine/forwarding/forwarding_cache.h"
#include "tests/support/test_main.h"

namespace hopscope {

class CacheMapTest : public QObject {
  Q_OBJECT

 private slots:
  void agreesWithTheCaches();
  void whatDoesNotFitIsLeftOut();
  void usualSizes();
  void endsWhenTold();
};

/// Every cell is what caches of that geometry count that see the same lookups: of several ports,
/// emptied in between, and counted from somewhere on.
void CacheMapTest::agreesWithTheCaches() {
  QVERIFY(rc::check("the map is what the caches come to", [] {
    const auto universe = *rc::gen::inRange(1u, 120u);
    const auto lookups = *rc::gen::resize(
        400, rc::gen::container<std::vector<RecordedLookup>>(rc::gen::map(
                 rc::gen::tuple(rc::gen::inRange(0u, 3u), rc::gen::inRange(0u, universe),
                                rc::gen::inRange(0, 60)),
                 [](const std::tuple<unsigned, unsigned, int>& drawn) {
                   const auto& [cache, key, rare] = drawn;
                   return rare == 0 ? RecordedLookup{} : RecordedLookup{cache + 7, key};
                 })));
    const auto from = *rc::gen::inRange<std::size_t>(0, lookups.size() + 2);
    const auto hash = *rc::gen::element(HashKind::modulo, HashKind::crc16, HashKind::crc32);
    const std::vector<std::uint32_t> entries = {64, 4, 8, 12, 16}, ways = {1, 2, 3, 4, 8, 16};
    const CacheMap map = mapCaches(lookups, from, hash, entries, ways);
    for (std::size_t e = 0; e < entries.size(); ++e)
      for (std::size_t w = 0; w < ways.size(); ++w) {
        if (entries[e] % ways[w] != 0 || ways[w] > entries[e]) {
          RC_ASSERT(!map.cells[e][w].has_value());
          continue;
        }
        CacheSettings settings;
        settings.entries = entries[e];
        settings.ways = ways[w];
        settings.hash = hash;
        std::map<std::uint32_t, ForwardingCache> caches;
        LookupCounts counts;
        for (std::size_t i = 0; i < lookups.size(); ++i) {
          if (lookups[i].cache == kNone) {
            for (auto& [id, cache] : caches) cache.flush();
            continue;
          }
          ForwardingCache& cache =
              caches.try_emplace(lookups[i].cache, settings, 1, 0, universe).first->second;
          LookupCounts before = cache.counts();
          if (!cache.access(lookups[i].key)) cache.fill(lookups[i].key, 0);
          if (i < from) continue;
          LookupCounts gained = cache.counts();
          gained -= before;
          counts += gained;
        }
        RC_ASSERT((*map.cells[e][w] ==
                   CacheOutcome{counts.hits, counts.compulsory, counts.capacity, counts.conflict}));
        RC_ASSERT(map.lookups == counts.lookups);
      }
  }));
}

void CacheMapTest::whatDoesNotFitIsLeftOut() {
  const CacheMap map = mapCaches({{0, 1}, {0, 2}, {0, 1}}, 0, HashKind::modulo, {4, 6}, {4, 8});
  QVERIFY(map.cells[0][0].has_value());
  QCOMPARE(map.cells[0][0]->hits, std::uint64_t{1});
  QCOMPARE(map.cells[0][0]->compulsory, std::uint64_t{2});
  QVERIFY(!map.cells[0][1].has_value() && !map.cells[1][0].has_value());
  QCOMPARE(map.keys, 2u);
  QVERIFY(qIsNaN(CacheOutcome().hitRate()));
  QCOMPARE(mapCaches({}, 0, HashKind::crc16, {8}, {1}).cells[0][0]->lookups(), std::uint64_t{0});
}

void CacheMapTest::usualSizes() {
  QCOMPARE(usualEntries(30, 0), (std::vector<std::uint32_t>{8, 16, 32, 64}));
  QCOMPARE(usualEntries(30, 2048), (std::vector<std::uint32_t>{8, 16, 32, 64, 2048}));
  QCOMPARE(usualEntries(5, 12), (std::vector<std::uint32_t>{8, 12, 16}));
  QCOMPARE(usualEntries(1'000'000, 0).back(), 16'384u);
  QCOMPARE(usualWays(6), (std::vector<std::uint32_t>{1, 2, 4, 6, 8, 16, 32}));
}

void CacheMapTest::endsWhenTold() {
  double last = 0;
  int calls = 0;
  const std::vector<RecordedLookup> lookups(100, {0, 3});
  mapCaches(lookups, 0, HashKind::crc16, {8, 16}, {1, 2}, [&](double share) {
    last = share;
    return ++calls < 2;
  });
  QCOMPARE(calls, 2);
  QVERIFY(last > 0 && last < 1);
}

}  // namespace hopscope

using hopscope::CacheMapTest;
HOPSCOPE_TEST(CacheMapTest)
#include "cache_map_test.moc"
