// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/migrations.h"

#include <SQLiteCpp/Database.h>

#include <QFile>
#include <QObject>
#include <QTest>

#include "tests/projects/project_support.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// A project saved by the first version that had format 1; never to be made anew.
std::string formatOne(const ProjectFolder& folder) {
  const std::string file = folder.path("format-1.hopscope");
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

int versionOf(SQLite::Database& database) {
  return database.execAndGet("PRAGMA user_version").getInt();
}

}  // namespace

class MigrationsTest : public QObject {
  Q_OBJECT

 private slots:
  void formatOneOpens();
  void nextFormat();
  void failingStepChangesNothing();
  void nothingToDo();
};

void MigrationsTest::formatOneOpens() {
  const ProjectFolder folder;
  const auto project = opened(Project::open(formatOne(folder)));
  QVERIFY(project);
  QVERIFY(!project->modified());
  QVERIFY(project->designs().at(0).design == meshDesign());
  QVERIFY(same(project->runs().at(0).results, asOfFormatOne(sampleRun(1).results)));
  QVERIFY(project->runs().at(0).recording == nullptr);
  QCOMPARE(project->curves().at(0).points.size(), 2U);
  QVERIFY(project->notes().empty());
  project->addNote({0, "Since then", "It can be written in."});
  QVERIFY(!project->save());
  QCOMPARE(project->notes().at(0).title, std::string("Since then"));
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
