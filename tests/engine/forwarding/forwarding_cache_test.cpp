// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/forwarding_cache.h"

#include <rapidcheck.h>
#include <QTest>
#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <list>
#include <set>
#include <vector>

#include "tests/support/test_main.h"

namespace hopscope {
namespace {

CacheSettings settingsOf(std::uint32_t entries, std::uint32_t ways, Replacement replacement,
                         HashKind hash = HashKind::modulo) {
  CacheSettings settings;
  settings.entries = entries;
  settings.ways = ways;
  settings.replacement = replacement;
  settings.hash = hash;
  return settings;
}

/// Looks up, fills on a miss; true on a hit.
bool refer(ForwardingCache& cache, std::uint32_t key) {
  if (cache.access(key)) return true;
  cache.fill(key, static_cast<PortIndex>(key % 100));
  return false;
}

std::vector<std::uint32_t> keysIn(const ForwardingCache& cache) {
  std::vector<std::uint32_t> keys;
  for (std::uint32_t i = 0; i < cache.sets() * cache.ways(); ++i)
    if (cache.line(i).valid) keys.push_back(cache.line(i).key);
  std::sort(keys.begin(), keys.end());
  return keys;
}

/// The hash of a key, by boost::crc.
std::uint32_t referenceHash(HashKind kind, std::uint32_t key) {
  if (kind == HashKind::modulo) return key;
  std::array<unsigned char, 8> bytes{};
  for (std::size_t i = 4; i < bytes.size(); ++i)
    bytes[i] = static_cast<unsigned char>(key >> (56 - 8 * i));
  if (kind == HashKind::crc32) {
    boost::crc_32_type sum;
    sum.process_bytes(bytes.data(), bytes.size());
    return sum.checksum();
  }
  boost::crc_optimal<16, 0x1021, 0, 0, false, false> sum;
  sum.process_bytes(bytes.data(), bytes.size());
  return sum.checksum();
}

/// What the cache should do, said as plainly as possible.
class ReferenceCache {
 public:
  ReferenceCache(const CacheSettings& settings, std::uint64_t seed, std::uint32_t component)
      : settings_(settings),
        sets_(settings.entries / settings.ways),
        rng_(seed, component, RandomPurpose::cache) {}

  bool refer(std::uint32_t key) {
    auto& set = sets_[referenceHash(settings_.hash, key) % sets_.size()];
    const auto at =
        std::find_if(set.begin(), set.end(), [key](const Line& line) { return line.key == key; });
    if (at != set.end()) {
      ++at->hits;
      if (settings_.replacement == Replacement::lru || settings_.replacement == Replacement::lfu)
        std::rotate(at, at + 1, set.end());
      return true;
    }
    if (set.size() < settings_.ways) {
      set.push_back({key, 0});
      return false;
    }
    if (settings_.replacement == Replacement::random) {
      set[rng_.below(settings_.ways)] = {key, 0};
      return false;
    }
    auto victim = set.begin();
    if (settings_.replacement == Replacement::lfu)
      victim = std::min_element(set.begin(), set.end(),
                                [](const Line& a, const Line& b) { return a.hits < b.hits; });
    set.erase(victim);
    set.push_back({key, 0});
    return false;
  }

 private:
  struct Line {
    std::uint32_t key = 0, hits = 0;
  };

  CacheSettings settings_;
  std::vector<std::vector<Line>> sets_;  ///< oldest first
  Rng rng_;
};

}  // namespace

class ForwardingCacheTest : public QObject {
  Q_OBJECT

