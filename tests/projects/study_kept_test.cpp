// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/Database.h>
#include <sys/stat.h>

#include <QFile>
#include <QTest>
#include <string>
#include <variant>

#include "engine/study/study.h"
#include "projects/points_file.h"
#include "projects/project.h"
#include "tests/projects/project_support.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

const char* const kDocument = R"({"schema": "hopscope.study/1", "name": "Loads",
  "design": {"schema": "hopscope.design/1", "topology": {"kind": "ring", "routers": 6}},
  "axes": [{"setting": "traffic.load", "values": [0.1, 0.2, 0.3]}], "seeds": 2})";

StoredStudy study() {
  StoredStudy made;
  made.name = "Loads";
  made.started = "2026-11-24T10:00:00Z";
  made.document = parseStudy(kDocument).document;
  made.hash = studyHash(made.document);
  made.engineVersion = "0.1.0";
  made.rows.add(StudyRow{0, 0, "", Verdict::stable, {{"latency.mean", 12.5}, {"hops.mean", 1.25}}});
  made.rows.add(StudyRow{0, 1, "", Verdict::saturated, {{"latency.mean", 13.5}}});
  made.rows.add(StudyRow{1, 0, "No memory.", Verdict::stable, {}});
  return made;
}

StudyRows oneRow(const StudyRow& row) {
  StudyRows rows;
  rows.add(row);
  return rows;
}

PointsOwner owner() {
  return {study().hash, 3};
}

}  // namespace

class StudyKeptTest : public QObject {
  Q_OBJECT

 private slots:
  void aProjectKeepsStudies();
  void otherColumnsComeLater();
  void takenInTwoBecomeOne();
  void aStudyThatIsNoneIsRefused_data();
  void aStudyThatIsNoneIsRefused();
  void pointsGoOnAfterAKill();
  void pointsOfOthersAreRefused();
  void devicesHoldNoPoints();
};

void StudyKeptTest::aProjectKeepsStudies() {
  const ProjectFolder folder;
  const std::string file = folder.path("p.hopscope");
  {
    const auto project = opened(Project::create());
    project->addStudy(study());
    QVERIFY(!project->saveAs(file));
  }
  auto project = opened(Project::open(file));
  QCOMPARE(project->studies().size(), std::size_t{1});
  const StoredStudy kept = project->studies().front();
  QCOMPARE(kept.name, std::string("Loads"));
  QCOMPARE(kept.document, study().document);
  QVERIFY(kept.rows.rows().empty());  // they are read when they are asked for
  QCOMPARE(project->findStudy(kept.hash, "0.1.0"), kept.id);
  QCOMPARE(project->findStudy(kept.hash, "0.0.9"), RowId{0});
  const StudyRows rows = project->studyRows(kept.id);
  QCOMPARE(rows.columns(), study().rows.columns());
  QCOMPARE(rows.rows().size(), std::size_t{3});
  QCOMPARE(rows.sorted()[0]->values, (std::vector<double>{12.5, 1.25}));
  QCOMPARE(rows.sorted()[1]->verdict, Verdict::saturated);
  QCOMPARE(rows.sorted()[2]->failure, std::string("No memory."));
  project->removeStudy(kept.id);
  QVERIFY(project->studies().empty());
  QVERIFY(!project->save());
  project.reset();
  QVERIFY(opened(Project::open(file))->studies().empty());
}

void StudyKeptTest::otherColumnsComeLater() {
  const ProjectFolder folder;
  const auto project = opened(Project::create());
  const RowId id = project->addStudy(study());
  project->addStudyRows(id, oneRow({1, 0, "", Verdict::stable, {{"new", 1}, {"hops.mean", 2}}}));
  project->addStudyRows(id, oneRow({0, 0, "", Verdict::stable, {{"latency.mean", 99}}}));
  const StudyRows rows = project->studyRows(id);
  QCOMPARE(rows.columns(), (std::vector<std::string>{"latency.mean", "hops.mean", "new"}));
  QCOMPARE(rows.rows().size(), std::size_t{3});
  QCOMPARE(rows.sorted()[0]->values[0], 12.5);  // what is done stays
  QVERIFY(rows.sorted()[2]->failure.empty());   // what failed is replaced
  QCOMPARE(rows.sorted()[2]->values[1], 2.0);
  QCOMPARE(rows.sorted()[2]->values[2], 1.0);
}

/// Another program has gone on with the same study meanwhile.
void StudyKeptTest::takenInTwoBecomeOne() {
  const ProjectFolder folder;
  const std::string file = folder.path("p.hopscope");
  const std::string copy = folder.path("q.hopscope");
  {
    const auto project = opened(Project::create());
    project->addStudy(study());
    QVERIFY(!project->saveAs(file));
    QVERIFY(QFile::copy(QString::fromStdString(file), QString::fromStdString(copy)));
  }
  {
    const auto other = opened(Project::open(copy));
    other->addStudyRows(other->findStudy(study().hash, "0.1.0"),
                        oneRow({2, 0, "", Verdict::stable, {{"latency.mean", 5}}}));
    QVERIFY(!other->save());
  }
  const auto project = opened(Project::open(file));
  QVERIFY(QFile::remove(QString::fromStdString(file)));
  QVERIFY(QFile::copy(QString::fromStdString(copy), QString::fromStdString(file)));
  QVERIFY(!project->takeIn());
  QCOMPARE(project->studies().size(), std::size_t{1});
  QCOMPARE(project->studyRows(project->studies().front().id).rows().size(), std::size_t{4});
}

