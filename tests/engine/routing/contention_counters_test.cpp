// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/contention_counters.h"

#include <QTest>
#include <functional>

#include "tests/engine/routing/fake_view.h"
#include "tests/engine/routing/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using routings::ContentionCounters;
using routings::DragonflyWiring;

/// h = 2: 9 groups of 4 routers with 2 terminals; ports 0 and 1 lead to terminals, 2 to 4 to
/// routers of the group, 5 and 6 to other groups.
const Topology& dragonfly() {
  static const Topology topology = test::network(
      "dragonfly", {{"p", std::int64_t{2}}, {"a", std::int64_t{4}}, {"h", std::int64_t{2}}});
  return topology;
}

/// A packet wants the output that its state says.
class ByState final : public routings::MinimalOutputs {
 public:
  PortIndex minimalOutput(RouterId, TerminalId, std::uint32_t detail) const override {
    return static_cast<PortIndex>(detail);
  }
};

constexpr Cycle kInterval = 100, kDelay = 15;

struct Counted {
  ByState outputs;
  DragonflyWiring wiring{dragonfly()};
  ContentionCounters counters;

  explicit Counted(bool told)
      : counters(outputs, wiring, {dragonfly(), 0, dragonfly().routerCount(), 10, kDelay, 10},
                 {told, kInterval}) {}
};

QueueHead head(RouterId router, PortIndex input, TerminalId destination, PortIndex output) {
  return {router, input, 0, destination, output};
}

}  // namespace

class ContentionCountersTest : public QObject {
  Q_OBJECT

 private slots:
  void aHeadCountsUntilItsTailHasLeft();
  void theNextOneCountsBehindIt();
  void othersKnowWhatWasTold();
  void onlyWhatEntersTheGroupIsTold();
};

void ContentionCountersTest::aHeadCountsUntilItsTailHasLeft() {
  Counted one(false);
  ContentionCounters& counters = one.counters;
  const test::FakeView view;
  counters.headed(10, head(0, 0, 70, 6));
  counters.headed(10, head(0, 2, 70, 6));
  QCOMPARE(counters.waiting(0, 6), 2u);
  QCOMPARE(counters.waiting(1, 6), 0u);
  counters.left(12, head(0, 0, 70, 6), 17);
  counters.settle(16, view);
  QCOMPARE(counters.waiting(0, 6), 2u);
  counters.settle(17, view);
  QCOMPARE(counters.waiting(0, 6), 1u);
}

void ContentionCountersTest::theNextOneCountsBehindIt() {
  Counted one(false);
  ContentionCounters& counters = one.counters;
  const test::FakeView view;
  counters.headed(10, head(0, 0, 70, 6));
  counters.left(10, head(0, 0, 70, 6), 15);
  counters.headed(10, head(0, 0, 60, 5));
  QCOMPARE(counters.waiting(0, 6), 1u);
  QCOMPARE(counters.waiting(0, 5), 0u);
  counters.settle(15, view);
  QCOMPARE(counters.waiting(0, 6), 0u);
  QCOMPARE(counters.waiting(0, 5), 1u);
  counters.left(15, head(0, 0, 60, 5), 20);
  counters.settle(20, view);
  QCOMPARE(counters.waiting(0, 5), 0u);
}

/// Two packets of router 0 and one of router 1 want group 8 (terminals from 64 on).
void ContentionCountersTest::othersKnowWhatWasTold() {
  Counted one(true);
  ContentionCounters& counters = one.counters;
  const test::FakeView view;
  counters.headed(40, head(0, 0, 64, 6));
  counters.headed(100, head(0, 1, 65, 6));  // just in time
  counters.headed(101, head(1, 0, 64, 2));
  QCOMPARE(counters.waitingInGroup(0, 8, 101), 2u);
  QCOMPARE(counters.waitingInGroup(1, 8, 101), 1u);
  QCOMPARE(counters.waitingInGroup(2, 8, 114), 0u);
  QCOMPARE(counters.waitingInGroup(2, 8, 115), 2u);
  QCOMPARE(counters.waitingInGroup(1, 8, 115), 3u);
  QCOMPARE(counters.waitingInGroup(2, 8, 214), 2u);
  QCOMPARE(counters.waitingInGroup(2, 8, 215), 3u);
  QCOMPARE(counters.waitingInGroup(4, 8, 300), 0u);  // another group
  counters.left(302, head(0, 0, 64, 6), 307);
  counters.settle(307, view);
  QCOMPARE(counters.waitingInGroup(0, 8, 307), 2u);
  QCOMPARE(counters.waitingInGroup(2, 8, 414), 3u);
  QCOMPARE(counters.waitingInGroup(2, 8, 415), 2u);
}

/// Not a packet on its way within the group, nor one that has arrived in the group it wants.
void ContentionCountersTest::onlyWhatEntersTheGroupIsTold() {
  Counted one(true);
  ContentionCounters& counters = one.counters;
  counters.headed(10, head(0, 2, 64, 6));  // from another router of the group
  counters.headed(10, head(0, 0, 3, 2));   // to its own group
  QCOMPARE(counters.waitingInGroup(0, 8, 20), 0u);
  QCOMPARE(counters.waitingInGroup(0, 0, 20), 0u);
  counters.headed(10, head(0, 5, 64, 6));  // from another group
  QCOMPARE(counters.waitingInGroup(0, 8, 20), 1u);
  QCOMPARE(counters.waiting(0, 6), 2u);
}

}  // namespace hopscope

using hopscope::ContentionCountersTest;
HOPSCOPE_TEST(ContentionCountersTest)
#include "contention_counters_test.moc"
