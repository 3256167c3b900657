// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <random>
#include <unordered_set>
#include <vector>

#include "engine/forwarding/forwarding_cache.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

constexpr int kSeeds = 40;

struct Estimate {
  double mean = 0, error = 0;  ///< of `kSeeds` placements, and three standard errors of the mean
};

CacheSettings cacheOf(std::uint32_t ways, HashKind hash = HashKind::crc16) {
  CacheSettings settings;
  settings.entries = 2048;
  settings.ways = ways;
  settings.hash = hash;
  return settings;
}

std::vector<std::uint32_t> distinctRandomKeys(std::size_t count, std::mt19937_64& random) {
  std::unordered_set<std::uint32_t> seen;
  std::vector<std::uint32_t> keys;
  while (keys.size() < count) {
    const auto key = static_cast<std::uint32_t>(random() >> 33);
    if (seen.insert(key).second) keys.push_back(key);
  }
  return keys;
}

/// `sample` gives per cent of the `destinations`; a rare event is judged as a Poisson count.
template <typename Sample>
Estimate estimate(double expected, double destinations, Sample sample) {
  double sum = 0, squares = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const double value = sample(static_cast<std::uint64_t>(seed));
    sum += value;
    squares += value * value;
  }
  const double mean = sum / kSeeds;
  const double variance = std::max(0.0, squares / kSeeds - mean * mean);
  const double poisson = expected * 100 / destinations;
  return {mean, 3 * std::sqrt(std::max(variance, poisson) / kSeeds)};
}

}  // namespace

/// Hirasawa 2022, figures 4.5 and 4.6: what limited associativity costs. Expected per cents are the
/// binomial expectation of keys beyond the ways of their set; the last digit is rounded.
class CacheConflictsTest : public QObject {
  Q_OBJECT

 private slots:
  void displacedByRandomKeys_data() { expectations(); }
  void displacedByRandomKeys();
  void steadyStateMisses_data() { expectations(); }
  void steadyStateMisses();
  void linearKeysDoNotConflict_data();
  void linearKeysDoNotConflict();

 private:
  static void expectations();
};

void CacheConflictsTest::expectations() {
  QTest::addColumn<int>("destinations");
  QTest::addColumn<int>("ways");
  QTest::addColumn<double>("percent");
  QTest::addColumn<double>("rounding");
  const auto row = [](int destinations, int ways, double percent, double rounding) {
    QTest::addRow("%d destinations, %d ways", destinations, ways)
        << destinations << ways << percent << rounding;
  };
  row(256, 1, 5.98, 0.005);
  row(256, 2, 0.91, 0.005);
  row(256, 4, 0.036, 0.0005);
  row(512, 1, 11.50, 0.005);
  row(512, 2, 3.25, 0.005);
  row(512, 4, 0.43, 0.005);
  row(512, 8, 0.014, 0.0005);
  row(512, 16, 0, 0.0005);
  row(1024, 1, 21.29, 0.005);
  row(1024, 2, 10.35, 0.005);
  row(1024, 4, 3.74, 0.005);
  row(1024, 8, 0.83, 0.005);
  row(1024, 16, 0.076, 0.0005);
  row(2048, 4, 19.5, 0.05);
  row(2048, 16, 9.9, 0.05);
  row(2048, 32, 7.0, 0.05);
}

void CacheConflictsTest::displacedByRandomKeys() {
  QFETCH(int, destinations);
  QFETCH(int, ways);
  QFETCH(double, percent);
  QFETCH(double, rounding);
  const auto displaced = [&](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    ForwardingCache cache(cacheOf(static_cast<std::uint32_t>(ways)), seed, 0);
    for (const auto key : distinctRandomKeys(static_cast<std::size_t>(destinations), random))
      if (!cache.access(key)) cache.fill(key, 1);
    return 100.0 * static_cast<double>(cache.counts().evictions) / destinations;
  };
  const Estimate seen = estimate(percent, destinations, displaced);
  QVERIFY2(
      std::abs(seen.mean - percent) <= seen.error + rounding,
      qPrintable(QString("%1 %, expected %2 ± %3").arg(seen.mean).arg(percent).arg(seen.error)));
}

void CacheConflictsTest::steadyStateMisses() {
  QFETCH(int, destinations);
  QFETCH(int, ways);
  QFETCH(double, percent);
  QFETCH(double, rounding);
  constexpr int kReferences = 20'000;
  const auto missed = [&](std::uint64_t seed) {
    std::mt19937_64 random(seed + 1000);
    ForwardingCache cache(cacheOf(static_cast<std::uint32_t>(ways)), seed, 0);
    const auto keys = distinctRandomKeys(static_cast<std::size_t>(destinations), random);
    const auto refer = [&](std::uint32_t key) {
      if (!cache.access(key)) cache.fill(key, 1);
    };
    for (const auto key : keys) refer(key);
    for (int i = 0; i < kReferences; ++i) refer(keys[random() % keys.size()]);
    const LookupCounts before = cache.counts();
    for (int i = 0; i < kReferences; ++i) refer(keys[random() % keys.size()]);
    return 100.0 * static_cast<double>(cache.counts().misses() - before.misses()) / kReferences;
  };
  const Estimate seen = estimate(percent, destinations, missed);
  QVERIFY2(
      std::abs(seen.mean - percent) <= seen.error + rounding,
      qPrintable(QString("%1 %, expected %2 ± %3").arg(seen.mean).arg(percent).arg(seen.error)));
}

void CacheConflictsTest::linearKeysDoNotConflict_data() {
  QTest::addColumn<int>("nodes");
  QTest::addColumn<int>("ways");
  QTest::addColumn<bool>("crc");
  for (const int nodes : {64, 256, 2048})
    for (const int ways : {1, 2, 4, 16})
      for (const bool crc : {false, true})
        QTest::addRow("%d nodes, %d ways, %s", nodes, ways, crc ? "crc16" : "modulo")
            << nodes << ways << crc;
}

/// Every destination of a job of up to 2,048 nodes, over and over: compulsory misses only.
void CacheConflictsTest::linearKeysDoNotConflict() {
  QFETCH(int, nodes);
  QFETCH(int, ways);
  QFETCH(bool, crc);
  const auto count = static_cast<std::uint32_t>(nodes);
  ForwardingCache cache(
      cacheOf(static_cast<std::uint32_t>(ways), crc ? HashKind::crc16 : HashKind::modulo), 1, 0,
      count);
  for (int round = 0; round < 3; ++round)
    for (std::uint32_t key = 0; key < count; ++key)
      if (!cache.access(key)) cache.fill(key, 1);
  QCOMPARE(cache.counts().conflict, std::uint64_t{0});
  QCOMPARE(cache.counts().capacity, std::uint64_t{0});
  QCOMPARE(cache.counts().evictions, std::uint64_t{0});
  QCOMPARE(cache.counts().compulsory, std::uint64_t{count});
  QCOMPARE(cache.counts().hits, std::uint64_t{2} * count);
}

}  // namespace hopscope

using hopscope::CacheConflictsTest;
HOPSCOPE_TEST(CacheConflictsTest)
#include "cache_conflicts_test.moc"
