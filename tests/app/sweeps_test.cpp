// SPDX-License-Identifier: GPL-3.0-or-later
// Long commands: what they leave behind when they are ended, and how they get along with little.
#include <SQLiteCpp/Database.h>
#include <sys/resource.h>

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <memory>

#include "tests/app/command_line.h"
#include "tests/support/test_main.h"
#include "tests/support/written_designs.h"

using namespace hopscope::test;

namespace {

// Two that finish at once, and one that never does.
const QStringList kEndlessSweep{"sweep",  "d.json", "--over", "run.measure=1000000000,1000,2000",
                                "--jobs", "2",      "--quiet"};

/// Runs in a project that some other program has open.
int runsIn(const QString& file) {
  if (!QFile::exists(file)) return 0;
  try {
    SQLite::Database database(file.toStdString(), SQLite::OPEN_READONLY);
    return database.execAndGet("SELECT count(*) FROM runs").getInt();
  } catch (const SQLite::Exception&) {
    return 0;
  }
}

}  // namespace

class SweepsTest : public QObject {
  Q_OBJECT

  CommandResult command(const QStringList& arguments) const {
    return runCommand(folder_->path(), arguments);
  }
  QString path(const char* name) const { return folder_->filePath(name); }
  void write(const char* name, const QByteArray& text) const {
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly)) qFatal("no file");
    file.write(text);
  }

  std::unique_ptr<QTemporaryDir> folder_;

 private slots:
  void init();
  void killedSweepIntoCsv();
  void killedSweepIntoAProject();
  void stoppedSweepIntoCsv();
  void rowsOfOtherColumns();
  void wholeNumbersStayExact();
  void deadlockFails();
  void fewThreads_data();
  void fewThreads();
  void littleMemory();
};

void SweepsTest::init() {
  folder_ = std::make_unique<QTemporaryDir>();
  write("d.json", command({"new", "torus"}).out);
}

