// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/migrations.h"

#include <SQLiteCpp/Database.h>

#include <QFile>
#include <QObject>
#include <QTest>
#include <QtEndian>

#include "projects/items.h"
#include "tests/projects/project_support.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// A project saved by the first version that had format 1; never to be made anew.
std::string formatOne(const ProjectFolder& folder) {
  std::string file = folder.path("format-1.hopscope");
  QFile::copy(HOPSCOPE_SOURCE_DIR "/tests/data/projects/format-1.hopscope",
              QString::fromStdString(file));
  QFile::setPermissions(QString::fromStdString(file), QFile::ReadOwner | QFile::WriteOwner);
  return file;
}

MigrationSteps withStep(const char* sql) {
  MigrationSteps steps = migrationSteps();
  steps.push_back(sql);
  return steps;
}

/// Pages that nothing stands in, of which there are some, are listed as nonsense.
void breakFreePages(const std::string& file) {
  {
    SQLite::Database database(file, SQLite::OPEN_READWRITE);
    database.exec("INSERT INTO view_values VALUES ('room', hex(zeroblob(50000)))");
    database.exec("DELETE FROM view_values WHERE key = 'room'");
  }
  QByteArray bytes = bytesOf(file);
  const auto pageBytes = qFromBigEndian<quint16>(bytes.constData() + 16);
  const auto first = qFromBigEndian<quint32>(bytes.constData() + 32);
  QVERIFY(first > 1);
  bytes.replace((first - 1) * pageBytes, pageBytes, QByteArray(pageBytes, '\xff'));
  writeBytes(file, bytes);
}

int versionOf(SQLite::Database& database) {
  return database.execAndGet("PRAGMA user_version").getInt();
}

}  // namespace

class MigrationsTest : public QObject {
  Q_OBJECT

 private slots:
  void olderFormatsOpen_data();
  void olderFormatsOpen();
  void damagedOnesAreReadAsTheyAre_data();
  void damagedOnesAreReadAsTheyAre();
  void damagedWithChecksums();
  void nextFormat();
  void stalledOnceWasDeadlocked();
  void unknownIsKeptSinceFormatEleven();
  void failingStepChangesNothing();
  void nothingToDo();
};

void MigrationsTest::olderFormatsOpen_data() {
  QTest::addColumn<int>("format");
  for (int format = 1; format < formatVersion(); ++format)
    QTest::addRow("format %d", format) << format;
}

/// What each format holds is there, and what is written since then is there the next time.
void MigrationsTest::olderFormatsOpen() {
  QFETCH(int, format);
  const ProjectFolder folder;
  const std::string file = formatOne(folder);
  Results results = asOfFormatOne(sampleRun(1).results);
  std::vector<std::string> tags;
  if (format > 1) {
    SQLite::Database database(file, SQLite::OPEN_READWRITE);
    migrate(database, migrationStepsTo(format));
    QCOMPARE(versionOf(database), format);
    database.exec("INSERT INTO run_classes VALUES (1, 0, 'minimal', 7, 10.5, 2)");
    results.classes = {{"minimal", 7, 10.5, 2}};
    if (format > 2) {
      database.exec("INSERT INTO run_tags VALUES (1, 0, 'kept')");
      tags = {"kept"};
    }
  }
  auto project = opened(Project::open(file));
  const auto check = [&] {
    QVERIFY(project);
    QVERIFY(!project->modified());
    QVERIFY(project->designs().at(0).design == meshDesign());
    QVERIFY(same(project->runs().at(0).results, results));
    QVERIFY(project->runs().at(0).tags == tags);
    QVERIFY(project->runs().at(0).recording == nullptr);
    QCOMPARE(project->curves().at(0).points.size(), 2U);
  };
  check();
  if (QTest::currentTestFailed()) return;
  QVERIFY(project->notes().empty());
  project->addNote({0, "Since then", "It can be written in."});
  QVERIFY(!project->save());
  project.reset();
  project = opened(Project::open(file));
  check();
  if (QTest::currentTestFailed()) return;
  QCOMPARE(project->notes().size(), std::size_t{1});
  QCOMPARE(project->notes().front().title, std::string("Since then"));
}

void MigrationsTest::damagedOnesAreReadAsTheyAre_data() {
  olderFormatsOpen_data();
}

/// Where a new table would need one of the pages that are broken.
void MigrationsTest::damagedOnesAreReadAsTheyAre() {
  QFETCH(int, format);
  const ProjectFolder folder;
  const std::string file = formatOne(folder);
  {
    SQLite::Database database(file, SQLite::OPEN_READWRITE);
    migrate(database, migrationStepsTo(format));
  }
  breakFreePages(file);
  const auto project = opened(Project::open(file));
  QVERIFY(project && project->damage());
  QVERIFY(project->file().empty());
  QVERIFY(project->designs().at(0).design == meshDesign());
  QCOMPARE(project->runHeads().size(), 1U);
  QVERIFY(same(project->runs().at(0).results, asOfFormatOne(sampleRun(1).results)));
  QCOMPARE(project->curves().at(0).points.size(), 2U);
}

