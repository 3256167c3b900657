// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>

#include "tests/engine/traffic/traffic_support.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using test::histogram;
using test::patternOf;

constexpr int kManyDraws = 100'000;

Values targets(double share, std::vector<std::int64_t> ids) {
  return {{"share", share}, {"targets", std::move(ids)}};
}

/// Within five standard deviations of a binomial count.
bool near(int count, double probability) {
  const double expected = kManyDraws * probability;
  return std::abs(count - expected) <= 5 * std::sqrt(expected * (1 - probability)) + 1e-9;
}

}  // namespace

class RandomPatternTest : public QObject {
  Q_OBJECT

 private slots:
  void uniformIsUniform_data();
  void uniformIsUniform();
  void uniformOfOneTerminal();
  void hotSpotShares();
  void hotSpotAtATarget();
  void onlyTargetSendsUniformly();
  void hotSpotChecks();
  void drawsRepeatWithTheSeed();
};

void RandomPatternTest::uniformIsUniform_data() {
  QTest::addColumn<int>("count");
  QTest::addColumn<int>("source");
  QTest::addColumn<bool>("self");
  for (const bool self : {false, true}) {
    QTest::addRow("first of 17, self %d", self) << 17 << 0 << self;
    QTest::addRow("middle of 64, self %d", self) << 64 << 31 << self;
    QTest::addRow("last of 100, self %d", self) << 100 << 99 << self;
    QTest::addRow("one of two, self %d", self) << 2 << 1 << self;
  }
}

void RandomPatternTest::uniformIsUniform() {
  QFETCH(int, count);
  QFETCH(int, source);
  QFETCH(bool, self);
  const Topology topology = test::terminals(count);
  const auto pattern = patternOf("uniform", topology, {{"include_self", self}});
  std::vector<int> counts =
      histogram(*pattern, topology, static_cast<TerminalId>(source), kManyDraws);
  QCOMPARE(counts.back(), 0);
  counts.pop_back();
  if (!self) {
    QCOMPARE(counts[source], 0);
    counts.erase(counts.begin() + source);
  }
  if (counts.size() > 1) QVERIFY(test::chiSquare(counts) < test::chiSquareLimit(counts.size() - 1));
  QCOMPARE(static_cast<int>(counts.size()), self ? count : count - 1);
}

void RandomPatternTest::uniformOfOneTerminal() {
  TopologyBuilder builder("custom", {}, {{"terminal", "terminal", LinkKind::terminal}});
  builder.addTerminal(builder.addRouter());
  const Topology topology = builder.build();
  Rng rng(1, 0, RandomPurpose::destination);
  QCOMPARE(patternOf("uniform", topology)->destination(0, rng), kNone);
  QCOMPARE(patternOf("uniform", topology, {{"include_self", true}})->destination(0, rng), 0u);
}

/// Twenty terminals, 30 % to two of them: 15 % and a 19th of the other 70 % for each.
void RandomPatternTest::hotSpotShares() {
  const Topology topology = test::terminals(20);
  const auto pattern = patternOf("hot_spot", topology, targets(0.3, {4, 9}));
  const std::vector<int> counts = histogram(*pattern, topology, 0, kManyDraws);
  QCOMPARE(counts[0], 0);
  for (TerminalId t = 1; t < 20; ++t)
    QVERIFY2(near(counts[t], 0.7 / 19 + (t == 4 || t == 9 ? 0.15 : 0)),
             qPrintable(QString("%1: %2").arg(t).arg(counts[t])));
}

void RandomPatternTest::hotSpotAtATarget() {
  const Topology topology = test::terminals(20);
  const auto pattern = patternOf("hot_spot", topology, targets(0.3, {4, 9, 11}));
  const std::vector<int> counts = histogram(*pattern, topology, 9, kManyDraws);
  for (TerminalId t = 0; t < 20; ++t)
    QVERIFY2(near(counts[t], t == 9 ? 0 : 0.7 / 19 + (t == 4 || t == 11 ? 0.15 : 0)),
             qPrintable(QString("%1: %2").arg(t).arg(counts[t])));
  Values values = targets(0.3, {4, 9, 11});
  values["include_self"] = true;
  const auto withSelf = patternOf("hot_spot", topology, values);
  const std::vector<int> all = histogram(*withSelf, topology, 9, kManyDraws);
  for (TerminalId t = 0; t < 20; ++t)
    QVERIFY(near(all[t], 0.7 / 20 + (t == 4 || t == 9 || t == 11 ? 0.1 : 0)));
}

void RandomPatternTest::onlyTargetSendsUniformly() {
  const Topology topology = test::terminals(11);
  const auto pattern = patternOf("hot_spot", topology, targets(1.0, {3}));
  const std::vector<int> counts = histogram(*pattern, topology, 3, kManyDraws);
  for (TerminalId t = 0; t < 11; ++t) QVERIFY(near(counts[t], t == 3 ? 0 : 0.1));
  QCOMPARE(histogram(*pattern, topology, 5, kManyDraws)[3], kManyDraws);
}

void RandomPatternTest::hotSpotChecks() {
  const Topology topology = test::terminals(20);
  QVERIFY(test::checkPattern("hot_spot", topology).empty());
  const auto first = [&](std::vector<std::int64_t> ids) {
    const Issues issues = test::checkPattern("hot_spot", topology, targets(0.5, std::move(ids)));
    return issues.size() == 1 && issues[0].path == "traffic.targets" ? issues[0].text.english()
                                                                     : "";
  };
  QCOMPARE(first({}), std::string("The hot spot has no target."));
  QCOMPARE(first({3, 20}), std::string("There is no terminal 20."));
  QCOMPARE(first({3, 4, 3}), std::string("Terminal 3 stands there twice."));
}

void RandomPatternTest::drawsRepeatWithTheSeed() {
  const Topology topology = test::terminals(50);
  for (const char* name : {"uniform", "hot_spot"}) {
    const auto pattern = patternOf(name, topology);
    const auto draw = [&](std::uint64_t seed) {
      Rng rng(seed, 7, RandomPurpose::destination);
      std::vector<TerminalId> drawn;
      for (int i = 0; i < 100; ++i) drawn.push_back(pattern->destination(7, rng));
      return drawn;
    };
    QCOMPARE(draw(5), draw(5));
    QVERIFY(draw(5) != draw(6));
  }
}

}  // namespace hopscope

using hopscope::RandomPatternTest;
HOPSCOPE_TEST(RandomPatternTest)
#include "random_pattern_test.moc"