void SweepsTest::killedSweepIntoCsv() {
  write("s.csv", "of yesterday\n");
  QProcess process;
  prepare(process, folder_->path(), kEndlessSweep + QStringList{"--out", "s.csv"});
  process.start();
  QTRY_COMPARE_WITH_TIMEOUT(readFile(path("s.csv.partial")).count('\n'), 3, 60'000);
  process.kill();
  QVERIFY(process.waitForFinished());
  QCOMPARE(readFile(path("s.csv")), QByteArray("of yesterday\n"));
  const auto lines = readFile(path("s.csv.partial")).trimmed().split('\n');
  QCOMPARE(lines.size(), 3);
  QVERIFY(lines[0].startsWith("run.measure,seed,"));
  QVERIFY(lines[1].startsWith("1000,") && lines[2].startsWith("2000,"));

  // The same rows as those of a sweep that comes to its end, which replaces the rest.
  const CommandResult whole =
      command({"sweep", "d.json", "--over", "run.measure=1000,2000", "--quiet", "--out", "s.csv"});
  QCOMPARE(whole.exitCode, 0);
  QVERIFY2(whole.err.startsWith("s.csv.partial is of a sweep that did not come to its end"),
           whole.err);
  QCOMPARE(readFile(path("s.csv")).trimmed().split('\n'), lines);
  QVERIFY(!QFile::exists(path("s.csv.partial")));
}

void SweepsTest::killedSweepIntoAProject() {
  QProcess process;
  prepare(process, folder_->path(), kEndlessSweep + QStringList{"--out", "s.hopscope"});
  process.start();
  QTRY_COMPARE_WITH_TIMEOUT(runsIn(path("s.hopscope")), 2, 60'000);
  process.kill();
  QVERIFY(process.waitForFinished());
  QCOMPARE(runsIn(path("s.hopscope")), 2);
  QCOMPARE(command({"report", "s.hopscope", "--run", "2", "--out", "r.html"}).exitCode, 0);
}

void SweepsTest::stoppedSweepIntoCsv() {
  QProcess process;
  prepare(process, folder_->path(), kEndlessSweep + QStringList{"--out", "s.csv"});
  process.start();
  QTRY_COMPARE_WITH_TIMEOUT(readFile(path("s.csv.partial")).count('\n'), 3, 60'000);
  ::kill(static_cast<pid_t>(process.processId()), SIGINT);
  QVERIFY(process.waitForFinished(60'000));
  QCOMPARE(process.exitStatus(), QProcess::NormalExit);
  QCOMPARE(process.exitCode(), 1);
  QVERIFY(process.readAllStandardError().contains("Stopped after 2 of 3 runs"));
  QCOMPARE(readFile(path("s.csv")).count('\n'), 3);
  QVERIFY(!QFile::exists(path("s.csv.partial")));
}

void SweepsTest::rowsOfOtherColumns() {
  QProcess process;
  prepare(process, folder_->path(),
          {"sweep", "d.json", "--set", "traffic.pattern=mix", "--over",
           "traffic.parts=a = 1 uniform; b = 1 tornado,c = 1 uniform; @d = 1 tornado", "--over",
           "run.measure=1000,1000000000", "--jobs", "4", "--quiet", "--out", "s.csv"});
  process.start();
  QTRY_COMPARE_WITH_TIMEOUT(readFile(path("s.csv.partial")).count('\n'), 4, 60'000);
  process.kill();
  QVERIFY(process.waitForFinished());
  const auto lines = readFile(path("s.csv.partial")).trimmed().split('\n');
  for (const int row : {0, 2}) {
    QVERIFY(lines[row].startsWith("traffic.parts,"));
    QCOMPARE(lines[row + 1].count(','), lines[row].count(','));
  }
  // No spreadsheet takes it for a formula.
  QVERIFY2((lines[0] + lines[2]).contains(",'@d.offered_load,"), lines[2]);
}

void SweepsTest::wholeNumbersStayExact() {
  const CommandResult result =
      command({"sweep", "d.json", "--set", "run.measure=1000", "--over",
               "run.seed=1234567890123:1234567890125:1", "--quiet", "--out", "-"});
  QCOMPARE(result.exitCode, 0);
  const auto lines = result.out.trimmed().split('\n');
  QCOMPARE(lines.size(), 4);
  QVERIFY2(lines[1].startsWith("1234567890123,1234567890123,"), lines[1]);
  QVERIFY2(lines[3].startsWith("1234567890125,1234567890125,"), lines[3]);
}

void SweepsTest::deadlockFails() {
  write("ring.json", designText(kDeadlockingRing).c_str());
  for (const bool quiet : {false, true}) {
    const CommandResult run = command(QStringList{"run", "ring.json", "--out", "r.json"} +
                                      (quiet ? QStringList{"--quiet"} : QStringList{}));
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.err.count("Deadlock"), 1);
    const auto json = QJsonDocument::fromJson(readFile(path("r.json"))).object();
    QCOMPARE(json["verdict"].toString(), QString("deadlocked"));
    QVERIFY(QFile::remove(path("r.json")));
  }
  const CommandResult drawn = command({"picture", "ring.json", "--run", "--out", "p.svg"});
  QCOMPARE(drawn.exitCode, 1);
  QVERIFY(QFile::exists(path("p.svg")));
  // Of many runs one may deadlock: that is a result.
  const CommandResult swept =
      command({"sweep", "ring.json", "--over", "traffic.load=0.01,0.9", "--out", "s.csv"});
  QCOMPARE(swept.exitCode, 0);
  QVERIFY(readFile(path("s.csv")).trimmed().endsWith(",deadlocked"));
}

void SweepsTest::fewThreads_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::newRow("sweep") << QStringList{
      "sweep", "d.json", "--over", "run.seed=1:40:1", "--set", "run.measure=1000", "--jobs",
      "64",    "--out",  "o"};
  QTest::newRow("run") << QStringList{"run",     "big.json",       "--set",  "run.measure=200",
                                      "--set",   "run.warmup=200", "--jobs", "64",
                                      "--quiet", "--out",          "o"};
  QTest::newRow("replications") << QStringList{
      "run", "d.json", "--set", "run.replications=40", "--jobs", "64", "--quiet", "--out", "o"};
  QTest::newRow("proof") << QStringList{"check", "big.json"};
}

/// Each thread wants a stack of 256 MB, and there is room for some of them, or for none.
void SweepsTest::fewThreads() {
  QFETCH(QStringList, arguments);
  write("big.json", command({"new", "dragonfly-1056"}).out);
  for (const unsigned long megabytes : {3000UL, 1000UL}) {
    const CommandResult result = runCommandIn(folder_->path(), arguments, [megabytes] {
      limit(RLIMIT_STACK, 256UL << 20U);
      limit(RLIMIT_AS, megabytes << 20U);
    });
    QVERIFY2(result.exitCode == 0, result.err);
  }
}

/// Where even the program itself hardly fits: a sentence, and no waiting for ever.
void SweepsTest::littleMemory() {
  for (unsigned long megabytes = 20; megabytes <= 120; megabytes += 5) {
    const CommandResult result =
        runCommandIn(folder_->path(),
                     {"sweep", "d.json", "--over", "run.seed=1:8:1", "--set", "run.measure=1000",
                      "--jobs", "64", "--quiet", "--out", "s.csv"},
                     [megabytes] { limit(RLIMIT_AS, megabytes << 20U); });
    QVERIFY2(result.exitCode == 0 || result.exitCode == 1 || result.exitCode == 127,
             qPrintable(QString("%1 MB: %2 %3")
                            .arg(megabytes)
                            .arg(result.exitCode)
                            .arg(QString::fromUtf8(result.err))));
    QVERIFY(result.exitCode == 0 || !result.err.isEmpty());
    if (result.exitCode == 0) QCOMPARE(readFile(path("s.csv")).count('\n'), 9);
  }
}

HOPSCOPE_TEST(SweepsTest)
#include "sweeps_test.moc"
