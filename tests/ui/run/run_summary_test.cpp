// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/run_summary.h"

#include <QPushButton>
#include <QTest>
#include <memory>

#include "engine/design/compile.h"
#include "tests/support/test_main.h"

namespace hopscope {

class RunSummaryTest : public QObject {
  Q_OBJECT

 private slots:
  void namesOfRoutersHaveNoMnemonics();
};

void RunSummaryTest::namesOfRoutersHaveNoMnemonics() {
  Design design;
  design.settings = {{"topology.kind", std::string("mesh")}};
  Issues issues;
  Topology topology = *buildTopology(design, issues);
  topology.routerNames.assign(topology.routerCount(), "R&D");
  NetworkHeat heat;
  heat.channelUtilization.assign(topology.channelCount(), 0);
  ChannelId between = 0;
  while (topology.kindOf(between / 2) == LinkKind::terminal) ++between;
  heat.channelUtilization[between] = 0.5F;
  RunView view;
  view.topology = std::make_shared<const Topology>(std::move(topology));
  view.design = &design;
  view.heat = &heat;
  RunSummary summary;
  summary.show(view);
  const QPushButton* hottest = nullptr;
  for (const auto* each : summary.findChildren<QPushButton*>())
    if (each->text().contains(QLatin1Char('&'))) hottest = each;
  QVERIFY(hottest != nullptr);
  QVERIFY(hottest->text().contains(QStringLiteral("R&&D")));
  QVERIFY(hottest->shortcut().isEmpty());
}

}  // namespace hopscope

using hopscope::RunSummaryTest;
HOPSCOPE_TEST(RunSummaryTest)
#include "run_summary_test.moc"
