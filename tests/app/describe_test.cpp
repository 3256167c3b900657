// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

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

HOPSCOPE_TEST(DescribeTest)
#include "describe_test.moc"
