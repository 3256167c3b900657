// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/statistics/time_batches.h"

#include <QTest>

#include "tests/support/test_main.h"

using hopscope::Cycle;
using hopscope::TimeBatches;

class TimeBatchesTest : public QObject {
  Q_OBJECT

 private slots:
  void valuesFallIntoTheBatchOfTheirTime();
  void batchesGrowWithTime();
  void mergingInAnyOrderGivesTheSame();
};

void TimeBatchesTest::valuesFallIntoTheBatchOfTheirTime() {
  TimeBatches times;
  times.add(0, 5);
  times.add(2, 7);
  times.add(2, 9);
  QCOMPARE(times.length(), Cycle{1});
  QCOMPARE(times.batches(), (std::vector<TimeBatches::Batch>{{1, 5}, {0, 0}, {2, 16}}));
}

void TimeBatchesTest::batchesGrowWithTime() {
  TimeBatches times;
  const auto most = static_cast<Cycle>(TimeBatches::kMost);
  for (Cycle t = 0; t < 5 * most; ++t) times.add(t, 3);
  QCOMPARE(times.length(), Cycle{8});
  QCOMPARE(times.batches().size(), std::size_t(5 * most / 8));
  for (const TimeBatches::Batch& batch : times.batches())
    QCOMPARE(batch, (TimeBatches::Batch{8, 24}));
}

void TimeBatchesTest::mergingInAnyOrderGivesTheSame() {
  const auto most = static_cast<Cycle>(TimeBatches::kMost);
  TimeBatches early, late, whole;
  for (Cycle t = 0; t < 3 * most; t += 7) {
    whole.add(t, static_cast<std::uint64_t>(t));
    (t < most / 3 ? early : late).add(t, static_cast<std::uint64_t>(t));
  }
  TimeBatches one = early, other = late;
  one.merge(late);
  other.merge(early);
  QCOMPARE(one.length(), whole.length());
  QCOMPARE(one.batches(), whole.batches());
  QCOMPARE(other.batches(), whole.batches());
}

HOPSCOPE_TEST(TimeBatchesTest)
#include "time_batches_test.moc"