 private slots:
  void lruKeepsWhatIsUsed();
  void fifoForgetsInOrderOfArrival();
  void lfuKeepsWhatIsUsedOften();
  void randomIsRepeatable();
  void everyVictimIsDrawn();
  void setsNeedNotBeAPowerOfTwo();
  void fullyAssociative();
  void agreesWithReference();
  void classifiesLikeADefinition();
  void withoutClassification();
  void flushEmptiesAndForgets();
  void linesForTheInspector();
  void largestKey();
};

void ForwardingCacheTest::lruKeepsWhatIsUsed() {
  ForwardingCache cache(settingsOf(4, 4, Replacement::lru), 1, 0);
  for (const std::uint32_t key : {10u, 11u, 12u, 13u}) QVERIFY(!refer(cache, key));
  QVERIFY(refer(cache, 10));
  QVERIFY(refer(cache, 12));
  QVERIFY(!refer(cache, 14));
  QCOMPARE(keysIn(cache), (std::vector<std::uint32_t>{10, 12, 13, 14}));
  QVERIFY(!refer(cache, 15));
  QCOMPARE(keysIn(cache), (std::vector<std::uint32_t>{10, 12, 14, 15}));
  QCOMPARE(cache.counts().evictions, std::uint64_t{2});
  QCOMPARE(*cache.access(12), PortIndex{12});
}

void ForwardingCacheTest::fifoForgetsInOrderOfArrival() {
  ForwardingCache cache(settingsOf(3, 3, Replacement::fifo), 1, 0);
  for (const std::uint32_t key : {10u, 11u, 12u}) QVERIFY(!refer(cache, key));
  QVERIFY(refer(cache, 10));
  QVERIFY(!refer(cache, 13));
  QCOMPARE(keysIn(cache), (std::vector<std::uint32_t>{11, 12, 13}));
  QVERIFY(!refer(cache, 10));
  QCOMPARE(keysIn(cache), (std::vector<std::uint32_t>{10, 12, 13}));
}

void ForwardingCacheTest::lfuKeepsWhatIsUsedOften() {
  ForwardingCache cache(settingsOf(3, 3, Replacement::lfu), 1, 0);
  for (const std::uint32_t key : {10u, 11u, 12u}) QVERIFY(!refer(cache, key));
  for (const std::uint32_t key : {10u, 10u, 12u}) QVERIFY(refer(cache, key));
  QVERIFY(!refer(cache, 13));  // 11 was never used again
  QCOMPARE(keysIn(cache), (std::vector<std::uint32_t>{10, 12, 13}));
  QVERIFY(refer(cache, 13));
  QVERIFY(!refer(cache, 14));  // 12 and 13 were used once, 12 longer ago
  QCOMPARE(keysIn(cache), (std::vector<std::uint32_t>{10, 13, 14}));
}

void ForwardingCacheTest::randomIsRepeatable() {
  const auto after = [](std::uint64_t seed, std::uint32_t component) {
    ForwardingCache cache(settingsOf(16, 16, Replacement::random), seed, component);
    for (std::uint32_t key = 0; key < 200; ++key) refer(cache, key);
    return keysIn(cache);
  };
  QCOMPARE(after(7, 3), after(7, 3));
  QVERIFY(after(7, 3) != after(8, 3));
  QVERIFY(after(7, 3) != after(7, 4));
}

void ForwardingCacheTest::everyVictimIsDrawn() {
  ForwardingCache cache(settingsOf(4, 4, Replacement::random), 1, 0);
  for (std::uint32_t key = 0; key < 4; ++key) refer(cache, key);
  std::vector<int> displaced(4);
  for (std::uint32_t key = 4; key < 4004; ++key) {
    std::vector<std::uint32_t> before;
    for (std::uint32_t i = 0; i < 4; ++i) before.push_back(cache.line(i).key);
    refer(cache, key);
    for (std::uint32_t i = 0; i < 4; ++i) displaced[i] += cache.line(i).key != before[i];
  }
  // 1000 each; sigma = sqrt(4000 * 1/4 * 3/4) = 27.4.
  for (const int count : displaced) QVERIFY(std::abs(count - 1000) < 4 * 28);
}

void ForwardingCacheTest::setsNeedNotBeAPowerOfTwo() {
  ForwardingCache cache(settingsOf(12, 2, Replacement::lru), 1, 0);
  QCOMPARE(cache.sets(), 6u);
  for (std::uint32_t key = 0; key < 12; ++key) QVERIFY(!refer(cache, key));
  for (std::uint32_t key = 0; key < 12; ++key) QVERIFY(refer(cache, key));
  QCOMPARE(cache.setOf(17), 5u);
}

void ForwardingCacheTest::fullyAssociative() {
  ForwardingCache cache(settingsOf(100, 100, Replacement::lru, HashKind::crc16), 1, 0, 1000);
  for (int round = 0; round < 2; ++round)
    for (std::uint32_t key = 0; key < 101; ++key) QVERIFY(!refer(cache, key));
  QCOMPARE(cache.counts().compulsory, std::uint64_t{101});
  QCOMPARE(cache.counts().capacity, std::uint64_t{101});
  QCOMPARE(cache.counts().conflict, std::uint64_t{0});
}

void ForwardingCacheTest::agreesWithReference() {
  const auto holds = [](Replacement replacement, HashKind hash) {
    return rc::check("hits and misses are those of the plain model", [=] {
      const auto ways = *rc::gen::inRange<std::uint32_t>(1, 9);
      const auto sets = *rc::gen::inRange<std::uint32_t>(1, 9);
      const auto universe = *rc::gen::inRange<std::uint32_t>(1, 3 * ways * sets + 2);
      const auto keys =
          *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange(0u, universe));
      const auto seed = *rc::gen::arbitrary<std::uint64_t>();
      const CacheSettings settings = settingsOf(ways * sets, ways, replacement, hash);
      ForwardingCache cache(settings, seed, 5);
      ReferenceCache reference(settings, seed, 5);
      for (const auto key : keys) RC_ASSERT(refer(cache, key) == reference.refer(key));
      const LookupCounts& counts = cache.counts();
      RC_ASSERT(counts.lookups == keys.size());
      RC_ASSERT(counts.hits + counts.misses() == counts.lookups);
      RC_ASSERT(counts.misses() == counts.evictions + keysIn(cache).size());
    });
  };
  for (const Replacement replacement :
       {Replacement::lru, Replacement::fifo, Replacement::lfu, Replacement::random})
    for (const HashKind hash : {HashKind::modulo, HashKind::crc16, HashKind::crc32})
      QVERIFY(holds(replacement, hash));
}

