// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

/// hopscope-cli circuits and decompose.
class CircuitsCommandTest : public QObject {
  Q_OBJECT

  CommandResult command(const QStringList& arguments, const QByteArray& input = {}) const {
    return runCommand(folder_.path(), arguments, input);
  }
  static QJsonObject json(const CommandResult& result) {
    return QJsonDocument::fromJson(result.out).object();
  }

  QTemporaryDir folder_;

 private slots:
  void schedulersAreDescribed();
  void demandsAreDecomposed();
  void wrongDemands_data();
  void wrongDemands();
  void circuitsHaveSlots();
  void impossibleCircuits();
};

void CircuitsCommandTest::schedulersAreDescribed() {
  const CommandResult result = command({"describe", "schedulers"});
  QCOMPARE(result.exitCode, 0);
  for (const char* name : {"birkhoff_von_neumann", "solstice", "eclipse", "rotor"})
    QVERIFY2(result.out.contains(name), name);
  // They are no setting of a design.
  QVERIFY(!command({"describe", "--schema"}).out.contains("birkhoff_von_neumann"));
}

void CircuitsCommandTest::demandsAreDecomposed() {
  const QByteArray demand = "0,5,3\r\n2,0,6\r\n6,1,0\r\n";
  const QJsonObject birkhoff = json(command({"decompose", "-", "--json"}, demand));
  QCOMPARE(birkhoff["makespan"].toDouble(), 9.0);
  QCOMPARE(birkhoff["served"].toDouble(), 23.0);
  QCOMPARE(birkhoff["configurations"].toArray().size(), 2);
  const QJsonObject rotor = json(command(
      {"decompose", "-", "--scheduler", "rotor", "--set", "slot=4", "--set", "guard=1", "--json"},
      demand));
  QCOMPARE(rotor["rounds"].toInt(), 2);
  QCOMPARE(rotor["makespan"].toDouble(), 16.0);
  const CommandResult text = command({"decompose", "-", "--scheduler", "solstice"}, demand);
  QCOMPARE(text.exitCode, 0);
  QVERIFY2(text.out.contains("left for packets"), text.out);
  // Times are in the units of the file, whatever its decimals.
  const QJsonObject fine =
      json(command({"decompose", "-", "--set", "reconfiguration=2", "--json"}, "0 0.5\n0.25 0\n"));
  QCOMPARE(fine["makespan"].toDouble(), 2.5);
}

void CircuitsCommandTest::wrongDemands_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QByteArray>("input");
  QTest::addColumn<QByteArray>("said");
  const auto row = [](const char* name, QStringList arguments, const QByteArray& input,
                      const char* said) {
    arguments.prepend("-");
    arguments.prepend("decompose");
    QTest::newRow(name) << arguments << input << QByteArray(said);
  };
  const QByteArray fine = "0,1\n1,0\n";
  row("not square", {}, "1,2\n3\n", "standard input:2: The row has 1 numbers");
  row("negative", {}, "0,-1\n1,0\n", "below 0");
  row("not finite", {}, "0,inf\n1,0\n", "no number");
  row("words", {}, "a,b\nc,d\n", "no number");
  row("empty", {}, "", "no numbers");
  row("NUL", {}, QByteArray("0,1\n1,0\0\n", 9), "no number");
  row("no such scheduler", {"--scheduler", "solstise"}, fine, "Did you mean \"solstice\"?");
  row("no such setting", {"--set", "reconfigration=1"}, fine, "\"reconfiguration\"");
  row("no setting", {"--set", "x"}, fine, "name=value");
  row("range", {"--set", "reconfiguration=-1"}, fine, "reconfiguration");
  row("guard", {"--scheduler", "rotor", "--set", "guard=100"}, fine, "below the slot");
  row("window", {"--scheduler", "eclipse", "--set", "window=1", "--set", "reconfiguration=1"}, fine,
      "window");
}

void CircuitsCommandTest::wrongDemands() {
  QFETCH(QStringList, arguments);
  QFETCH(QByteArray, input);
  QFETCH(QByteArray, said);
  const CommandResult result = command(arguments, input);
  QCOMPARE(result.exitCode, 2);
  QVERIFY2(result.err.contains(said) && result.err.count('\n') == 1, result.err);
  QVERIFY(result.out.isEmpty());
}

void CircuitsCommandTest::circuitsHaveSlots() {
  const QByteArray tree = command({"new", "fat-tree"}).out;
  const QJsonObject plan = json(command({"circuits", "-", "--json"}, tree));
  QCOMPARE(plan["fewest"].toInt(), 63);
  QVERIFY(plan["slots"].toInt() >= 63);
  QCOMPARE(plan["circuits"].toArray().size(), 64 * 63);
  const CommandResult crossbar = command({"circuits", "-"}, command({"new", "crossbar"}).out);
  QCOMPARE(crossbar.exitCode, 0);
  QVERIFY2(crossbar.out.contains("edge colouring"), crossbar.out);
}

void CircuitsCommandTest::impossibleCircuits() {
  const CommandResult result = command({"circuits", "-"}, command({"new", "dragonfly-1056"}).out);
  QCOMPARE(result.exitCode, 2);
  QVERIFY2(result.err.contains("traffic.pattern"), result.err);
  QCOMPARE(command({"circuits", "missing.json"}).exitCode, 2);
}

HOPSCOPE_TEST(CircuitsCommandTest)
#include "circuits_test.moc"
