// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/stack_distance.h"

#include <QTest>

#include "tests/support/test_main.h"

namespace hopscope {

class StackDistanceTest : public QObject {
  Q_OBJECT

 private slots:
  void byHand();
  void emptied();
};

void StackDistanceTest::byHand() {
  StackDistance analysis(HashKind::modulo, 1, 3);
  for (const std::uint32_t key : {7u, 8u, 7u, 7u, 9u, 8u, 5u, 7u}) analysis.access(key);
  QCOMPARE(analysis.accesses(), std::uint64_t{8});
  QCOMPARE(analysis.hits(1), std::uint64_t{1});  // 7 7
  QCOMPARE(analysis.hits(2), std::uint64_t{2});  // 7 8 7
  QCOMPARE(analysis.hits(3), std::uint64_t{3});  // 8 7 7 9 8; between the last two 7 are three keys
}

/// Emptied, it holds nothing, and what was counted stays.
void StackDistanceTest::emptied() {
  StackDistance analysis(HashKind::modulo, 2, 2);
  QCOMPARE(analysis.access(4), 2u);
  QCOMPARE(analysis.access(4), 0u);
  analysis.clear();
  QCOMPARE(analysis.access(4), 2u);
  QCOMPARE(analysis.hits(2), std::uint64_t{1});
  QCOMPARE(analysis.accesses(), std::uint64_t{3});
}

}  // namespace hopscope

using hopscope::StackDistanceTest;
HOPSCOPE_TEST(StackDistanceTest)
#include "stack_distance_test.moc"
