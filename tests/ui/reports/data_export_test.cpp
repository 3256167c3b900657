// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/data_export.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "engine/study/results_csv.h"
#include "tests/support/test_main.h"

namespace hopscope {

namespace {

Topology pairOfRouters() {
  TopologyBuilder builder(
      "custom", {},
      {{"terminal", "terminal", LinkKind::terminal}, {"local", "local", LinkKind::local}});
  builder.addRouter();
  builder.addRouter();
  builder.addTerminal(0);
  builder.addTerminal(1);
  builder.connect(0, 1, 1);
  // Ids as a user may have left them.
  builder.setIds({4, 9}, {10, 11}, {0, 1, 2});
  return builder.build();
}

Results someResults() {
  Results results;
  results.channelUtilization = {0.25, 0.5, std::nan(""), 0.125, 0.75, 1.0};
  WindowSample window;
  window.end = 1000;
  window.length = 1000;
  window.latencyMean = 12.5;
  window.latencyP99 = 40;
  window.acceptedLoad = 0.3;
  window.generatedLoad = 0.31;
  window.hitRate = std::nan("");
  window.hottestChannel = 0.5;
  window.nonminimal = 0.125;
  window.underWay = 17;
  window.power = {1.5, 2, std::nan(""), 30};
  window.energyPerPacket = 812.5;
  results.windows = {window};
  return results;
}

}  // namespace

class DataExportTest : public QObject {
  Q_OBJECT

 private slots:
  void channelsAreNamedByTheDesignsIds() {
    QCOMPARE(channelsCsv(pairOfRouters(), someResults()),
             QByteArray("channel,from,to,class,utilization\n"
                        "0,terminal 10,router 4,terminal,0.25\n"
                        "1,router 4,terminal 10,terminal,0.5\n"
                        "2,terminal 11,router 9,terminal,\n"
                        "3,router 9,terminal 11,terminal,0.125\n"
                        "4,router 4,router 9,local,0.75\n"
                        "5,router 9,router 4,local,1\n"));
  }

  void channelsCarryNamesWhereThereAreAny() {
    Topology topology = pairOfRouters();
    topology.routerNames = {"rack 12, \"left\"", ""};
    const QByteArray csv = channelsCsv(topology, someResults());
    QVERIFY(csv.startsWith("channel,from,to,class,utilization,from_name,to_name\n"));
    QVERIFY(csv.contains("4,router 4,router 9,local,0.75,\"rack 12, \"\"left\"\"\",\n"));
  }

  void filesHoldTheSame() {
    QTemporaryDir folder;
    const QString csv = folder.filePath(QStringLiteral("windows.csv"));
    QVERIFY(exportWindows(someResults(), csv, nullptr));
    QFile file(csv);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray::fromStdString(windowsCsv(someResults())));
    QString error;
    QVERIFY(!exportChannels(pairOfRouters(), someResults(),
                            folder.filePath(QStringLiteral("none/c.csv")), &error));
    QVERIFY(error.contains(QStringLiteral("c.csv")));
  }
};

}  // namespace hopscope

using hopscope::DataExportTest;
HOPSCOPE_TEST(DataExportTest)
#include "data_export_test.moc"
