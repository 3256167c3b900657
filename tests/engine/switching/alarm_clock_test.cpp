// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/alarm_clock.h"

#include <QTest>
#include <map>
#include <set>

#include "engine/core/rng.h"
#include "tests/support/test_main.h"

namespace hopscope {

class AlarmClockTest : public QObject {
  Q_OBJECT

 private slots:
  /// Against a map of sets: every alarm rings at its time, or at the horizon.
  void equalsAMapOfSets() {
    AlarmClock clock(200);
    std::map<Cycle, std::set<std::uint32_t>> expected;
    Rng rng(5, 0, RandomPurpose::pattern);
    for (Cycle now = (Cycle{1} << 32) - 1000; now < (Cycle{1} << 32) + 1000; ++now) {
      std::set<std::uint32_t> rung;
      clock.ring(stampOf(now), [&](std::uint32_t input) { rung.insert(input); });
      QCOMPARE(rung, expected[now]);
      for (std::uint32_t i = rng.below(5); i > 0; --i) {
        const std::uint32_t input = rng.below(200);
        const auto wait = static_cast<std::int32_t>(1 + rng.below(60));
        clock.set(stampOf(now), wait, input);
        expected[now + std::min(wait, AlarmClock::kHorizon)].insert(input);
      }
    }
  }
};

HOPSCOPE_TEST(AlarmClockTest)

}  // namespace hopscope

#include "alarm_clock_test.moc"
