// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <deque>
#include <map>

#include "engine/core/rng.h"
#include "engine/routing/group_counters.h"
#include "tests/support/test_main.h"

namespace hopscope {

using routings::GroupCounters;

/// Counters of offered traffic against their definition.
class GroupCountersTest : public QObject {
  Q_OBJECT

 private slots:
  /// Benito 2020, figure 6-6: h = 4, IL of distance -3 (traffic of offset around +12) is
  /// 1/4 G9 + 2/4 G10 + 3/4 G11 + G12 + 3/4 G13 + 2/4 G14 + 1/4 G15.
  void intermediateLocalSumOfFigure6_6() {
    const std::map<std::uint32_t, double> weights{{9, .25},  {10, .5}, {11, .75}, {12, 1},
                                                  {13, .75}, {14, .5}, {15, .25}};
    for (std::uint32_t offset = 1; offset < 33; ++offset) {
      GroupCounters counters(0, 1, 33, 4, 200, 0);
      counters.entered(0, offset);
      counters.left(0, offset, 0);
      const auto found = weights.find(offset);
      QCOMPARE(counters.at(0, 1).crowding(3), found == weights.end() ? 0.0 : found->second);
    }
  }

  /// The window is exact at every cycle, sums follow their definition (6-1, 6-2), routers are
  /// apart.
  void countsAsDefined() {
    constexpr std::uint32_t kGroups = 33, kGlobals = 4;
    constexpr Cycle kWindow = 50;
    constexpr double kWeight = 0.25;
    GroupCounters counters(5, 2, kGroups, kGlobals, kWindow, kWeight);
    std::deque<std::pair<Cycle, std::uint32_t>> left;
    std::map<std::uint32_t, int> stored;
    Rng rng(7, 0, RandomPurpose::pattern);
    for (Cycle now = 0; now < 3000; ++now) {
      for (std::uint32_t i = rng.below(3); i > 0; --i) {
        const std::uint32_t offset = 1 + rng.below(kGroups - 1);
        counters.entered(6, offset);
        ++stored[offset];
      }
      const std::uint32_t leaves = 1 + rng.below(kGroups - 1);
      if (stored[leaves] > 0 && now % 400 < 300) {
        counters.left(6, leaves, now);
        --stored[leaves];
        left.emplace_back(now, leaves);
      }
      while (!left.empty() && left.front().first <= now - kWindow) left.pop_front();
      std::map<std::uint32_t, double> expected;
      for (const auto& [offset, count] : stored) expected[offset] += kWeight * count;
      for (const auto& [time, offset] : left) expected[offset] += 1;
      const auto reading = counters.at(6, now);
      for (std::uint32_t offset = 1; offset < kGroups; ++offset)
        QVERIFY(std::abs(reading.towards(offset) - expected[offset]) < 1e-9);
      for (int links = -4; links <= 4; ++links) {
        if (links == 0) continue;
        double sum = 0;
        for (int j = -3; j <= 3; ++j)
          sum += (4 - std::abs(j)) / 4.0 *
                 expected[static_cast<std::uint32_t>(((links * 4 + j) % 33 + 33) % 33)];
        QVERIFY(std::abs(reading.crowding(links) - sum) < 1e-9);
      }
    }
    QCOMPARE(counters.at(5, 3000).towards(1), 0.0);
  }
};

HOPSCOPE_TEST(GroupCountersTest)

}  // namespace hopscope

#include "group_counters_test.moc"
