// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/ring_detour.h"

#include <QTest>

#include "tests/support/test_main.h"

namespace hopscope {

/// Hirasawa 2022, figure 5.22: the channel from node 1 to node 2 of a 5-ary 1-cube is dead.
class RingDetourTest : public QObject {
  Q_OBJECT

 private slots:
  void withoutADetourPacketsAreLost();
  void theSourcesDetourRunsInCircles();
  void oneMoreLineDeliversAll();
  void longerRingsNeedMoreLines();
};

void RingDetourTest::withoutADetourPacketsAreLost() {
  const DetourOutcome outcome = replayDetour(5, 1, Detour::none);
  QCOMPARE(outcome.lost, 3);  // (0, 2), (1, 2) and (1, 3)
  QCOMPARE(outcome.delivered, 17);
}

void RingDetourTest::theSourcesDetourRunsInCircles() {
  const DetourOutcome outcome = replayDetour(5, 1, Detour::ownLines);
  QCOMPARE(outcome.delivered, 18);
  QVERIFY(outcome.livelocked == (std::vector<std::pair<int, int>>{{0, 2}, {1, 2}}));
}

void RingDetourTest::oneMoreLineDeliversAll() {
  const DetourOutcome outcome = replayDetour(5, 1, Detour::ownAndBelow);
  QCOMPARE(outcome.delivered, 20);
  QVERIFY(outcome.livelocked.empty());
  QCOMPARE(outcome.uTurns, 1);  // (0, 2): from 0 up to 1 and back
}

void RingDetourTest::longerRingsNeedMoreLines() {
  for (int nodes = 3; nodes <= 16; ++nodes)
    for (int fault = 0; fault < nodes; ++fault) {
      const DetourOutcome outcome = replayDetour(nodes, fault, Detour::ownAndBelow);
      QCOMPARE(outcome.delivered, nodes * (nodes - 1));
      QCOMPARE(replayDetour(nodes, fault, Detour::ownLines).livelocked.empty(), nodes < 4);
    }
}

}  // namespace hopscope

using hopscope::RingDetourTest;
HOPSCOPE_TEST(RingDetourTest)
#include "ring_detour_test.moc"
