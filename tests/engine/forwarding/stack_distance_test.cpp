// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/stack_distance.h"

#include <rapidcheck.h>
#include <QTest>
#include <cmath>

#include "engine/forwarding/forwarding_cache.h"
#include "tests/support/test_main.h"

namespace hopscope {

class StackDistanceTest : public QObject {
  Q_OBJECT

 private slots:
  void byHand();
  void agreesWithTheCache();
  void whatDoesNotFitIsLeftOut();
};

void StackDistanceTest::byHand() {
  StackDistance analysis(HashKind::modulo, 1, 3);
  for (const std::uint32_t key : {7u, 8u, 7u, 7u, 9u, 8u, 5u, 7u}) analysis.access(key);
  QCOMPARE(analysis.accesses(), std::uint64_t{8});
  QCOMPARE(analysis.hits(1), std::uint64_t{1});  // 7 7
  QCOMPARE(analysis.hits(2), std::uint64_t{2});  // 7 8 7
  QCOMPARE(analysis.hits(3), std::uint64_t{3});  // 8 7 7 9 8; between the last two 7 are three keys
}

/// Every entry of the map is the hit rate of a cache that saw the same stream.
void StackDistanceTest::agreesWithTheCache() {
  QVERIFY(rc::check("the map is what the caches come to", [] {
    const auto universe = *rc::gen::inRange(1u, 200u);
    const auto keys = *rc::gen::resize(
        400, rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange(0u, universe)));
    const auto hash = *rc::gen::element(HashKind::modulo, HashKind::crc16, HashKind::crc32);
    const std::vector<std::uint32_t> entries = {4, 8, 12, 16, 64}, ways = {1, 2, 3, 4, 8, 16};
    const HitMap map = hitMap(keys, hash, entries, ways);
    for (std::size_t e = 0; e < entries.size(); ++e)
      for (std::size_t w = 0; w < ways.size(); ++w) {
        const double rate = map.rates[e][w];
        if (entries[e] % ways[w] != 0 || ways[w] > entries[e] || keys.empty()) {
          RC_ASSERT(std::isnan(rate));
          continue;
        }
        CacheSettings settings;
        settings.entries = entries[e];
        settings.ways = ways[w];
        settings.hash = hash;
        ForwardingCache cache(settings, 1, 0);
        for (const std::uint32_t key : keys)
          if (!cache.access(key)) cache.fill(key, 0);
        RC_ASSERT(std::llround(rate * static_cast<double>(keys.size())) ==
                  static_cast<long long>(cache.counts().hits));
      }
  }));
}

void StackDistanceTest::whatDoesNotFitIsLeftOut() {
  const HitMap map = hitMap({1, 2, 1}, HashKind::modulo, {4, 6}, {4, 8});
  QVERIFY(!std::isnan(map.rates[0][0]));
  QVERIFY(std::isnan(map.rates[0][1]));
  QVERIFY(std::isnan(map.rates[1][0]));
}

}  // namespace hopscope

using hopscope::StackDistanceTest;
HOPSCOPE_TEST(StackDistanceTest)
#include "stack_distance_test.moc"
