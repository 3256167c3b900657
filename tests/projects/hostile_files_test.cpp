// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/Database.h>
#include <sys/stat.h>

#include <QFile>
#include <QObject>
#include <QTest>
#include <functional>

#include "projects/items.h"
#include "tests/projects/project_support.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// Makes a project file and changes its tables behind the program's back. The checksums are those
/// of what it is then, as if somebody had made the file on purpose.
void makeChanged(const std::string& file, const std::string& sql) {
  makeProject(file);
  SQLite::Database database(file, SQLite::OPEN_READWRITE);
  if (sql.find("run_series") != std::string::npos) unpackRuns(database);
  database.exec(sql);
  try {
    sealAll(database);
  } catch (const SQLite::Exception&) {
    return;  // there is no such table any more
  }
}

void makeOverwritten(const std::string& file, int offset, const QByteArray& with) {
  makeProject(file);
  QByteArray bytes = bytesOf(file);
  bytes.replace(offset, with.size(), with);
  writeBytes(file, bytes);
}

void makeTruncated(const std::string& file, double share) {
  makeProject(file);
  const QByteArray bytes = bytesOf(file);
  writeBytes(file, bytes.left(int(share * double(bytes.size()))));
}

using Make = std::function<void(const std::string& file)>;

Make changed(const std::string& sql) {
  return [sql](const std::string& file) { makeChanged(file, sql); };
}

}  // namespace
Q_DECLARE_METATYPE(Make)

namespace {

void row(const char* name, const Make& make, const char* text) {
  QTest::newRow(name) << make << QString::fromUtf8(text);
}

}  // namespace

class HostileFilesTest : public QObject {
  Q_OBJECT

 private slots:
  void refused_data();
  void refused();
  void opensWithoutWhatIsDamaged_data();
  void opensWithoutWhatIsDamaged();
  void missing();
  void folder();
  void pipe();
  void saveLeavesForeignLocksAlone();
};

void HostileFilesTest::refused_data() {
  QTest::addColumn<Make>("make");
  QTest::addColumn<QString>("text");
  const auto bytes = [](const QByteArray& content) -> Make {
    return [content](const std::string& file) { writeBytes(file, content); };
  };
  row("empty", bytes(""), "bad.hopscope is empty, not a Hopscope project.");
  row("text", bytes("{\"schema\": \"hopscope.design/1\"}"),
      "bad.hopscope is not a Hopscope project.");
  row("zeros", bytes(QByteArray(8192, '\0')), "bad.hopscope is not a Hopscope project.");
  row("picture", bytes(QByteArray("\x89PNG\r\n\x1a\n", 8) + QByteArray(500, 'x')),
      "bad.hopscope is not a Hopscope project.");
  row("header only", bytes(QByteArray("SQLite format 3\0", 16)),
      "bad.hopscope is damaged: it ends too early.");
  row(
      "header of a project, nothing else",
      [](const std::string& file) {
        makeProject(file);
        writeBytes(file, bytesOf(file).left(100));
      },
      "bad.hopscope is damaged: it ends too early, after 100 of");
  row(
      "half", [](const std::string& file) { makeTruncated(file, 0.5); },
      "bad.hopscope is damaged: it ends too early, after");
  row(
      "last byte missing",
      [](const std::string& file) {
        makeProject(file);
        QByteArray all = bytesOf(file);
        all.chop(1);
        writeBytes(file, all);
      },
      "bad.hopscope is damaged: it ends too early, after");
  row(
      "another program's database",
      [](const std::string& file) {
        SQLite::Database database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        database.exec("CREATE TABLE moz_places (id INTEGER PRIMARY KEY)");
      },
      "bad.hopscope is a database of another program, not a Hopscope project.");
  row("newer", changed("PRAGMA user_version = 12"),
      "bad.hopscope was made by a newer Hopscope (format 12, this one reads up to 11).");
  row("format 0", changed("PRAGMA user_version = 0"),
      "bad.hopscope is damaged: there is no format 0.");
  row("negative format", changed("PRAGMA user_version = -7"),
      "bad.hopscope is damaged: there is no format -7.");
  row(
      "wrong page size",
      [](const std::string& file) { makeOverwritten(file, 16, QByteArray("\x00\x07", 2)); },
      "bad.hopscope is damaged: ");
  row("table missing", changed("DROP TABLE curve_points"),
      "bad.hopscope is not a Hopscope project: its tables are not those of format 11.");
  row("table too many", changed("CREATE TABLE extra (id INTEGER)"),
      "bad.hopscope is not a Hopscope project: its tables are not those of format 11.");
  row("trigger", changed("CREATE TRIGGER spy AFTER INSERT ON runs BEGIN DELETE FROM designs; END"),
      "bad.hopscope is not a Hopscope project: its tables are not those of format 11.");
  row("view instead of a table",
      changed("DROP TABLE view_values; CREATE VIEW view_values AS SELECT 1 AS key, 2 AS value"),
      "bad.hopscope is not a Hopscope project: its tables are not those of format 11.");
}

