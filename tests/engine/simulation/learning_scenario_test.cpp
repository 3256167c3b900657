// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/learning_scenario.h"

#include <QTest>

#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

Value number(std::int64_t value) {
  return value;
}

Setup twoSwitches() {
  return test::makeSetup("complete", {{"routers", number(2)}, {"terminals_per_router", number(2)}});
}

std::uint64_t accounted(const LearningOutcome& o) {
  return o.delivered + o.discarded + o.filtered + o.dropped + o.underWay;
}

}  // namespace

class LearningScenarioTest : public QObject {
  Q_OBJECT

 private slots:
  void whoNeverSendsIsFloodedToForever();
  void anAnswerEndsTheFlooding();
  void everyFrameIsAccountedFor_data();
  void everyFrameIsAccountedFor();
  void smallTablesFloodForever_data();
  void smallTablesFloodForever();
  void unknownFramesCanBeDropped();
  void loopsAreClosed();
};

/// Terminal 0 to terminal 3: at the first switch to terminal 1 and the second switch, there to
/// terminals 2 and 3.
void LearningScenarioTest::whoNeverSendsIsFloodedToForever() {
  Setup s = twoSwitches();
  s.traffic = test::onePair(0, 3);
  s.load = 0.01;
  const LearningOutcome o = playLearning(s, {});
  QVERIFY(o.frames > 5);
  QCOMPARE(o.floodedFrames, o.frames);
  QCOMPARE(o.floods, 2 * o.frames);
  QCOMPARE(o.copies, 2 * o.frames);
  QCOMPARE(o.delivered, o.frames);
  QCOMPARE(o.discarded, 2 * o.frames);
  QCOMPARE(o.hops, 4 * o.frames);
  QCOMPARE(o.wastedHops, 2 * o.frames);
  QCOMPARE(o.entriesMax, std::uint64_t{1});
  // Three channels of 1 cycle, two switches of 5, and the tail 4 behind.
  QCOMPARE(o.latencyMean, 3 + 2 * 5 + 4.0);
}

void LearningScenarioTest::anAnswerEndsTheFlooding() {
  Setup s =
      test::makeSetup("complete", {{"routers", number(2)}, {"terminals_per_router", number(1)}});
  s.load = 0.05;
  const LearningOutcome o = playLearning(s, {});
  QVERIFY(o.frames > 50);
  QVERIFY(o.floodedFrames >= 1);
  QVERIFY(o.floodedFrames < 5);
  QCOMPARE(o.windows.back().floods, std::uint64_t{0});
  QCOMPARE(o.delivered, o.frames);
  QCOMPARE(o.entriesMax, std::uint64_t{2});
}

void LearningScenarioTest::everyFrameIsAccountedFor_data() {
  QTest::addColumn<QString>("kind");
  QTest::addColumn<int>("entries");
  QTest::addColumn<bool>("evicts");
  for (const char* kind : {"mesh", "torus", "dragonfly", "k_ary_n_tree", "hyperx"})
    for (const int entries : {0, 3, 20})
      for (const bool evicts : {true, false})
        QTest::addRow("%s, %d, %s", kind, entries, evicts ? "evict" : "refuse")
            << kind << entries << evicts;
}

void LearningScenarioTest::everyFrameIsAccountedFor() {
  QFETCH(QString, kind);
  QFETCH(int, entries);
  QFETCH(bool, evicts);
  Setup s = test::makeSetup(kind.toStdString());
  s.load = 0.02;
  s.run.warmup = 500;
  s.run.measure = 1500;
  LearningSettings settings;
  settings.tableEntries = static_cast<std::size_t>(entries);
  settings.overflow = evicts ? TableOverflow::evict : TableOverflow::refuse;
  const LearningOutcome o = playLearning(s, settings);
  QVERIFY(!o.cutShort);
  QVERIFY(o.frames > 100);
  QCOMPARE(accounted(o), o.frames + o.copies);
  QCOMPARE(o.underWay, std::uint64_t{0});
  QCOMPARE(o.dropped, std::uint64_t{0});
  // A tree without loops brings each frame to its terminal once.
  QCOMPARE(o.delivered, o.frames);
  QCOMPARE(evicts ? o.refused : o.evicted, std::uint64_t{0});
  if (entries > 0) QVERIFY(o.entriesMax <= static_cast<std::uint64_t>(entries));
  std::uint64_t frames = 0;
  for (const LearningWindow& window : o.windows) frames += window.frames;
  QCOMPARE(frames, o.frames);
  QVERIFY(playLearning(s, settings) == o);
  s.run.seed = 2;
  QVERIFY(!(playLearning(s, settings) == o));
}

void LearningScenarioTest::smallTablesFloodForever_data() {
  QTest::addColumn<bool>("evicts");
  QTest::newRow("evict") << true;
  QTest::newRow("refuse") << false;
}

/// With room for every address flooding ends; with room for a quarter it goes on at a steady rate.
void LearningScenarioTest::smallTablesFloodForever() {
  QFETCH(bool, evicts);
  Setup s = test::makeSetup("dragonfly");
  s.load = 0.02;
  s.run.warmup = 2000;
  s.run.measure = 6000;
  const std::uint32_t terminals = s.topology->terminalCount();
  LearningSettings settings;
  const LearningOutcome roomy = playLearning(s, settings);
  QVERIFY(roomy.floods > 0);
  // Some switch on a rare way is the last to hear of a terminal.
  QVERIFY(20 * roomy.windows.back().floods < roomy.windows.front().floods);
  QCOMPARE(roomy.fullTables, std::uint32_t{0});
  QVERIFY(roomy.entriesMax <= terminals);
  settings.tableEntries = terminals / 4;
  settings.overflow = evicts ? TableOverflow::evict : TableOverflow::refuse;
  const LearningOutcome small = playLearning(s, settings);
  QVERIFY(small.windows.back().floods > 4 * roomy.windows.back().floods);
  QVERIFY(small.floodedFrames > 4 * roomy.floodedFrames);
  QVERIFY(small.wastedHops > 2 * roomy.wastedHops);
  QCOMPARE(small.entriesMax, std::uint64_t{terminals / 4});
  QVERIFY(small.fullTables > 0);
  QVERIFY((evicts ? small.evicted : small.refused) > 100);
}

void LearningScenarioTest::unknownFramesCanBeDropped() {
  Setup s = test::makeSetup("dragonfly");
  s.load = 0.02;
  LearningSettings settings;
  settings.floods = false;
  const LearningOutcome o = playLearning(s, settings);
  QCOMPARE(o.copies, std::uint64_t{0});
  QCOMPARE(o.floods, std::uint64_t{0});
  QVERIFY(o.dropped > 0);
  QVERIFY(o.delivered > 0);
  QCOMPARE(accounted(o), o.frames);
}

/// In a ring one link is not part of the tree, and neighbours across it take the long way.
void LearningScenarioTest::loopsAreClosed() {
  Setup s = test::makeSetup("ring", {{"routers", number(6)}});
  // The tree from router 0 reaches 3 either way, and leaves out a link at it.
  s.traffic = test::onePair(2, 4);
  s.load = 0.004;
  const LearningOutcome o = playLearning(s, {});
  QVERIFY(o.frames > 0);
  QCOMPARE(o.delivered, o.frames);
  // All six switches flood, and all other five terminals hear of it.
  QCOMPARE(o.floods, 6 * o.frames);
  QCOMPARE(o.discarded, 4 * o.frames);
  QCOMPARE(o.hops, 10 * o.frames);
}

HOPSCOPE_TEST(LearningScenarioTest)

}  // namespace hopscope

#include "learning_scenario_test.moc"
