// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

/// Results by when packets were generated, and by who sent them, as tables.
class TransientCommandTest : public QObject {
  Q_OBJECT

  CommandResult run(const QString& line) const {
    return runCommand(folder_.path(), line.split(' '));
  }

  QTemporaryDir folder_;

 private slots:
  void initTestCase();
  void transient();
  void nothingChangesWithoutAPhase();
  void shares();
  void refusals_data();
  void refusals();
};

void TransientCommandTest::initTestCase() {
  QFile file(folder_.filePath("d.json"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(R"({"schema": "hopscope.design/1", "topology": {"kind": "dragonfly"},
    "traffic": {"load": 0.1}, "run": {"warmup": 1000, "measure": 1000, "replications": 2},
    "phases": [{"at": 1500, "set": {"traffic.load": 0.3}}]})");
}

void TransientCommandTest::transient() {
  const CommandResult result = run("transient d.json --bin 100 --before 500 --after 1000");
  QCOMPARE(result.exitCode, 0);
  const QList<QByteArray> lines = result.out.trimmed().split('\n');
  QCOMPARE(lines.size(), 1 + 15);
  QVERIFY(lines[0].startsWith("time,packets,latency,latency_error,nonminimal,paths.minimal,"));
  QVERIFY(lines[1].startsWith("-500,"));
  double before = 0, after = 0;
  for (int line = 1; line <= 15; ++line)
    (line <= 5 ? before : after) += lines[line].split(',')[1].toDouble() / (line <= 5 ? 5 : 10);
  QVERIFY(std::abs(after / before - 3) < 0.6);
  QVERIFY2(result.err.contains("Cycle 1500 is time 0."), result.err.constData());
  QCOMPARE(run("transient d.json --at 1200 --before 0 --quiet --out t.csv").exitCode, 0);
  QVERIFY(readFile(folder_.filePath("t.csv")).contains("\n0,"));
}

/// Without a phase nothing changes at the cycle that is asked for.
void TransientCommandTest::nothingChangesWithoutAPhase() {
  QFile file(folder_.filePath("even.json"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(R"({"schema": "hopscope.design/1", "topology": {"kind": "dragonfly"},
    "traffic": {"load": 0.1}, "run": {"warmup": 1000, "measure": 1000}})");
  file.close();
  const CommandResult result =
      run("transient even.json --at 1500 --bin 100 --before 500 --after 500");
  QCOMPARE(result.exitCode, 0);
  QVERIFY2(result.err.contains("no phase: nothing changes at cycle 1500"), result.err.constData());
  QVERIFY(!run("transient d.json --bin 100").err.contains("nothing changes"));
}

void TransientCommandTest::shares() {
  const CommandResult routers = run("shares d.json --group 1");
  QCOMPARE(routers.exitCode, 0);
  const QList<QByteArray> lines = routers.out.trimmed().split('\n');
  QCOMPARE(lines.size(), 1 + 4);
  QVERIFY(lines[0].startsWith("id,accepted,accepted_error,latency,latency_error,paths.minimal,"));
  QVERIFY(lines[1].startsWith("4,"));
  QCOMPARE(run("shares d.json --terminals").out.trimmed().split('\n').size(), 1 + 8);
}

void TransientCommandTest::refusals_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("says");
  const auto row = [](const char* line, const char* says) {
    QTest::newRow(line) << QString(line) << QString(says);
  };
  row("transient d.json --bin 0", "--bin");
  row("transient d.json --before 2000", "before: Time 0 is cycle 1500");
  row("transient d.json --after 100000000", "bin: 1000010 bins are too many.");
  row("transient d.json --out /none/t.csv", "/none");
  row("shares d.json --group 9", "group: No terminal is in a group 9.");
  row("shares nothing.json", "nothing.json");
}

void TransientCommandTest::refusals() {
  QFETCH(QString, line);
  QFETCH(QString, says);
  const CommandResult result = run(line);
  QCOMPARE(result.exitCode, 2);
  QVERIFY2(QString(result.err).contains(says), result.err.constData());
}

HOPSCOPE_TEST(TransientCommandTest)
#include "transient_test.moc"