void HostileFilesTest::refused() {
  QFETCH(Make, make);
  QFETCH(QString, text);
  const ProjectFolder folder;
  const std::string file = folder.path("bad.hopscope");
  make(file);
  const QByteArray before = bytesOf(file);
  const Issue issue = refusalOf(Project::open(file));
  const QString found = QString::fromStdString(issue.text);
  QVERIFY2(found.startsWith(text), qPrintable(found));
  QVERIFY(found.endsWith('.'));
  QVERIFY(issue.severity == Severity::error);
  QCOMPARE(issue.path, file);
  QVERIFY2(issue.remedy.english().rfind("The file was left as it is.", 0) == 0,
           issue.remedy.english().c_str());
  QCOMPARE(bytesOf(file), before);
  QCOMPARE(folder.names(), QStringList{"bad.hopscope"});
  QCOMPARE(folder.stateFiles(), QStringList{});
}

void HostileFilesTest::opensWithoutWhatIsDamaged_data() {
  QTest::addColumn<Make>("make");
  QTest::addColumn<QString>("text");
  row(
      "scrambled pages",
      [](const std::string& file) { makeOverwritten(file, 4096, QByteArray(4096, '\xff')); },
      "bad.hopscope is damaged: ");
  row("dangling reference",
      changed("PRAGMA foreign_keys = OFF; UPDATE curve_points SET curve = 99"),
      "bad.hopscope is damaged: a run or curve refers to nothing.");
  row("no JSON in a design", changed("UPDATE designs SET document = '{'"),
      "bad.hopscope is damaged: design 1 cannot be read: ");
  row("unknown setting in a run",
      changed(
          "UPDATE runs SET document = "
          "'{\"schema\":\"hopscope.design/1\",\"topology\":{\"kind\":\"mesh\",\"tentacles\":8}}'"),
      "bad.hopscope is damaged: run 1 cannot be read: topology.tentacles: ");
  row("deep nesting",
      changed("UPDATE designs SET document = '" + std::string(1'000'000, '[') + "'"),
      "bad.hopscope is damaged: design 1 cannot be read: ");
  row("draft of nonsense", changed("UPDATE designs SET draft = '{\"name\": 5}'"),
      "bad.hopscope is damaged: design 1 cannot be read: a draft");
  row("series cut short",
      changed("UPDATE run_series SET data = substr(data, 1, 20) WHERE name = 'windows'"),
      "bad.hopscope is damaged: run 1, series \"windows\": ");
  row("series with a false count",
      changed("UPDATE run_series SET data = x'ffffffffffffffff' WHERE name = 'windows'"),
      "bad.hopscope is damaged: run 1, series \"windows\": ");
  row("recording cut short",
      changed("UPDATE run_series SET data = substr(data, 1, 44) WHERE name = 'recording'"),
      "bad.hopscope is damaged: run 1, series \"recording\": a recording has the wrong length");
  row("recording with false counts",
      changed("UPDATE run_series SET data = cast(x'ffffffffffffffff' || substr(data, 9) AS BLOB) "
              "WHERE name = 'recording'"),
      "bad.hopscope is damaged: run 1, series \"recording\": a recording has the wrong length");
  row("cycle of buffers cut short",
      changed("UPDATE run_series SET data = substr(data, 1, 25) WHERE name = 'deadlock'"),
      "bad.hopscope is damaged: run 1, series \"deadlock\": a cycle of buffers has the wrong");
  row("cycle of buffers beyond all channels",
      changed("UPDATE run_series SET data = cast(substr(data, 1, 8) || x'ffffffffff' || "
              "substr(data, 14) AS BLOB) WHERE name = 'deadlock'"),
      "bad.hopscope is damaged: run 1, series \"deadlock\": a cycle of buffers names one that");
  row("events cut short",
      changed("UPDATE run_series SET data = substr(data, 1, 36) WHERE name = 'events'"),
      "bad.hopscope is damaged: run 1, series \"events\": a list of events has the wrong length");
  row("events with a false count",
      changed("UPDATE run_series SET data = cast(x'ffffffffffffffff' || substr(data, 9) AS BLOB) "
              "WHERE name = 'events'"),
      "bad.hopscope is damaged: run 1, series \"events\": a list of events has the wrong length");
  row("pack cut short", changed("UPDATE run_packs SET data = substr(data, 1, 100)"),
      "bad.hopscope is damaged: run 1: its numbers cannot be unpacked.");
  row("pack of nothing", changed("UPDATE run_packs SET data = x''"),
      "bad.hopscope is damaged: run 1: its numbers cannot be unpacked.");
  row("pack with a false length",
      changed("UPDATE run_packs SET data = CAST(x'ffffffff' || substr(data, 5) AS BLOB)"),
      "bad.hopscope is damaged: run 1: its numbers cannot be unpacked.");
  row("pack missing", changed("DELETE FROM run_packs"),
      "bad.hopscope is damaged: run 1 has no series \"histogram\".");
  row("series missing", changed("DELETE FROM run_series WHERE name = 'cache'"),
      "bad.hopscope is damaged: run 1 has no series \"cache\".");
}

