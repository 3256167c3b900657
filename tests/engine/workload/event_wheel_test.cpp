// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/event_wheel.h"

#include <QTest>
#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "engine/core/rng.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

constexpr unsigned kWheelKinds = 4;

/// Time, kind, when it was noted; the least comes first.
using Noted = std::tuple<Cycle, unsigned, std::uint64_t>;

/// Some way ahead: mostly soon, now and then at once or very far off.
Cycle drawAhead(Rng& rng) {
  switch (rng.below(8)) {
    case 0:
      return 0;
    case 1:
      return 250 + rng.below(12);
    case 2:
      return rng.below(2'000);
    default:
      return 1 + rng.below(40);
  }
}

}  // namespace

class EventWheelTest : public QObject {
  Q_OBJECT

 private slots:
  void comesInTheOrderOfOneHeap();
};

/// What is noted, also while others are handled, comes by time, kind and when it was noted, whether
/// cycles are passed one by one or many at once.
void EventWheelTest::comesInTheOrderOfOneHeap() {
  Rng rng(5, 0, RandomPurpose::choice);
  EventWheel<kWheelKinds> wheel;
  std::vector<Noted> expected;
  std::uint64_t number = 0, handled = 0;
  const auto note = [&](Cycle time) {
    const unsigned kind = rng.below(kWheelKinds);
    wheel.note(time, kind, number);
    expected.emplace_back(time, kind, number++);
  };
  const auto first = [&] { return std::min_element(expected.begin(), expected.end()); };
  for (Cycle now = 0; now < 40'000;) {
    if (wheel.rests(now)) {
      QVERIFY(expected.empty() || std::get<Cycle>(*first()) > now);
    } else {
      wheel.handleUpTo(now, [&](Cycle time, unsigned kind, std::uint64_t what) {
        const auto next = first();
        QVERIFY(next != expected.end());
        QCOMPARE(Noted(time, kind, what), *next);
        expected.erase(next);
        ++handled;
        for (std::uint32_t more = rng.below(3); more > 0 && expected.size() < 100; --more)
          note(time + drawAhead(rng));
      });
      if (QTest::currentTestFailed()) return;
    }
    QCOMPARE(wheel.empty(), expected.empty());
    QCOMPARE(wheel.next(),
             expected.empty() ? EventWheel<kWheelKinds>::kNever : std::get<Cycle>(*first()));
    if (expected.size() < 50) note(now + 1 + drawAhead(rng));
    // As a network that rests.
    now = rng.below(20) == 0 ? std::max(now + 1, std::get<Cycle>(*first())) : now + 1;
  }
  QVERIFY(handled > 1'000);
}

HOPSCOPE_TEST(EventWheelTest)

}  // namespace hopscope

#include "event_wheel_test.moc"
