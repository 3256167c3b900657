// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/statistics/histogram.h"

#include <rapidcheck.h>

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tests/support/test_main.h"

namespace hopscope {

class HistogramTest : public QObject {
  Q_OBJECT

 private slots:
  void emptyIsNotZero();
  void smallValuesAreExact();
  void percentilesStayWithinOneSixtyFourth();
  void barsHoldEveryValueOnce();
  void clearForgetsEverything();
  void mergingEqualsAddingAll();
  void takesTheLargestLatency();
};

void HistogramTest::emptyIsNotZero() {
  const Histogram histogram;
  QCOMPARE(histogram.count(), std::uint64_t{0});
  QVERIFY(std::isnan(histogram.percentile(0.5)));
  QVERIFY(std::isnan(histogram.mean()));
  QVERIFY(std::isnan(histogram.minimum()));
  QVERIFY(std::isnan(histogram.maximum()));
  QVERIFY(histogram.bars().empty());
}

/// 1 … 100 once each: the nearest-rank percentiles are the numbers themselves.
void HistogramTest::smallValuesAreExact() {
  Histogram histogram;
  for (Cycle value = 100; value >= 1; --value) histogram.add(value);
  QCOMPARE(histogram.percentile(0), 1.0);
  QCOMPARE(histogram.percentile(0.5), 50.0);
  QCOMPARE(histogram.percentile(0.951), 96.0);
  QCOMPARE(histogram.percentile(0.99), 99.0);
  QCOMPARE(histogram.percentile(1), 100.0);
  QCOMPARE(histogram.mean(), 50.5);
}

void HistogramTest::percentilesStayWithinOneSixtyFourth() {
  QVERIFY(rc::check("a percentile is near the value of that rank", [] {
    const auto values = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::uint32_t>>(
        rc::gen::inRange<std::uint32_t>(0, 2'000'000'000)));
    Histogram histogram;
    for (const std::uint32_t value : values) histogram.add(value);
    std::vector<std::uint32_t> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    for (const double share : {0.0, 0.01, 0.25, 0.5, 0.95, 0.99, 1.0}) {
      const auto rank = std::max(1.0, std::ceil(share * static_cast<double>(sorted.size())));
      const double exact = sorted[static_cast<std::size_t>(rank) - 1];
      RC_ASSERT(std::abs(histogram.percentile(share) - exact) <= exact / 64);
    }
    RC_ASSERT(histogram.minimum() == sorted.front());
    RC_ASSERT(histogram.maximum() == sorted.back());
  }));
}

void HistogramTest::barsHoldEveryValueOnce() {
  QVERIFY(rc::check("bars are even, adjoining and complete", [] {
    const auto values = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::uint32_t>>(
        rc::gen::inRange<std::uint32_t>(0, 3'000'000)));
    const auto limit = *rc::gen::inRange<std::size_t>(2, 100);
    Histogram histogram;
    for (const std::uint32_t value : values) histogram.add(value);
    const auto bars = histogram.bars(limit);
    RC_ASSERT(bars.size() <= limit);
    RC_ASSERT(bars.front().count > 0u && bars.back().count > 0u);
    for (std::size_t i = 0; i < bars.size(); ++i) {
      const auto inside = std::count_if(values.begin(), values.end(), [&](double value) {
        return bars[i].lower <= value && value < bars[i].upper;
      });
      RC_ASSERT(bars[i].count == static_cast<std::uint64_t>(inside));
      RC_ASSERT(bars[i].upper - bars[i].lower == bars[0].upper - bars[0].lower);
      if (i > 0) RC_ASSERT(bars[i].lower == bars[i - 1].upper);
    }
  }));
}

void HistogramTest::clearForgetsEverything() {
  Histogram histogram;
  for (const Cycle value : {3, 70'000, 12, 500}) histogram.add(value);
  histogram.clear();
  QCOMPARE(histogram.count(), std::uint64_t{0});
  histogram.add(40);
  QCOMPARE(histogram.percentile(0), 40.0);
  QCOMPARE(histogram.percentile(1), 40.0);
  QCOMPARE(histogram.mean(), 40.0);
  QCOMPARE(histogram.bars().size(), std::size_t{1});
}

void HistogramTest::mergingEqualsAddingAll() {
  Histogram first;
  Histogram second;
  Histogram all;
  for (Cycle value = 0; value < 3000; value += 7) {
    (value % 2 == 0 ? first : second).add(value);
    all.add(value);
  }
  first.merge(second);
  first.merge(Histogram{});
  QVERIFY(first.bars(1000) == all.bars(1000));
  QCOMPARE(first.mean(), all.mean());
  QCOMPARE(first.minimum(), 0.0);
  QCOMPARE(first.percentile(0.9), all.percentile(0.9));
}

void HistogramTest::takesTheLargestLatency() {
  Histogram histogram;
  histogram.add(std::numeric_limits<Cycle>::max());
  histogram.add(-5);
  QCOMPARE(histogram.minimum(), 0.0);
  QCOMPARE(histogram.percentile(1), static_cast<double>(std::numeric_limits<Cycle>::max()));
  QVERIFY(histogram.bars().size() <= 64);
}

}  // namespace hopscope

using hopscope::HistogramTest;
HOPSCOPE_TEST(HistogramTest)
#include "histogram_test.moc"
