// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/statistics/batch_means.h"

#include <QTest>
#include <cmath>

#include "tests/engine/statistics/series.h"
#include "tests/support/test_main.h"

using hopscope::batchMeans95;
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

void BatchMeansTest::tooFewBatchesSayNothing() {
  TimeBatches times;
  QVERIFY(std::isnan(batchMeans95(times).mean));
  for (Cycle t = 0; t < 31; ++t) times.add(t, static_cast<std::uint64_t>(t));
  QCOMPARE(batchMeans95(times).mean, 15.0);
  QVERIFY(std::isnan(batchMeans95(times).halfWidth));
}

HOPSCOPE_TEST(BatchMeansTest)
#include "batch_means_test.moc"
