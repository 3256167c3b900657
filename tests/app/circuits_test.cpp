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
  void wrongCommands_data();
  void wrongCommands();
  void waitingIsToldAlsoQuietly();
  void unreceivedSendsAreNoTrace();
  void rotorsGoOverOthers();
  void slotsMoveOnAnywhere();
  void othersTravelInFreeSlots();

  CommandResult runDesign(const QByteArray& design, const QStringList& arguments) const {
    return command(QStringList{"run", "-", "--quiet"} + arguments, design);
  }
};

/// A permutation of a rotor has one slot of a round, over others half of all.
void CircuitsCommandTest::rotorsGoOverOthers() {
  const QByteArray design =
      R"({"schema": "hopscope.design/1", "topology": {"kind": "crossbar", "terminals": 8},
          "switch": {"model": "hybrid", "network": "rotor", "slot_length": 20, "guard": 2,
                     "nic_flits": 8192},
          "traffic": {"pattern": "tornado", "load": 1, "packet_flits": 6},
          "run": {"warmup": 20000, "measure": 40000}})";
  const double relayed = json(runDesign(design, {}))["accepted_load"].toDouble();
  QVERIFY2(relayed > 0.98 * 0.45, QByteArray::number(relayed));
  const double direct =
      json(runDesign(design, {"--set", "switch.relay=direct"}))["accepted_load"].toDouble();
  QVERIFY2(direct < 0.14, QByteArray::number(direct));
  const CommandResult refused = runDesign(design, {"--set", "switch.worm_slot=true"});
  QCOMPARE(refused.exitCode, 2);
  QVERIFY2(refused.err.startsWith("switch.relay: Relays take circuits, not worms."), refused.err);
}

/// Packets without a circuit, and what is told of either kind.
void CircuitsCommandTest::othersTravelInFreeSlots() {
  const QByteArray design =
      R"({"schema": "hopscope.design/1", "topology": {"kind": "torus", "dimensions": [4, 4]},
          "switch": {"model": "slotted", "best_effort": "free", "circuits": "self+1"},
          "traffic": {"load": 0.1}, "run": {"warmup": 2000, "measure": 10000}})";
  const QJsonObject result = json(runDesign(design, {}));
  QCOMPARE(result["verdict"].toString(), QString("stable"));
  QCOMPARE(result["packets"].toObject()["lost"].toInt(), 0);
  const QJsonObject effort = result["best_effort"].toObject();
  QVERIFY(effort["accepted_load"].toDouble() > 0.08);
  QVERIFY(effort["latency"].toDouble() > 10);
  const QJsonObject circuits = result["circuits"].toObject();
  QVERIFY(circuits["hit_rate"].toDouble() > 0.04 && circuits["hit_rate"].toDouble() < 0.1);
  QVERIFY(circuits["latency"].toDouble() > 5);
  const CommandResult planned = command({"circuits", "-"}, design);
  QVERIFY2(planned.out.contains("circuits                          16"), planned.out);
  const CommandResult full = runDesign(design, {"--set", "switch.slots=1"});
  QCOMPARE(full.exitCode, 2);
  QVERIFY2(full.err.startsWith("switch.slots: Packets from terminal"), full.err);
}

void CircuitsCommandTest::slotsMoveOnAnywhere() {
  const QByteArray design =
      R"({"schema": "hopscope.design/1", "topology": {"kind": "torus", "dimensions": [4, 4]},
          "switch": {"model": "slotted"}, "traffic": {"load": 0.01},
          "run": {"warmup": 2000, "measure": 10000}})";
  const QJsonObject result = json(runDesign(design, {}));
  QCOMPARE(result["verdict"].toString(), QString("stable"));
  QVERIFY(result["latency"].toObject()["mean"].toDouble() > 20);
  const CommandResult told = command({"topology", "-"}, design);
  QVERIFY2(told.out.contains("No saturation bound is told"), told.out);
  const CommandResult refused = runDesign(design, {"--set", "switch.slot_length=1"});
  QCOMPARE(refused.exitCode, 2);
  QVERIFY2(refused.err.contains("would miss the next slot of the next channel"), refused.err);
}

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
  row("not square", {}, "1,2\n3\n", "standard input:2: Numbers in this row: 1");
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

