// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/statistics/batch_means.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "tests/engine/statistics/series.h"
#include "tests/support/test_main.h"

using hopscope::batchMeans95;
using hopscope::batchRate95;
using hopscope::ConfidenceInterval;
using hopscope::Cycle;
using hopscope::TimeBatches;

class BatchMeansTest : public QObject {
  Q_OBJECT

 private slots:
  void theIntervalHoldsTheMean_data();
  void theIntervalHoldsTheMean();
  void equalValuesHaveNoSpread();
  void batchesWithMoreValuesWeighMore();
  void byHand_data();
  void byHand();
  void ratesCountTheCyclesWithout();
  void ratesHoldTheMean();
  void tooFewBatchesSayNothing();
};

namespace {

constexpr int kSeeds = 1000;

/// How many of all intervals hold the true mean, in per cent.
template <typename Series>
double coverage(double trueMean, const Series& series) {
  int held = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const ConfidenceInterval interval = batchMeans95(series(static_cast<std::uint64_t>(seed)));
    held += std::abs(interval.mean - trueMean) <= interval.halfWidth ? 1 : 0;
  }
  return 100.0 * held / kSeeds;
}

}  // namespace

void BatchMeansTest::theIntervalHoldsTheMean_data() {
  QTest::addColumn<bool>("queue");
  QTest::addColumn<double>("parameter");
  QTest::addColumn<int>("length");
  QTest::newRow("independent") << false << 0.0 << 2000;
  QTest::newRow("correlated") << false << 0.9 << 10'000;
  QTest::newRow("correlated, short for it") << false << 0.99 << 10'000;
  QTest::newRow("queue at half its load") << true << 0.5 << 5000;
  QTest::newRow("queue at 0.8") << true << 0.8 << 100'000;
}

void BatchMeansTest::theIntervalHoldsTheMean() {
  QFETCH(bool, queue);
  QFETCH(double, parameter);
  QFETCH(int, length);
  const double share = queue
                           ? coverage(1000 / (1 - parameter),
                                      [&](std::uint64_t seed) {
                                        return hopscope::test::queueTimes(parameter, length, seed);
                                      })
                           : coverage(100'000, [&](std::uint64_t seed) {
                               return hopscope::test::autoregressive(parameter, length, seed);
                             });
  QVERIFY2(share >= 93 && share <= 97, qPrintable(QString::number(share)));
}

void BatchMeansTest::equalValuesHaveNoSpread() {
  TimeBatches times;
  for (Cycle t = 0; t < 5000; ++t) times.add(t, 7);
  QCOMPARE(batchMeans95(times).mean, 7.0);
  QCOMPARE(batchMeans95(times).halfWidth, 0.0);
}

void BatchMeansTest::batchesWithMoreValuesWeighMore() {
  TimeBatches times;
  for (Cycle t = 0; t < 64; ++t)
    for (int i = 0; i < (t < 32 ? 3 : 1); ++i) times.add(t, t < 32 ? 10 : 20);
  QCOMPARE(batchMeans95(times).mean, 12.5);
}

void BatchMeansTest::byHand_data() {
  QTest::addColumn<int>("run");
  QTest::addColumn<double>("halfWidth");
  // 32 batches, each 5 off the mean: squares add up to 800. `run` alike follow one another, so the
  // 31 products of neighbours add up to that many times 25, and r is a thirty-second more.
  const auto halfWidth = [](int products, std::size_t freedom) {
    const double r = std::clamp(products * 25 / 800.0 + 1 / 32.0, 0.0, 0.8);
    return hopscope::studentT95(freedom) * std::sqrt((1 + r) / (1 - r) * 800 / 31 / 32);
  };
  QTest::newRow("alternating") << 1 << halfWidth(-31, 31);
  QTest::newRow("in pairs") << 2 << halfWidth(1, 27);        // 31 / 1.133
  QTest::newRow("in fours") << 4 << halfWidth(24 - 7, 8);    // r = 0.5625, 31 / 3.57
  QTest::newRow("in two halves") << 16 << halfWidth(29, 3);  // r = 0.8 at the most, 31 / 9
}

void BatchMeansTest::byHand() {
  QFETCH(int, run);
  QFETCH(double, halfWidth);
  TimeBatches times;
  for (Cycle t = 0; t < 32; ++t) times.add(t, t / run % 2 == 0 ? 10 : 20);
  const ConfidenceInterval interval = batchMeans95(times);
  QCOMPARE(interval.mean, 15.0);
  QCOMPARE(interval.halfWidth, halfWidth);
}

/// 4 in every second cycle of the first 32, then nothing.
void BatchMeansTest::ratesCountTheCyclesWithout() {
  TimeBatches times;
  for (Cycle t = 0; t < 32; t += 2) times.add(t, 4);
  QCOMPARE(batchRate95(times, 32).mean, 2.0);
  QCOMPARE(batchRate95(times, 32).halfWidth,
           hopscope::studentT95(31) * std::sqrt(32 * 4.0 / 31 / 32));
  QCOMPARE(batchRate95(times, 64).mean, 1.0);
  QVERIFY(std::isnan(batchRate95(times, 31).halfWidth));
  QVERIFY(std::isnan(batchRate95(TimeBatches(), 0).mean));
  // The last batch is shorter than the others: 1,025 cycles in batches of two.
  TimeBatches even;
  for (Cycle t = 0; t < 1025; ++t) even.add(t, 3);
  QCOMPARE(even.length(), Cycle{2});
  QCOMPARE(batchRate95(even, 1025).mean, 3.0);
  QCOMPARE(batchRate95(even, 1025).halfWidth, 0.0);
}

/// Packets of 8 flits from 4 Bernoulli sources.
void BatchMeansTest::ratesHoldTheMean() {
  int held = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    std::bernoulli_distribution sends(0.05);
    TimeBatches times;
    for (Cycle t = 0; t < 3000; ++t)
      for (int source = 0; source < 4; ++source)
        if (sends(random)) times.add(t, 8);
    const ConfidenceInterval interval = batchRate95(times, 3000);
    held += std::abs(interval.mean - 4 * 0.05 * 8) <= interval.halfWidth ? 1 : 0;
  }
  const double share = 100.0 * held / kSeeds;
  QVERIFY2(share >= 93 && share <= 97, qPrintable(QString::number(share)));
}

void BatchMeansTest::tooFewBatchesSayNothing() {
  TimeBatches times;
  QVERIFY(std::isnan(batchMeans95(times).mean));
  for (Cycle t = 0; t < 31; ++t) times.add(t, static_cast<std::uint64_t>(t));
  QCOMPARE(batchMeans95(times).mean, 15.0);
  QVERIFY(std::isnan(batchMeans95(times).halfWidth));
}

HOPSCOPE_TEST(BatchMeansTest)
#include "batch_means_test.moc"