/// What is broken is left out and named; everything else is there, in a project without a file.
void HostileFilesTest::opensWithoutWhatIsDamaged() {
  QFETCH(Make, make);
  QFETCH(QString, text);
  const ProjectFolder folder;
  const std::string file = folder.path("bad.hopscope");
  make(file);
  const QByteArray before = bytesOf(file);
  std::size_t left = 0;
  {
    const auto project = opened(Project::open(file));
    QVERIFY(project && project->damage());
    const Issue issue = project->damage()->issue;
    const QString found = QString::fromStdString(issue.text);
    QVERIFY2(found.startsWith(text), qPrintable(found));
    QVERIFY(found.endsWith('.') && !found.endsWith(".."));
    QVERIFY(issue.severity == Severity::warning);
    QCOMPARE(issue.path, file);
    QVERIFY(project->file().empty());
    QVERIFY(project->modified());
    left = project->designs().size() + project->runs().size() + project->curves().size();
    QVERIFY(left > 0);
    const std::string whole = folder.path("whole.hopscope");
    QVERIFY(!project->saveAs(whole));
    QVERIFY(!project->damage());
  }
  const auto again = opened(Project::open(folder.path("whole.hopscope")));
  QVERIFY(again && !again->damage());
  QCOMPARE(again->designs().size() + again->runs().size() + again->curves().size(), left);
  QCOMPARE(bytesOf(file), before);
}

void HostileFilesTest::missing() {
  const ProjectFolder folder;
  const std::string file = folder.path("nowhere.hopscope");
  QCOMPARE(refusalOf(Project::open(file)).text, "There is no file " + file + ".");
  QCOMPARE(folder.names(), QStringList{});
}

void HostileFilesTest::folder() {
  const ProjectFolder folder;
  const std::string place = folder.path("");
  QVERIFY(refusalOf(Project::open(place)).text.english().find("is a folder, not a file.") !=
          std::string::npos);
}

void HostileFilesTest::pipe() {
  const ProjectFolder folder;
  const std::string file = folder.path("pipe.hopscope");
  QCOMPARE(::mkfifo(file.c_str(), 0600), 0);
  QCOMPARE(refusalOf(Project::open(file)).text,
           std::string("pipe.hopscope is a device or a pipe, not a file."));
}

void HostileFilesTest::saveLeavesForeignLocksAlone() {
  const ProjectFolder folder;
  const std::string mine = folder.path("mine.hopscope");
  const std::string theirs = folder.path("theirs.hopscope");
  makeProject(mine);
  makeProject(theirs);
  const auto first = opened(Project::open(theirs));
  const auto second = opened(Project::open(mine));
  QVERIFY(first && second);
  const QByteArray before = bytesOf(theirs);
  second->addDesign(meshDesign());
  const auto error = second->saveAs(theirs);
  QVERIFY(error);
  QVERIFY2(
      error->issue.text.english().find("theirs.hopscope is open in this Hopscope already.") == 0,
      error->issue.text.english().c_str());
  QCOMPARE(bytesOf(theirs), before);
  QCOMPARE(second->file(), mine);
  QVERIFY(second->modified());
  QVERIFY(!second->save());
}

HOPSCOPE_TEST(HostileFilesTest)
#include "hostile_files_test.moc"
