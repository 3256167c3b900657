// SPDX-License-Identifier: GPL-3.0-or-later
// What `check` says of large designs and of tables, and what reading a design takes.
#include <sys/resource.h>

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

class CheckTest : public QObject {
  Q_OBJECT

  CommandResult command(const QStringList& arguments, const QByteArray& input = {}) const {
    return runCommand(folder_.path(), arguments, input);
  }

  QTemporaryDir folder_;

 private slots:
  void whatIsNotProvedIsNotWrong();
  void stopsAndSaysWhatItHadNotComeTo();
  void theBoundKnowsTheTables();
  void messagesAreCountedWithoutARun();
  void designsTakeLittleRoom_data();
  void designsTakeLittleRoom();
};

/// Even the two legs of a way by an intermediate router, walked apart, are too many here.
void CheckTest::whatIsNotProvedIsNotWrong() {
  const CommandResult result = command({"check", "-"}, R"({"schema": "hopscope.design/1",
      "topology": {"kind": "mesh", "dimensions": [230, 230]},
      "routing": {"algorithm": "valiant"}, "traffic": {"pattern": "transpose"}})");
  QCOMPARE(result.exitCode, 0);
  QVERIFY2(result.err.isEmpty(), result.err.constData());
  QVERIFY2(result.out.contains("Freedom of deadlock is not proved. The proof would walk"),
           result.out.constData());
  QVERIFY(command({"check", "--help"}).out.contains("not proved"));
  // One that packets can deadlock in still is.
  QCOMPARE(command({"check", "-"}, command({"new", "deadlock"}).out).exitCode, 2);
}

/// A proof of minutes. Whoever is in a hurry is told what is not known.
void CheckTest::stopsAndSaysWhatItHadNotComeTo() {
  QProcess process;
  prepare(process, folder_.path(), {"check", "-"});
  process.start();
  process.write(R"({"schema": "hopscope.design/1", "traffic": {"load": 0.1},
      "topology": {"kind": "dragonfly", "p": 8, "a": 16, "h": 8}, "routing": {"algorithm": "ugal"}})");
  process.closeWriteChannel();
  QTest::qWait(3000);
  ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
  QVERIFY(process.waitForFinished(20'000));
  QCOMPARE(process.exitStatus(), QProcess::NormalExit);
  QCOMPARE(process.exitCode(), 1);
  const QByteArray out = process.readAllStandardOutput();
  QVERIFY2(out.contains("Freedom of deadlock is not proved. The proof was stopped."), out);
  QVERIFY2(out.contains("Stopped before what the network bears was counted."), out);
}

void CheckTest::theBoundKnowsTheTables() {
  const CommandResult result =
      command({"check", "-", "--set", "forwarding.lookup=bcam"}, command({"new", "torus"}).out);
  QCOMPARE(result.exitCode, 0);
  // Three lookups of 25 ns on each way to a tornado's destination, packets of 4 flits, 1 GHz.
  QVERIFY2(result.out.contains("0.05333 flits per terminal and cycle, where the CAM of router 0 is "
                               "busy all the time."),
           result.out.constData());
}

/// The same table as a run writes; what cannot be counted is said.
void CheckTest::messagesAreCountedWithoutARun() {
  const QByteArray design = command({"new", "torus"}).out;
  const QStringList application{"--application", "npb_cg(ranks=16 class=S iterations=1)", "--set",
                                "traffic.load=0"};
  const CommandResult counted =
      command(QStringList{"check", "-", "--matrix", "planned.csv"} + application, design);
  QVERIFY2(counted.exitCode == 0, counted.err.constData());
  const CommandResult run = command(
      QStringList{"run", "-", "--quiet", "--matrix", "sent.csv", "--out", "r.json"} + application,
      design);
  QVERIFY2(run.exitCode == 0, run.err.constData());
  const QByteArray planned = readFile(folder_.filePath("planned.csv"));
  QVERIFY(planned.count('\n') > 16);
  QCOMPARE(planned, readFile(folder_.filePath("sent.csv")));

  const CommandResult none = command({"check", "-", "--matrix", "m.csv"}, design);
  QCOMPARE(none.exitCode, 2);
  QVERIFY(none.err.contains("The design has no application."));
  // A design that may not run is refused before anything is counted.
  const CommandResult unsound = command(
      {"check", "-", "--matrix", "m.csv", "--application",
       "npb_lu(ranks=16 class=B iterations=1000000)", "--set", "switch.virtual_channels.local=1"},
      design);
  QCOMPARE(unsound.exitCode, 2);
  QVERIFY2(!unsound.err.contains("operations") && unsound.err.contains("needs 2 virtual channels"),
           unsound.err.constData());
  const CommandResult tooLong = command({"check", "-", "--matrix", "m.csv", "--application",
                                         "npb_lu(ranks=16 class=B iterations=1000000)"},
                                        design);
  QCOMPARE(tooLong.exitCode, 2);
  QVERIFY2(tooLong.err.contains("more than 200000000 operations"), tooLong.err.constData());
}

void CheckTest::designsTakeLittleRoom_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QByteArray>("topology");
  QTest::addColumn<int>("megabytes");
  QTest::newRow("small") << QStringList{"check", "-"} << QByteArray(R"("kind": "torus")") << 64;
  // 16,000 terminals: far more flows than can be followed.
  QTest::newRow("16,000 terminals")
      << QStringList{"topology", "-"} << QByteArray(R"("kind": "mikant", "n": 3, "k": 20)") << 256;
}

void CheckTest::designsTakeLittleRoom() {
  QFETCH(QStringList, arguments);
  QFETCH(QByteArray, topology);
  QFETCH(int, megabytes);
  QProcess process;
  prepare(process, folder_.path(), arguments);
  process.setChildProcessModifier([megabytes] {
    const rlimit limit{static_cast<rlim_t>(megabytes) << 20, static_cast<rlim_t>(megabytes) << 20};
    setrlimit(RLIMIT_DATA, &limit);
  });
  process.start();
  process.write(R"({"schema": "hopscope.design/1", "topology": {)" + topology + "}}");
  process.closeWriteChannel();
  QVERIFY(process.waitForFinished(120'000));
  QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0,
           process.readAllStandardError().constData());
}

HOPSCOPE_TEST(CheckTest)
#include "check_test.moc"
