// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/statistics/batch_means.h"

#include <QTest>
#include <cmath>

#include "engine/core/rng.h"
#include "engine/statistics/confidence_interval.h"
#include "engine/statistics/mean.h"
#include "tests/support/test_main.h"

namespace hopscope {

class BatchMeansTest : public QObject {
  Q_OBJECT

 private slots:
  void studentsTable();
  void intervalOfFiveValues();
  void tooFewValues();
  void meanIsOfAllValues();
  void coversIndependentValues();
  void widerForCorrelatedValues();
};

/// Printed tables of Student's distribution, two-sided 95 %.
void BatchMeansTest::studentsTable() {
  const std::vector<std::pair<std::size_t, double>> table = {
      {1, 12.706}, {2, 4.303}, {5, 2.571}, {10, 2.228}, {31, 2.040}, {120, 1.980}};
  for (const auto& [degrees, expected] : table)
    QVERIFY2(std::abs(studentT95(degrees) - expected) < 0.0006,
             qPrintable(QString::number(degrees)));
  QVERIFY(std::isnan(studentT95(0)));
}

/// 2 4 4 4 6: mean 4, standard deviation sqrt(2), t(4) = 2.776.
void BatchMeansTest::intervalOfFiveValues() {
  const std::vector<double> values = {2, 4, 4, 4, 6};
  const ConfidenceInterval interval = confidence95(values);
  QCOMPARE(interval.mean, 4.0);
  QVERIFY(std::abs(interval.halfWidth - 2.7764 * std::sqrt(2.0 / 5.0)) < 0.001);
}

void BatchMeansTest::tooFewValues() {
  BatchMeans series;
  QVERIFY(std::isnan(series.mean()));
  QVERIFY(std::isnan(series.halfWidth95()));
  series.add(7);
  QCOMPARE(series.mean(), 7.0);
  QVERIFY(std::isnan(series.halfWidth95()));
  QVERIFY(std::isnan(Mean{}.value()));
}

void BatchMeansTest::meanIsOfAllValues() {
  BatchMeans series(8);
  Mean mean;
  for (int i = 1; i <= 1003; ++i) {  // not a multiple of the batch length
    series.add(i);
    mean.add(i);
  }
  QCOMPARE(series.count(), std::uint64_t{1003});
  QCOMPARE(series.mean(), 502.0);
  QCOMPARE(mean.value(), 502.0);
}

/// The interval of uniform random values holds the true mean in about 95 of 100 experiments.
void BatchMeansTest::coversIndependentValues() {
  int covered = 0;
  for (std::uint32_t experiment = 0; experiment < 400; ++experiment) {
    Rng random(1, experiment, RandomPurpose::injection);
    BatchMeans series;
    for (int i = 0; i < 1000; ++i) series.add(random.unit());
    if (std::abs(series.mean() - 0.5) <= series.halfWidth95()) ++covered;
  }
  QVERIFY2(covered >= 366 && covered <= 394, qPrintable(QString::number(covered)));
}

/// A slowly moving series says less than as many independent values with the same spread.
void BatchMeansTest::widerForCorrelatedValues() {
  Rng random(2, 0, RandomPurpose::injection);
  BatchMeans independent;
  BatchMeans correlated;
  double held = 0;
  for (int i = 0; i < 65'536; ++i) {
    const double value = random.unit();
    if (i % 64 == 0) held = value;
    independent.add(value);
    correlated.add(held);
  }
  // Blocks of 64 equal values: the interval is about sqrt(64) times as wide.
  const double ratio = correlated.halfWidth95() / independent.halfWidth95();
  QVERIFY2(ratio > 4 && ratio < 16, qPrintable(QString::number(ratio)));
}

}  // namespace hopscope

using hopscope::BatchMeansTest;
HOPSCOPE_TEST(BatchMeansTest)
#include "batch_means_test.moc"
