// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

/// What hopscope-cli tells without a run: what is registered, and what a network is made of.
class DescribeTest : public QObject {
  Q_OBJECT

  CommandResult command(const QStringList& arguments, const QByteArray& input = {}) const {
    return runCommand(folder_.path(), arguments, input);
  }

  QTemporaryDir folder_;

 private slots:
  void phasesAreDescribed();
  void oneOfAGroup();
  void linksOfADrawnNetwork();
};

/// Alone; and of networks what no range of one parameter tells.
void DescribeTest::oneOfAGroup() {
  const QByteArray slimfly = command({"describe", "topology", "slimfly"}).out;
  QVERIFY2(slimfly.startsWith("slimfly  ") && slimfly.contains("3 to 211"), slimfly);
  QVERIFY2(slimfly.contains("16000000 links") && !slimfly.contains("dragonfly"), slimfly);
  QVERIFY(command({"describe", "topology"}).out.contains("16000000 links"));
  QVERIFY(!command({"describe", "traffic", "uniform"}).out.contains("links"));
  const CommandResult near = command({"describe", "topology", "slimfli"});
  QCOMPARE(near.exitCode, 2);
  QVERIFY2(near.err.contains("Did you mean \"slimfly\"?"), near.err);
}

/// Those of its terminals have no number, and none is made up.
void DescribeTest::linksOfADrawnNetwork() {
  const QList<QByteArray> rows =
      command({"topology", "-", "--links", "-"}, R"({"schema": "hopscope.design/1",
        "topology": {"kind": "custom", "routers": [{"id": 5}, {"id": 2}],
          "terminals": [{"id": 7, "router": 5}, {"id": 3, "router": 2}],
          "channels": [{"id": 10, "from": 5, "to": 2}]}})")
          .out.trimmed()
          .split('\n');
  QCOMPARE(rows.size(), 1 + 3);
  QVERIFY2(rows[1].startsWith(",terminal,terminal,7,router,5"), rows[1].constData());
  QVERIFY2(rows[3].startsWith("10,"), rows[3].constData());
}

/// Phases for who has no window: what they are made of, and the numbers of links.
void DescribeTest::phasesAreDescribed() {
  const CommandResult keys = command({"describe", "phases"});
  QCOMPARE(keys.exitCode, 0);
  for (const char* key : {"at", "set", "reprogram", "fail", "restore"})
    QVERIFY2(keys.out.contains(QByteArray("\n") + key + "  ") || keys.out.startsWith(key), key);
  QVERIFY(keys.out.contains("\"phases\": [{\"at\": 1000, \"fail\": {\"channels\": [12]}}"));
  const auto schema =
      QJsonDocument::fromJson(command({"describe", "--schema"}).out)["properties"]["phases"];
  const auto fail = schema["items"]["properties"]["fail"];
  QVERIFY(fail["properties"].toObject().contains("routers"));
  QVERIFY(fail["description"].toString().contains("topology --links"));
  // A link that the table names may fail; one that it does not is told, beside the facts.
  const auto ring = [](int channel) {
    return QStringLiteral(R"({"schema": "hopscope.design/1",
      "topology": {"kind": "ring", "routers": 8, "terminals_per_router": 1},
      "phases": [{"at": 1000, "fail": {"channels": [%1]}}]})")
        .arg(channel)
        .toUtf8();
  };
  const CommandResult links = command({"topology", "-", "--links", "-"}, ring(12));
  QCOMPARE(links.exitCode, 0);
  const QList<QByteArray> rows = links.out.trimmed().split('\n');
  QCOMPARE(rows.size(), 1 + 16);
  QCOMPARE(rows[0], QByteArray("link,class,a,a_id,b,b_id"));
  QCOMPARE(
      std::count_if(rows.begin(), rows.end(),
                    [](const QByteArray& row) { return row.contains(",terminal,terminal"); }) +
          std::count_if(rows.begin(), rows.end(),
                        [](const QByteArray& row) { return row.contains(",terminal,router"); }),
      8);
  QVERIFY2(rows[13].startsWith("12,local,router,"), rows[13].constData());
  QCOMPARE(command({"check", "-"}, ring(12)).exitCode, 0);
  const CommandResult wrong = command({"topology", "-"}, ring(99));
  QCOMPARE(wrong.exitCode, 0);
  QVERIFY2(wrong.err.contains("no channel 99"), wrong.err.constData());
  QVERIFY(wrong.out.contains("routers"));
  QCOMPARE(command({"check", "-"}, ring(99)).exitCode, 2);
}

HOPSCOPE_TEST(DescribeTest)
#include "describe_test.moc"