void ForwardingCacheTest::classifiesLikeADefinition() {
  QVERIFY(rc::check("causes follow Hill's definition", [] {
    const auto ways = *rc::gen::inRange<std::uint32_t>(1, 5);
    const auto sets = *rc::gen::inRange<std::uint32_t>(1, 5);
    const auto entries = ways * sets;
    const auto keys =
        *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange(0u, 2 * entries + 2));
    ForwardingCache cache(settingsOf(entries, ways, Replacement::fifo), 1, 0, 2 * entries + 2);
    std::set<std::uint32_t> seen;
    std::list<std::uint32_t> recent;  // newest first
    LookupCounts expected;
    for (const auto key : keys) {
      const bool known = !seen.insert(key).second;
      const auto at = std::find(recent.begin(), recent.end(), key);
      const bool resident = at != recent.end();
      if (resident) recent.erase(at);
      recent.push_front(key);
      if (recent.size() > entries) recent.pop_back();
      if (refer(cache, key)) continue;
      ++(!known ? expected.compulsory : resident ? expected.conflict : expected.capacity);
    }
    RC_ASSERT(cache.counts().compulsory == expected.compulsory);
    RC_ASSERT(cache.counts().capacity == expected.capacity);
    RC_ASSERT(cache.counts().conflict == expected.conflict);
    RC_ASSERT(cache.counts().unclassified == 0u);
  }));
}

void ForwardingCacheTest::withoutClassification() {
  ForwardingCache cache(settingsOf(8, 2, Replacement::lru), 1, 0);
  QVERIFY(!cache.classifies());
  for (std::uint32_t key = 0; key < 20; ++key) refer(cache, key * 1'000'000);
  QCOMPARE(cache.counts().unclassified, std::uint64_t{20});
  QCOMPARE(cache.counts().misses(), std::uint64_t{20});
}

void ForwardingCacheTest::flushEmptiesAndForgets() {
  ForwardingCache cache(settingsOf(8, 2, Replacement::lru), 1, 0, 8);
  for (std::uint32_t key = 0; key < 8; ++key) refer(cache, key);
  cache.flush();
  QVERIFY(keysIn(cache).empty());
  for (std::uint32_t key = 0; key < 8; ++key) QVERIFY(!refer(cache, key));
  QCOMPARE(cache.counts().compulsory, std::uint64_t{16});
  QCOMPARE(cache.counts().evictions, std::uint64_t{0});
}

void ForwardingCacheTest::linesForTheInspector() {
  ForwardingCache cache(settingsOf(4, 2, Replacement::lru), 1, 0);
  refer(cache, 6);
  const auto line = [&] { return cache.line(0); };  // 6 modulo 2 sets is set 0, way 0
  QVERIFY(line().valid && line().justFilled && !line().hitThisWindow);
  QCOMPARE(line().key, 6u);
  QCOMPARE(line().port, PortIndex{6});
  refer(cache, 6);
  QVERIFY(line().hitThisWindow && !line().justFilled);
  QCOMPARE(line().hits, 1u);
  cache.beginWindow();
  QVERIFY(!line().hitThisWindow && !line().justFilled);
  refer(cache, 6);
  QVERIFY(line().hitThisWindow);
  QCOMPARE(line().hits, 2u);
  QVERIFY(!cache.line(1).valid);
  refer(cache, 8);
  QVERIFY(cache.line(1).justFilled);
  cache.beginWindow();
  QVERIFY(!cache.line(1).justFilled);
}

void ForwardingCacheTest::largestKey() {
  ForwardingCache cache(settingsOf(4, 2, Replacement::lru), 1, 0);
  QVERIFY(!refer(cache, kNone - 1));
  QVERIFY(!refer(cache, 0));
  QVERIFY(refer(cache, kNone - 1));
  QVERIFY(refer(cache, 0));
}

}  // namespace hopscope

using hopscope::ForwardingCacheTest;
HOPSCOPE_TEST(ForwardingCacheTest)
#include "forwarding_cache_test.moc"
