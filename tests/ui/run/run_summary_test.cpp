// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/run_summary.h"

#include <QPushButton>
#include <QTest>
#include <algorithm>
#include <memory>

#include "engine/design/compile.h"
#include "tests/support/test_main.h"
#include "ui/shell/elided_button.h"

namespace hopscope {

class RunSummaryTest : public QObject {
  Q_OBJECT

 private slots:
  void namesOfRoutersHaveNoMnemonics();
  void longNamesWidenNothing();
  void saturatedRunsHaveNoLatency();
};

namespace {

/// Has the summary shown for a mesh whose routers are all called so.
void showNamed(RunSummary& summary, const std::string& name) {
  Design design;
  design.settings = {{"topology.kind", std::string("mesh")}};
  Issues issues;
  Topology topology = *buildTopology(design, issues);
  topology.routerNames.assign(topology.routerCount(), name);
  NetworkHeat heat;
  heat.channelUtilization.assign(topology.channelCount(), 0);
  ChannelId between = 0;
  while (topology.kindOf(between / 2) == LinkKind::terminal) ++between;
  heat.channelUtilization[between] = 0.5F;
  RunView view;
  view.topology = std::make_shared<const Topology>(std::move(topology));
  view.design = &design;
  view.heat = &heat;
  summary.show(view);
}

}  // namespace

void RunSummaryTest::namesOfRoutersHaveNoMnemonics() {
  RunSummary summary;
  showNamed(summary, "R&D");
  summary.resize(600, 500);
  summary.QWidget::show();
  const QPushButton* hottest = nullptr;
  for (const auto* each : summary.findChildren<QPushButton*>())
    if (each->text().contains(QLatin1Char('&'))) hottest = each;
  if (hottest == nullptr) QFAIL("no link is listed");
  QVERIFY(hottest->text().contains(QStringLiteral("R&&D")));
  QVERIFY(hottest->shortcut().isEmpty());
}

void RunSummaryTest::longNamesWidenNothing() {
  RunSummary summary, brief;
  showNamed(brief, "A");
  showNamed(summary, "the room behind the lecture hall on the second floor");
  QCOMPARE(summary.minimumSizeHint().width(), brief.minimumSizeHint().width());
  summary.resize(300, 500);
  summary.QWidget::show();
  const auto* hottest = summary.findChild<ElidedButton*>();
  if (hottest == nullptr) QFAIL("no link is listed");
  QVERIFY(hottest->words().contains(QStringLiteral("second floor")));
  QVERIFY(hottest->text().endsWith(QChar(0x2026)));
  QVERIFY(hottest->width() < 300);
  QCOMPARE(hottest->accessibleName(), hottest->words());
  summary.resize(1200, 500);
  QTRY_VERIFY(!hottest->text().contains(QChar(0x2026)));
}

void RunSummaryTest::saturatedRunsHaveNoLatency() {
  Results results;
  results.complete = true;
  results.latency.mean = 2332;
  const auto has = [&](const QString& name) {
    const std::vector<Figure> figures = resultFigures(results);
    return std::any_of(figures.begin(), figures.end(),
                       [&](const Figure& figure) { return figure.name == name; });
  };
  QVERIFY(has(QStringLiteral("Mean latency")));
  results.verdict = Verdict::saturated;
  QVERIFY(!has(QStringLiteral("Mean latency")));
  QVERIFY(!has(QStringLiteral("99th percentile")));
  QVERIFY(has(QStringLiteral("Latency")));
}

}  // namespace hopscope

using hopscope::RunSummaryTest;
HOPSCOPE_TEST(RunSummaryTest)
#include "run_summary_test.moc"
