// SPDX-License-Identifier: GPL-3.0-or-later
// A run whose ranks wait for what never comes is "stalled" wherever one reads of it.
#include <SQLiteCpp/Database.h>

#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

class StalledTest : public QObject {
  Q_OBJECT

  CommandResult command(const QStringList& arguments, const QByteArray& input = {}) const {
    return runCommand(folder_.path(), arguments, input);
  }
  std::string inProject(const char* query) const {
    SQLite::Database database(folder_.filePath("p.hopscope").toStdString(), SQLite::OPEN_READONLY);
    return database.execAndGet(query).getString();
  }

  QTemporaryDir folder_;

 private slots:
  void everywhere();
};

void StalledTest::everywhere() {
  const QByteArray ring = R"({"schema": "hopscope.design/1",
    "topology": {"kind": "ring", "routers": 4}, "traffic": {"load": 0}, "applications": [
    {"kind": "commands", "ranks": 2,
     "text": "# hopscope commands 1\npe 0\nrecv 1\nsend 8 1\npe 1\nrecv 0\nsend 8 0\n"}]})";
  const CommandResult run =
      command({"run", "-", "--quiet", "--out", "-", "--project", "p.hopscope"}, ring);
  QCOMPARE(run.exitCode, 1);
  QCOMPARE(withoutTimes(run.out)["verdict"].toString(), QString("stalled"));
  QCOMPARE(withoutTimes(run.out)["stable"].toBool(), false);
  QCOMPARE(inProject("SELECT verdict FROM runs"), std::string("stalled"));

  const QByteArray study = R"({"schema": "hopscope.study/1", "design": )" + ring + "}";
  // An application that has not finished is no result.
  QCOMPARE(command({"study", "run", "-", "--out", "p.hopscope", "--quiet"}, study).exitCode, 1);
  QCOMPARE(inProject("SELECT verdict FROM study_runs"), std::string("stalled"));
  const QByteArray table = command({"study", "export", "p.hopscope", "--csv", "-"}).out;
  QVERIFY2(table.contains(",stalled,") && !table.contains(",deadlocked,"), table);
  const QByteArray runs = command({"study", "export", "p.hopscope", "--runs-csv", "-"}).out;
  QVERIFY2(runs.contains(",stalled,") && !runs.contains(",deadlocked,"), runs);
}

HOPSCOPE_TEST(StalledTest)
#include "stalled_test.moc"