/// A sentence with file and line, exit code 2, for run and import alike.
void CircuitsCommandTest::wrongCommands_data() {
  QTest::addColumn<QByteArray>("commands");
  QTest::addColumn<QByteArray>("said");
  const auto row = [](const char* name, const QByteArray& commands, const char* said) {
    QTest::newRow(name) << "# hopscope commands 1\n" + commands << QByteArray(said);
  };
  row("unknown", "pe *\nsned 8 1\n",
      "x.cmd, line 3: There is no command \"sned\". Did you mean \"send\"?");
  row("beyond the terminals", "pe *\nsend 8 16\n",
      "x.cmd, line 3: \"16\" is no element. Allowed are 0 to 15");
  row("nobody", "pe 16\n", "x.cmd, line 2: \"16\" names no elements.");
  row("nothing", "pe *\nsend 0 1\n",
      "x.cmd, line 3: \"0\" cannot be bytes. Whole numbers from 1 to");
  row("beyond 2^31", "pe *\nsend 2147483649 1\n", "x.cmd, line 3: \"2147483649\" cannot be bytes");
  row("unclosed", "pe *\nrepeat 2\nflush\n", "line 4: The \"repeat\" of line 3 has no \"end\"");
  row("too many", "pe *\nrepeat 100000000\nflush\nend\n", "more than 100000000 commands");
  row("cut off", "pe *\nsend 8", "x.cmd, line 3: \"send\" has 2 words behind it, not 1.");
  row("no such slot", "pe 0\npreload 4 0>1\n",
      "x.cmd, line 3: There is no slot 4: circuits have slots 0 to 3 (switch.slots).");
  row("no such file", "pe 0\npreload 0 none.txt\n", "x.cmd, line 3: \"none.txt\" is no circuit");
  row("an output twice", "pe 0\npreload 0 0>1 2>1\n",
      "x.cmd, line 3: Inputs 0 and 2 are both connected to output 1.");
  row("a zero byte", QByteArray("pe *\nflush\0\n", 12), "x.cmd, line 3: A byte of zero");
}

void CircuitsCommandTest::wrongCommands() {
  QFETCH(QByteArray, commands);
  QFETCH(QByteArray, said);
  QFile file(folder_.filePath("x.cmd"));
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write(commands) == commands.size());
  file.close();
  QFile design(folder_.filePath("crossbar.json"));
  QVERIFY(design.open(QIODevice::WriteOnly) &&
          design.write(R"({"schema": "hopscope.design/1", "switch": {"model": "hybrid"},
                           "topology": {"kind": "crossbar", "terminals": 16}})") > 0);
  design.close();
  for (const QStringList& arguments : {QStringList{"run", "crossbar.json", "--commands", "x.cmd"},
                                       QStringList{"import", "x.cmd", "--onto", "crossbar.json"}}) {
    const CommandResult result = command(arguments);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains(said) && result.err.count('\n') == 1, result.err);
    QVERIFY(result.out.isEmpty());
  }
}

void CircuitsCommandTest::waitingIsToldAlsoQuietly() {
  const QByteArray design = R"({"schema": "hopscope.design/1", "switch": {"model": "hybrid"},
      "topology": {"kind": "crossbar", "terminals": 16},
      "applications": [{"kind": "commands", "ranks": 2,
                        "text": "# hopscope commands 1\r\npe 0\r\nrecv 1\r\nsend 8 1\r\npe 1\r\nrecv 0\r\nsend 8 0"}]})";
  const CommandResult result = command({"run", "-", "--quiet"}, design);
  QCOMPARE(result.exitCode, 1);
  QVERIFY2(result.err.contains("Rank 0 receives from rank 1."), result.err);
  QCOMPARE(json(result)["verdict"].toString(), QString("stalled"));
}

void CircuitsCommandTest::unreceivedSendsAreNoTrace() {
  const auto design = [](const char* commands) {
    return QByteArray(R"({"schema": "hopscope.design/1", "topology": {"kind": "crossbar"},
        "applications": [{"kind": "commands", "ranks": 2, "text": "# hopscope commands 1\n)") +
           commands + "\"}]}";
  };
  for (const char* format : {"tit", "goal"}) {
    const CommandResult refused =
        command({"export", "-", "--format", format}, design("pe 0\\nsend 8 1"));
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.err.contains("which receives none") && refused.out.isEmpty(), refused.err);
    QCOMPARE(command({"export", "-", "--format", format}, design("pe 0\\nsend 8 1\\npe 1\\nrecv 0"))
                 .exitCode,
             0);
  }
}

HOPSCOPE_TEST(CircuitsCommandTest)
#include "circuits_test.moc"
