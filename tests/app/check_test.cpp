// SPDX-License-Identifier: GPL-3.0-or-later
// What `check` says of large designs and of tables, and what reading a design takes.
#include <sys/resource.h>

#include <QObject>
#include <QTemporaryDir>
#include <QTest>

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
  void theBoundKnowsTheTables();
  void designsTakeLittleRoom_data();
  void designsTakeLittleRoom();
};

/// A state for each intermediate router takes too many decisions here.
void CheckTest::whatIsNotProvedIsNotWrong() {
  const CommandResult result = command({"check", "-"}, R"({"schema": "hopscope.design/1",
      "topology": {"kind": "mesh", "dimensions": [70, 70]},
      "routing": {"algorithm": "valiant"}, "traffic": {"pattern": "transpose"}})");
  QCOMPARE(result.exitCode, 0);
  QVERIFY2(result.err.isEmpty(), result.err.constData());
  QVERIFY2(result.out.contains("Freedom of deadlock is not proved. The proof would walk"),
           result.out.constData());
  QVERIFY(command({"check", "--help"}).out.contains("not proved"));
  // One that packets can deadlock in still is.
  QCOMPARE(command({"check", "-"}, command({"new", "deadlock"}).out).exitCode, 2);
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
