// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "engine/routing/acor_levels.h"
#include "tests/support/test_main.h"

namespace hopscope {

using routings::AcorLevels;
using routings::LevelRules;

/// When the level of a switch rises and falls.
class AcorLevelsTest : public QObject {
  Q_OBJECT

 private slots:
  /// Up in the cycle after the count has exceeded the threshold, not in that cycle.
  void risesAtOnce() {
    AcorLevels levels(10, 2, 3, rules());
    for (Cycle now = 0; now < 3; ++now) levels.count(11, now);
    QCOMPARE(levels.at(11, 3).level, 0);  // 3 is not above 3
    levels.count(11, 7);
    levels.count(11, 7);
    QCOMPARE(levels.at(11, 7).level, 0);
    QCOMPARE(levels.at(11, 8).level, 1);
    QCOMPARE(levels.at(11, 8).count, 0u);
    QCOMPARE(levels.at(11, 8).intervalEnd, Cycle{8 + 100});
    QCOMPARE(levels.at(10, 8).level, 0);  // the other switch
  }

  /// Never above the last level, however much is counted.
  void staysAtTheLast() {
    AcorLevels levels(0, 1, 3, rules());
    for (Cycle now = 0; now < 50; ++now) levels.count(0, now);
    QCOMPARE(levels.at(0, 50).level, 2);
  }

  /// Down only at the end of an interval, and only with fewer than the threshold of the level
  /// below.
  void fallsAtTheEndOfAnInterval() {
    AcorLevels levels(0, 1, 3, rules());
    for (Cycle now = 0; now < 4; ++now) levels.count(0, now);
    QCOMPARE(levels.at(0, 4).level, 1);  // until 104
    levels.count(0, 50);
    levels.count(0, 51);
    QCOMPARE(levels.at(0, 104).level, 1);  // 2 is not below 2
    QCOMPARE(levels.at(0, 104).count, 0u);
    levels.count(0, 150);
    QCOMPARE(levels.at(0, 203).level, 1);
    QCOMPARE(levels.at(0, 204).level, 0);
  }

  /// However late it is asked for, it is what it would have been cycle by cycle.
  void isSettledWhenItIsRead() {
    AcorLevels late(0, 1, 3, rules());
    AcorLevels often(0, 1, 3, rules());
    std::uint32_t state = 12345;
    for (Cycle now = 0; now < 20'000; ++now) {
      state = state * 1664525 + 1013904223;
      const bool busy = now / 1000 % 2 == 0;
      if (busy && state >> 28 < 3) {
        late.count(0, now);
        often.count(0, now);
      }
      const auto& seen = often.at(0, now);
      if (state >> 20 % 97 != 0 && now % 371 != 0) continue;
      const auto& same = late.at(0, now);
      QCOMPARE(same.level, seen.level);
      QCOMPARE(same.count, seen.count);
      QCOMPARE(same.intervalEnd, seen.intervalEnd);
    }
    QCOMPARE(late.at(0, 10'000'000).level, 0);
    QCOMPARE(often.at(0, 10'000'000).level, 0);
  }

 private:
  static LevelRules rules() {
    LevelRules rules;
    rules.interval = 100;
    rules.increase = {3, 5};
    rules.decrease = {2, 4};
    return rules;
  }
};

HOPSCOPE_TEST(AcorLevelsTest)

}  // namespace hopscope

#include "acor_levels_test.moc"
