// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/statistics/mser5.h"

#include <QTest>
#include <cmath>
#include <random>

#include "tests/engine/statistics/series.h"
#include "tests/support/test_main.h"

using hopscope::Cycle;
using hopscope::mser5;
using hopscope::TimeBatches;

class Mser5Test : public QObject {
  Q_OBJECT

 private slots:
  void theTransientIsCutOff();
  void aStepIsFoundExactly();
  void meansCountNotSums();
  void emptyBatchesArePassedOver();
  void theLastBatchesAlikeSayNothing();
  void theTransientMayTakeHalf();
  void steadySeriesNeedNoWarmUp();
  void aTrendHasNoEnd();
  void littleDataSaysNothing();
};

namespace {

/// 1,000 times (1 - exp(-t / tau)) plus noise: the rise of a queue to its steady state.
TimeBatches rise(double tau, Cycle cycles, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> noise(0, 30);
  TimeBatches times;
  for (Cycle t = 0; t < cycles; ++t)
    times.add(t, static_cast<std::uint64_t>(std::max(
                     0.0, 1000 * (1 - std::exp(-static_cast<double>(t) / tau)) + noise(random))));
  return times;
}

}  // namespace

void Mser5Test::theTransientIsCutOff() {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::optional<Cycle> end = mser5(rise(200, 8000, seed));
    QVERIFY(end.has_value());
    // After three time constants 5 % of the rise are left; noise hides it by ten.
    QVERIFY2(*end >= 600 && *end <= 2400, qPrintable(QString::number(*end)));
  }
}

void Mser5Test::aStepIsFoundExactly() {
  TimeBatches times;
  for (Cycle t = 0; t < 1000; ++t) times.add(t, t < 200 ? 10 : 50 + static_cast<unsigned>(t % 2));
  QCOMPARE(mser5(times), std::optional<Cycle>(200));
}

/// Three values a cycle, later one: of the same mean from the beginning, whatever they add up to.
void Mser5Test::meansCountNotSums() {
  TimeBatches times;
  for (Cycle t = 0; t < 1000; ++t)
    for (int i = 0; i < (t < 200 ? 3 : 1); ++i) times.add(t, 50);
  QCOMPARE(mser5(times), std::optional<Cycle>(0));
  // And a step that the sums do not show.
  TimeBatches hidden;
  for (Cycle t = 0; t < 1000; ++t)
    for (int i = 0; i < (t < 200 ? 3 : 1); ++i) hidden.add(t, t < 200 ? 20 : 60);
  QCOMPARE(mser5(hidden), std::optional<Cycle>(200));
}

/// A single value in every second batch of five intervals.
void Mser5Test::emptyBatchesArePassedOver() {
  TimeBatches times;
  for (Cycle batch = 0; batch < 100; batch += 2) times.add(5 * batch, batch < 20 ? 90 : 50);
  QCOMPARE(mser5(times), std::optional<Cycle>(100));
}

/// Five batches are judged together, whatever came before them.
void Mser5Test::theLastBatchesAlikeSayNothing() {
  TimeBatches times;
  for (Cycle t = 0; t < 500; ++t) times.add(t, t >= 475 ? 50 : t / 5 % 2 == 0 ? 40 : 60);
  QCOMPARE(mser5(times), std::nullopt);
  // Four are not: they may be alike by chance.
  TimeBatches four;
  for (Cycle t = 0; t < 500; ++t) four.add(t, t >= 480 ? 50 : t / 5 % 2 == 0 ? 40 : 60);
  QCOMPARE(mser5(four), std::optional<Cycle>(0));
}

void Mser5Test::theTransientMayTakeHalf() {
  const auto steppingAt = [](Cycle step) {
    TimeBatches times;
    for (Cycle t = 0; t < 200; ++t) times.add(t, t < step ? 10 : 50);
    return mser5(times);
  };
  QCOMPARE(steppingAt(100), std::optional<Cycle>(100));
  QCOMPARE(steppingAt(105), std::nullopt);
}

void Mser5Test::steadySeriesNeedNoWarmUp() {
  int early = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto end = mser5(hopscope::test::autoregressive(0.5, 10'000, seed));
    early += end && *end <= 5000 ? 1 : 0;
  }
  QVERIFY2(early >= 90, qPrintable(QString::number(early)));
}

void Mser5Test::aTrendHasNoEnd() {
  TimeBatches times;
  for (Cycle t = 0; t < 20'000; ++t) times.add(t, static_cast<std::uint64_t>(t));
  QCOMPARE(mser5(times), std::nullopt);
}

void Mser5Test::littleDataSaysNothing() {
  TimeBatches times;
  QCOMPARE(mser5(times), std::nullopt);
  for (Cycle t = 0; t < 99; ++t) times.add(t, 5);
  QCOMPARE(mser5(times), std::nullopt);
  times.add(99, 5);
  QCOMPARE(mser5(times), std::optional<Cycle>(0));
}

HOPSCOPE_TEST(Mser5Test)
#include "mser5_test.moc"