void StudyKeptTest::aStudyThatIsNoneIsRefused_data() {
  QTest::addColumn<QByteArray>("change");
  const auto row = [](const char* name, const char* change) {
    QTest::addRow("%s", name) << QByteArray(change);
  };
  row("document", "UPDATE studies SET document = '{}'");
  row("hash", "UPDATE studies SET hash = 'ab'");
  row("columns", "UPDATE studies SET columns = 'a'");
  row("twice a column", "UPDATE studies SET columns = 'a' || char(10) || 'a' || char(10)");
  row("point", "UPDATE study_runs SET point = point + 1000");
  row("negative point", "UPDATE study_runs SET point = -1 - point");
  row("run", "UPDATE study_runs SET run = run + 99999");
  row("data", "UPDATE study_runs SET data = x'0102'");
  row("too much data", "UPDATE study_runs SET data = zeroblob(8 * 50)");
}

void StudyKeptTest::aStudyThatIsNoneIsRefused() {
  QFETCH(QByteArray, change);
  const ProjectFolder folder;
  const std::string file = folder.path("p.hopscope");
  {
    const auto project = opened(Project::create());
    project->addStudy(study());
    QVERIFY(!project->saveAs(file));
  }
  {
    SQLite::Database database(file, SQLite::OPEN_READWRITE);
    database.exec("DELETE FROM seals; " + change.toStdString());
  }
  const auto result = Project::open(file);
  if (const auto* error = std::get_if<ProjectError>(&result)) {
    QVERIFY(!error->issue.text.empty());
    return;
  }
  const auto& project = std::get<std::unique_ptr<Project>>(result);
  QVERIFY(project->damage());
  QVERIFY(project->studies().empty());
}

void StudyKeptTest::pointsGoOnAfterAKill() {
  const ProjectFolder folder;
  const std::string file = folder.path("s.points");
  {
    auto begun = PointsFile::open(file, owner());
    PointsFile& points = *std::get<std::unique_ptr<PointsFile>>(begun);
    QVERIFY(points.append({0, 0, "", Verdict::stable, {{"a", 1}}}));
    QVERIFY(points.append({1, 0, "", Verdict::stable, {{"a", 2}}}));
    // A second program is told who is at it, and reads what is there.
    const auto second = PointsFile::open(file, owner());
    const auto* refused = std::get_if<Issue>(&second);
    QVERIFY(refused != nullptr);
    QVERIFY(refused->text.english().find("process ") != std::string::npos);
    QCOMPARE(std::get<StudyRows>(PointsFile::read(file, owner())).rows().size(), std::size_t{2});
  }
  {
    QFile half(QString::fromStdString(file));
    QVERIFY(half.open(QIODevice::Append));
    half.write("{\"point\": 2, \"run\": 0, \"verd");
  }
  auto begun = PointsFile::open(file, owner());
  PointsFile& points = *std::get<std::unique_ptr<PointsFile>>(begun);
  QCOMPARE(points.rows().rows().size(), std::size_t{2});
  QVERIFY(points.append({2, 0, "", Verdict::stable, {{"a", 3}}}));
  QCOMPARE(std::get<StudyRows>(PointsFile::read(file, owner())).rows().size(), std::size_t{3});
  points.remove();
  QVERIFY(!QFile::exists(QString::fromStdString(file)));
}

void StudyKeptTest::pointsOfOthersAreRefused() {
  const ProjectFolder folder;
  const std::string file = folder.path("s.points");
  QVERIFY(std::holds_alternative<std::unique_ptr<PointsFile>>(PointsFile::open(file, owner())));
  const auto said = [&](const PointsOwner& other) {
    const auto found = PointsFile::read(file, other);
    const auto* issue = std::get_if<Issue>(&found);
    return issue == nullptr ? std::string() : issue->text.english();
  };
  QVERIFY(said(owner()).empty());
  QVERIFY(said({"0123456789abcdef", 3}).find("another study") != std::string::npos);
  QByteArray text;
  {
    QFile whole(QString::fromStdString(file));
    QVERIFY(whole.open(QIODevice::ReadOnly));
    text = whole.readAll();
  }
  const auto write = [&](const QByteArray& changed) {
    QFile whole(QString::fromStdString(file));
    if (!whole.open(QIODevice::WriteOnly)) qFatal("no file");
    whole.write(changed);
  };
  write(QByteArray(text).replace("0.1.0", "0.0.9"));
  QVERIFY(said(owner()).find("0.0.9") != std::string::npos);
  write(text + "{\"point\": 3, \"run\": 0, \"failure\": \"beyond the last point\"}\n");
  QVERIFY(said(owner()).find("Line 3") != std::string::npos);
  write(text + "{\"begun\": 1, \"process\": \"x\"}\n");
  QVERIFY(said(owner()).empty());
  write(QByteArray("\x00\xff\n{}\n", 6));
  QVERIFY(!said(owner()).empty());
}

/// They may give without end, or never.
void StudyKeptTest::devicesHoldNoPoints() {
  const ProjectFolder folder;
  const std::string pipe = folder.path("pipe");
  QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& file : {std::string("/dev/zero"), std::string("/dev/full"), pipe}) {
    const auto read = PointsFile::read(file, owner());
    QVERIFY2(std::holds_alternative<Issue>(read), file.c_str());
    const auto begun = PointsFile::open(file, owner());
    QVERIFY2(std::holds_alternative<Issue>(begun), file.c_str());
    QCOMPARE(std::get<Issue>(begun).path, file);
  }
}

HOPSCOPE_TEST(StudyKeptTest)
#include "study_kept_test.moc"
