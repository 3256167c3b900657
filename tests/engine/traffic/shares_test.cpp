// SPDX-License-Identifier: GPL-3.0-or-later
// Every pattern's exact shares are what it draws.
#include <QTest>
#include <cmath>
#include <numeric>

#include "tests/engine/traffic/traffic_support.h"
#include "tests/support/test_main.h"

namespace hopscope {

class SharesTest : public QObject {
  Q_OBJECT

 private slots:
  void drawnAsStated_data();
  void drawnAsStated();
};

void SharesTest::drawnAsStated_data() {
  QTest::addColumn<QString>("pattern");
  QTest::addColumn<bool>("includeSelf");
  QTest::addColumn<int>("targets");
  for (const TrafficEntry& entry : trafficPatterns())
    for (const bool includeSelf : {false, true})
      QTest::addRow("%s%s", entry.name.c_str(), includeSelf ? " with self" : "")
          << QString::fromStdString(entry.name) << includeSelf << 1;
  for (const int targets : {2, 3})
    QTest::addRow("hot_spot, %d targets", targets) << "hot_spot" << false << targets;
}

void SharesTest::drawnAsStated() {
  QFETCH(QString, pattern);
  QFETCH(bool, includeSelf);
  QFETCH(int, targets);
  const std::string name = pattern.toStdString();
  Values values{{"include_self", includeSelf}};
  if (name == "hot_spot") {
    std::vector<std::int64_t> list(static_cast<std::size_t>(targets));
    std::iota(list.begin(), list.end(), 0);
    values["targets"] = list;
  }
  int fitting = 0;
  for (const Topology& topology :
       {test::network("dragonfly", {}),
        test::network("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}})}) {
    if (hasErrors(test::checkPattern(name, topology, values))) continue;
    ++fitting;
    const auto made = test::patternOf(name, topology, values);
    constexpr int kDraws = 30'000;
    for (const TerminalId source : {0u, 1u, topology.terminalCount() - 1}) {
      std::vector<DestinationShare> shares;
      made->destinations(source, shares);
      const std::vector<int> drawn = test::histogram(*made, topology, source, kDraws);
      std::vector<double> stated(topology.terminalCount(), 0);
      double sum = 0;
      for (const DestinationShare& share : shares) {
        stated[share.destination] += share.share;
        sum += share.share;
      }
      if (shares.empty()) {
        QCOMPARE(drawn.back(), kDraws);
        continue;
      }
      QVERIFY(std::abs(sum - 1) < 1e-9);
      QCOMPARE(drawn.back(), 0);
      double chiSquare = 0;
      std::size_t possible = 0;
      for (TerminalId t = 0; t < stated.size(); ++t) {
        if (stated[t] <= 0) {
          QCOMPARE(drawn[t], 0);
          continue;
        }
        ++possible;
        const double expected = stated[t] * kDraws;
        chiSquare += (drawn[t] - expected) * (drawn[t] - expected) / expected;
      }
      if (possible > 1) QVERIFY(chiSquare < test::chiSquareLimit(possible - 1));
    }
  }
  QVERIFY(fitting > 0);
}

}  // namespace hopscope

using hopscope::SharesTest;
HOPSCOPE_TEST(SharesTest)
#include "shares_test.moc"
