// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/learning_table.h"

#include <rapidcheck.h>

#include <QTest>
#include <algorithm>
#include <utility>
#include <vector>

#include "tests/support/test_main.h"

namespace hopscope {

class LearningTableTest : public QObject {
  Q_OBJECT

 private slots:
  void learnsAndFollowsMoves();
  void forgetsTheOldest();
  void refusesWhenFull();
  void likeAList();
};

void LearningTableTest::learnsAndFollowsMoves() {
  LearningTable table;
  QVERIFY(!table.find(7));
  table.learn(7, 2);
  QCOMPARE(table.find(7), std::optional<PortIndex>(2));
  table.learn(7, 3);
  QCOMPARE(table.find(7), std::optional<PortIndex>(3));
  QCOMPARE(table.size(), std::size_t{1});
  QCOMPARE(table.learned(), std::uint64_t{1});
  QVERIFY(!table.full());
}

void LearningTableTest::forgetsTheOldest() {
  LearningTable table(2);
  table.learn(1, 1);
  table.learn(2, 2);
  table.learn(1, 1);  // heard of again
  table.learn(3, 3);
  QVERIFY(table.find(1) && table.find(3));
  QVERIFY(!table.find(2));
  QCOMPARE(table.evicted(), std::uint64_t{1});
  QVERIFY(table.full());
}

void LearningTableTest::refusesWhenFull() {
  LearningTable table(2, TableOverflow::refuse);
  for (const TerminalId terminal : {1u, 2u, 3u, 1u}) table.learn(terminal, 5);
  QVERIFY(table.find(1) && table.find(2));
  QVERIFY(!table.find(3));
  QCOMPARE(table.refused(), std::uint64_t{1});
  QCOMPARE(table.evicted(), std::uint64_t{0});
}

/// Against a list that is searched from one end to the other.
void LearningTableTest::likeAList() {
  const bool good = rc::check([] {
    const auto capacity = *rc::gen::inRange<std::size_t>(1, 8);
    const bool evicts = *rc::gen::arbitrary<bool>();
    const auto frames = *rc::gen::container<std::vector<std::pair<TerminalId, PortIndex>>>(
        rc::gen::pair(rc::gen::inRange<TerminalId>(0, 12), rc::gen::inRange<PortIndex>(0, 6)));
    LearningTable table(capacity, evicts ? TableOverflow::evict : TableOverflow::refuse);
    std::vector<std::pair<TerminalId, PortIndex>> list;  // heard of last: last
    for (const auto& frame : frames) {
      table.learn(frame.first, frame.second);
      const auto known = std::find_if(list.begin(), list.end(), [&frame](const auto& entry) {
        return entry.first == frame.first;
      });
      if (known != list.end())
        list.erase(known);
      else if (list.size() == capacity && !evicts)
        continue;
      else if (list.size() == capacity)
        list.erase(list.begin());
      list.push_back(frame);
    }
    RC_ASSERT(table.size() == list.size());
    for (TerminalId terminal = 0; terminal < 12; ++terminal) {
      std::optional<PortIndex> expected;
      for (const auto& entry : list)
        if (entry.first == terminal) expected = entry.second;
      RC_ASSERT(table.find(terminal) == expected);
    }
  });
  QVERIFY(good);
}

HOPSCOPE_TEST(LearningTableTest)

}  // namespace hopscope

#include "learning_table_test.moc"