/// A run that is not as format 8 has sealed it is told, and the rest is there.
void MigrationsTest::damagedWithChecksums() {
  const ProjectFolder folder;
  const std::string file = folder.path("format-8.hopscope");
  {
    const auto project = opened(Project::create());
    for (int run = 0; run < 2; ++run) project->addRun(sampleRun(0));
    QVERIFY(!project->saveAs(file));
  }
  {
    SQLite::Database database(file, SQLite::OPEN_READWRITE);
    unpackRuns(database);
    database.exec("UPDATE runs SET design_name = NULL");
    sealAll(database);
    database.exec(
        "DROP TABLE run_packs; ALTER TABLE runs DROP COLUMN design_name;"
        "PRAGMA writable_schema = ON;"
        "UPDATE sqlite_schema SET sql = replace(sql, ' ''unknown'',', '');"
        "PRAGMA writable_schema = RESET; PRAGMA user_version = 8");
    database.exec("UPDATE runs SET cycles = cycles + 1 WHERE id = 2");
  }
  breakFreePages(file);
  const auto project = opened(Project::open(file));
  QVERIFY(project && project->damage());
  const std::string text = project->damage()->issue.text.english();
  QVERIFY2(text.find("run 2 “Uniform, 0.30” is not as it was saved.") != std::string::npos,
           text.c_str());
  QCOMPARE(project->runs().size(), 1U);
  QVERIFY(same(project->runs().at(0).results, sampleRun(0).results));
  QVERIFY(*project->runs().at(0).recording == *sampleRun(0).recording);
}

void MigrationsTest::nextFormat() {
  const ProjectFolder folder;
  SQLite::Database database(formatOne(folder), SQLite::OPEN_READWRITE);
  const int first = formatVersion();
  const MigrationSteps steps = withStep("ALTER TABLE runs ADD COLUMN tag TEXT");
  QVERIFY(!schemaMatches(database, steps));
  migrate(database, steps);
  QCOMPARE(versionOf(database), first + 1);
  QVERIFY(schemaMatches(database, steps));
  QVERIFY(!schemaMatches(database, migrationSteps()));
  QCOMPARE(database.execAndGet("SELECT name FROM runs").getString(), std::string("Uniform, 0.30"));
  QVERIFY(database.execAndGet("SELECT tag FROM runs").isNull());
}

/// Up to format 7 a run that had stalled was a deadlock without a cycle of buffers.
void MigrationsTest::stalledOnceWasDeadlocked() {
  const ProjectFolder folder;
  const std::string file = formatOne(folder);
  {
    SQLite::Database database(file, SQLite::OPEN_READWRITE);
    migrate(database, migrationStepsTo(7));
    database.exec("UPDATE runs SET verdict = 'deadlocked'");
    QVERIFY_EXCEPTION_THROWN(database.exec("UPDATE runs SET verdict = 'stalled'"),
                             SQLite::Exception);
  }
  const auto project = opened(Project::open(file));
  QVERIFY(project && !project->damage());
  QCOMPARE(project->runHeads().at(0).verdict, Verdict::stalled);
  StoredRun run = project->runs().at(0);
  QCOMPARE(run.results.verdict, Verdict::stalled);
  project->addRun(run);
  run.results.verdict = Verdict::deadlocked;
  run.results.deadlock = {{0, 0}, {1, 0}};
  project->addRun(run);
  QCOMPARE(project->runHeads().at(1).verdict, Verdict::stalled);
  QCOMPARE(project->runHeads().at(2).verdict, Verdict::deadlocked);
  QCOMPARE(project->runs().at(2).results.verdict, Verdict::deadlocked);
}

/// A file of a format that had no such verdict takes it once it is opened.
void MigrationsTest::unknownIsKeptSinceFormatEleven() {
  const ProjectFolder folder;
  const std::string file = formatOne(folder);
  {
    SQLite::Database database(file, SQLite::OPEN_READWRITE);
    migrate(database, migrationStepsTo(10));
    QVERIFY_EXCEPTION_THROWN(database.exec("UPDATE runs SET verdict = 'unknown'"),
                             SQLite::Exception);
  }
  const auto project = opened(Project::open(file));
  QVERIFY(project && !project->damage());
  StoredRun run = project->runs().at(0);
  run.results.verdict = Verdict::unknown;
  project->addRun(run);
  QVERIFY(!project->save());
  SQLite::Database database(file, SQLite::OPEN_READWRITE);
  QVERIFY(schemaMatches(database, migrationSteps()));
  QVERIFY_EXCEPTION_THROWN(database.exec("UPDATE runs SET verdict = 'fine'"), SQLite::Exception);
}

void MigrationsTest::failingStepChangesNothing() {
  const ProjectFolder folder;
  SQLite::Database database(formatOne(folder), SQLite::OPEN_READWRITE);
  migrate(database, migrationSteps());
  const int first = versionOf(database);
  QVERIFY_EXCEPTION_THROWN(
      migrate(database, withStep("DELETE FROM runs; CREATE TABLE runs (id INTEGER)")),
      SQLite::Exception);
  QCOMPARE(versionOf(database), first);
  QCOMPARE(database.execAndGet("SELECT count(*) FROM runs").getInt(), 1);
}

void MigrationsTest::nothingToDo() {
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  migrate(database, migrationSteps());
  const auto changes = database.getTotalChanges();
  migrate(database, migrationSteps());
  QCOMPARE(versionOf(database), formatVersion());
  QCOMPARE(database.getTotalChanges(), changes);
  QCOMPARE(database.execAndGet("PRAGMA application_id").getInt64(), std::int64_t{kApplicationId});
}

HOPSCOPE_TEST(MigrationsTest)
#include "migrations_test.moc"
