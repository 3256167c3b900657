// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>
#include <map>
#include <vector>

#include "engine/core/rng.h"
#include "engine/fabric/packet_pool.h"
#include "engine/fabric/timing_wheel.h"
#include "tests/support/test_main.h"

namespace hopscope {

class TimingWheelTest : public QObject {
  Q_OBJECT

 private slots:
  /// Against a sorted map: every item comes out at its time, in the order of pushing.
  void equalsASortedMap() {
    TimingWheel<std::uint32_t> wheel(300);
    std::map<Cycle, std::vector<std::uint32_t>> expected;
    Rng rng(3, 0, RandomPurpose::pattern);
    std::uint32_t next = 0;
    for (Cycle now = 0; now < 5000; ++now) {
      std::vector<std::uint32_t> due;
      wheel.drain(now, [&](std::uint32_t item) {
        due.push_back(item);
        // Pushing while draining is what routers do.
        if (rng.below(4) == 0) {
          const Cycle at = now + 1 + rng.below(static_cast<std::uint32_t>(wheel.horizon()));
          wheel.push(at, next);
          expected[at].push_back(next++);
        }
      });
      QCOMPARE(due, expected[now]);
      expected.erase(now);
      for (std::uint32_t i = rng.below(400); i > 0; --i) {
        const Cycle at = now + 1 + rng.below(static_cast<std::uint32_t>(wheel.horizon()));
        wheel.push(at, next);
        expected[at].push_back(next++);
      }
    }
  }

  void showsWhatIsInFlight() {
    TimingWheel<int> wheel(10);
    wheel.push(1, 11);
    wheel.push(10, 20);
    std::map<Cycle, int> seen;
    wheel.forEach(1, [&](Cycle time, int item) { seen[time] = item; });
    QCOMPARE(seen, (std::map<Cycle, int>{{1, 11}, {10, 20}}));
  }

  void poolRecycles() {
    PacketPool pool;
    const PacketIndex a = pool.take();
    const PacketIndex b = pool.take();
    QVERIFY(a != b);
    pool.give(a);
    QCOMPARE(pool.take(), a);
  }
};

HOPSCOPE_TEST(TimingWheelTest)

}  // namespace hopscope

#include "timing_wheel_test.moc"
