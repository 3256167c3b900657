// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>

#include "engine/study/study.h"
#include "engine/study/verdict_names.h"
#include "projects/stored_run.h"
#include "tests/projects/project_support.h"
#include "tests/support/any_value.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

class RoundTripTest : public QObject {
  Q_OBJECT

 private slots:
  void everythingComesBack();
  void everyFieldOfResultsComesBack();
  void everyVerdictComesBack();
  void contradictoryDesignComesBack();
  void savedFileIsPlain();
  void modifiedFollowsEdits();
  void viewValuesTravel();
  void removing();
  void removingADesignKeepsItsRuns();
  void unknownDesignOfARun();
  void namesAndTagsOfRuns();
  void notesComeBack();
  void closingLeavesNothingBehind();
  void saveAsMovesOn();
  void symbolicLinkStays();
  void permissionsStay();
};

void RoundTripTest::everythingComesBack() {
  const ProjectFolder folder;
  const std::string file = folder.path("campus.hopscope");
  makeProject(file);
  const auto project = opened(Project::open(file));
  QVERIFY(project);
  QVERIFY(!project->modified());
  QCOMPARE(project->designs().size(), 1U);
  QVERIFY(project->designs().front().design == meshDesign());

  const auto runs = project->runs();
  QCOMPARE(runs.size(), 1U);
  const StoredRun expected = sampleRun(project->designs().front().id);
  QCOMPARE(runs.front().designId, expected.designId);
  QCOMPARE(runs.front().name, expected.name);
  QCOMPARE(runs.front().designHash, expected.designHash);
  QCOMPARE(runs.front().started.size(), std::string("2026-11-21T13:05:00Z").size());
  QVERIFY(runs.front().design == expected.design);
  QVERIFY(same(runs.front().results, expected.results));
  QVERIFY(runs.front().recording && *runs.front().recording == *expected.recording);

  const auto curves = project->curves();
  QCOMPARE(curves.size(), 1U);
  QVERIFY(curves.front().design == meshDesign());
  QCOMPARE(curves.front().points.size(), 2U);
  const CurvePoint& last = curves.front().points.back();
  QCOMPARE(last.offered, 0.9);
  QCOMPARE(last.accepted, 1.0 / 3);
  QVERIFY(qIsNaN(last.ci95));
  QCOMPARE(last.hitRate, 0.75);
  QVERIFY(last.verdict == Verdict::deadlocked);
  QVERIFY(qIsNaN(curves.front().points.front().hitRate));
}

/// Whatever fields results have: nobody has to remember this test when one is added.
void RoundTripTest::everyFieldOfResultsComesBack() {
  const ProjectFolder folder;
  const std::string file = folder.path("any.hopscope");
  AnySource source(2026);
  std::vector<Results> results;
  {
    const auto project = opened(Project::create());
    for (int run = 0; run < 20; ++run) {
      results.push_back(anyValue<Results>(source));
      QVERIFY(results.back().packetsReordered && !results.back().events.empty());
      project->addRun(makeRun(meshDesign(), results.back(), 0));
    }
    QVERIFY(!project->saveAs(file));
  }
  const auto project = opened(Project::open(file));
  QVERIFY(project);
  const auto runs = project->runs();
  QCOMPARE(runs.size(), results.size());
  for (std::size_t run = 0; run < results.size(); ++run) QVERIFY(runs[run].results == results[run]);
}

/// Of a run, its replications, a curve's point and a study's row.
void RoundTripTest::everyVerdictComesBack() {
  const ProjectFolder folder;
  const std::string file = folder.path("verdicts.hopscope");
  StoredStudy study;
  study.name = "Loads";
  study.document = parseStudy(R"({"schema": "hopscope.study/1", "name": "Loads",
    "design": {"schema": "hopscope.design/1", "topology": {"kind": "ring", "routers": 6}},
    "axes": [{"setting": "traffic.load", "values": [0.1, 0.2, 0.3, 0.4, 0.5]}]})")
                       .document;
  study.hash = studyHash(study.document);
  std::vector<CurvePoint> points;
  {
    const auto project = opened(Project::create());
    for (const Verdict verdict : kVerdicts) {
      StoredRun run = sampleRun(0);
      run.results.verdict = verdict;
      if (verdict == Verdict::deadlocked) run.results.deadlock = {{0, 0}, {1, 0}};
      for (ReplicationResult& each : run.results.replications) each.verdict = verdict;
      project->addRun(run);
      points.push_back({0.1, 0.1, 20.5, 33, 0.25, kMissing, verdict, {}});
      const auto point = static_cast<PointId>(study.rows.rows().size());
      study.rows.add(StudyRow{point, 0, "", verdict, {{"hops.mean", 1.25}}});
    }
    project->addCurve(makeCurve(meshDesign(), points, 0));
    project->addStudy(study);
    QVERIFY(!project->saveAs(file));
  }
  const auto project = opened(Project::open(file));
  QVERIFY(project && !project->damage());
  const auto runs = project->runs();
  const auto heads = project->runHeads();
  const auto curves = project->curves();
  const StudyRows rows = project->studyRows(project->studies().at(0).id);
  for (std::size_t i = 0; i < kVerdicts.size(); ++i) {
    QCOMPARE(heads.at(i).verdict, kVerdicts[i]);
    QCOMPARE(runs.at(i).results.verdict, kVerdicts[i]);
    QVERIFY(!runs.at(i).results.replications.empty());
    for (const ReplicationResult& each : runs.at(i).results.replications)
      QCOMPARE(each.verdict, kVerdicts[i]);
    QCOMPARE(curves.at(0).points.at(i).verdict, kVerdicts[i]);
    QCOMPARE(rows.sorted().at(i)->verdict, kVerdicts[i]);
  }
}

void RoundTripTest::contradictoryDesignComesBack() {
  const ProjectFolder folder;
  const std::string file = folder.path("draft.hopscope");
  Design design = meshDesign();
  design.settings["routing.algorithm"] = std::string("no such algorithm");
  design.settings["switch.buffers.local"] = std::int64_t{-5};
  design.settings["nobody.declares.this"] = std::vector<std::int64_t>{1, 2};
  design.settings["traffic.load"] = 1.0;  // a real that looks like an integer
  design.drawn = {{{7, "left"}}, {{1, 99}}, {{4, 7, 7, "warp", 3}, {5, 7, 8, "local", {}}}};
  design.overrides = {{{42}, {}, {{"switch.latency", std::string("9 ns")}}}};
  design.phases = {{std::string("10 us"), {{"routing.algorithm", std::string("nor this")}}},
                   {std::int64_t{70}, {{"traffic.load", 7.0}}, true, {{4}, {7}}, {{5}, {}}}};
  design.layout.routers = {{7, {1.5, -2}}};
  design.layout.bends = {{4, {{0.25, 1}, {3, 4}}}, {5, {}}};
  design.layout.notes = {{{5, 6}, "ask \"why\""}};
  design.layout.collapsed = {-1, 3};
  {
    const auto project = opened(Project::create());
    project->addDesign(design);
    QVERIFY(!project->saveAs(file));
  }
  const auto project = opened(Project::open(file));
  QVERIFY(project);
  QVERIFY(project->designs().front().design == design);
}

void RoundTripTest::savedFileIsPlain() {
  const ProjectFolder folder;
  const std::string file = folder.path("plain.hopscope");
  makeProject(file);
  // A rollback-journal database (bytes 18 and 19 are 1, WAL would be 2), nothing beside it.
  const QByteArray bytes = bytesOf(file);
  QCOMPARE(bytes.mid(0, 15), QByteArray("SQLite format 3"));
  QCOMPARE(int(bytes[18]), 1);
  QCOMPARE(int(bytes[19]), 1);
  QCOMPARE(bytes.mid(68, 4), QByteArray("HopS"));
  QVERIFY(!bytes.contains("CREATE TABLE working"));
  QCOMPARE(folder.names(), QStringList{"plain.hopscope"});
}

void RoundTripTest::modifiedFollowsEdits() {
  const ProjectFolder folder;
  const std::string file = folder.path("edits.hopscope");
  makeProject(file);
  const auto project = opened(Project::open(file));
  QVERIFY(!project->modified());
  const RowId id = project->designs().front().id;
  project->updateDesign(id, meshDesign());
  QVERIFY(!project->modified());
  Design renamed = meshDesign();
  renamed.name = "Renamed";
  project->updateDesign(id, renamed);
  QVERIFY(project->modified());
  QVERIFY(!project->save());
  QVERIFY(!project->modified());
  QCOMPARE(opened(Project::create())->modified(), false);
}

void RoundTripTest::viewValuesTravel() {
  const ProjectFolder folder;
  const std::string file = folder.path("view.hopscope");
  makeProject(file);
  {
    const auto project = opened(Project::open(file));
    QVERIFY(!project->viewValue("snap"));
    project->setViewValue("snap", "off");
    project->setViewValue("snap", "on");
    QVERIFY(!project->modified());
    QVERIFY(!project->save());
  }
  const auto project = opened(Project::open(file));
  QCOMPARE(project->viewValue("snap").value_or(""), std::string("on"));
}

void RoundTripTest::removing() {
  const ProjectFolder folder;
  const auto project = opened(Project::create());
  const RowId design = project->addDesign(meshDesign());
  const RowId run = project->addRun(sampleRun(design));
  const RowId curve = project->addCurve(sampleCurve(design));
  project->removeRun(run);
  project->removeCurve(curve);
  project->removeDesign(design);
  QVERIFY(project->runs().empty());
  QVERIFY(project->curves().empty());
  QVERIFY(project->designs().empty());
  QVERIFY(project->addDesign(meshDesign()) != design);  // ids are not given twice
}

void RoundTripTest::removingADesignKeepsItsRuns() {
  const ProjectFolder folder;
  const auto project = opened(Project::create());
  const RowId design = project->addDesign(meshDesign());
  project->addRun(sampleRun(design));
  project->addCurve(sampleCurve(design));
  project->removeDesign(design);
  QCOMPARE(project->runs().size(), 1U);
  QCOMPARE(project->runs().front().designId, RowId{0});
  QCOMPARE(project->curves().front().designId, RowId{0});
}

void RoundTripTest::namesAndTagsOfRuns() {
  const ProjectFolder folder;
  const std::string file = folder.path("a.hopscope");
  makeProject(file);
  {
    const auto project = opened(Project::open(file));
    const StoredRun run = project->runs().at(0);
    QVERIFY(run.tags.empty());
    project->labelRun(run.id, "Baseline", {"paper", "figure 3"});
    QVERIFY(project->modified());
    QVERIFY(!project->save());
  }
  const auto project = opened(Project::open(file));
  const StoredRun run = project->runs().at(0);
  QCOMPARE(run.name, std::string("Baseline"));
  QCOMPARE(run.tags, (std::vector<std::string>{"paper", "figure 3"}));
  QVERIFY(same(run.results, sampleRun(run.designId).results));
  project->labelRun(run.id, "Baseline", {});
  QVERIFY(project->runs().at(0).tags.empty());
  // Its tags go with a run, and come back with it.
  StoredRun tagged = run;
  tagged.tags = {"x"};
  const RowId again = project->addRun(tagged);
  project->removeRun(run.id);
  QCOMPARE(project->runs().size(), std::size_t{1});
  QCOMPARE(project->runs().at(0).id, again);
  QCOMPARE(project->runs().at(0).tags, std::vector<std::string>{"x"});
}

void RoundTripTest::unknownDesignOfARun() {
  const ProjectFolder folder;
  const auto project = opened(Project::create());
  project->addRun(sampleRun(77));
  QCOMPARE(project->runs().front().designId, RowId{0});
}

void RoundTripTest::notesComeBack() {
  const ProjectFolder folder;
  const std::string file = folder.path("campus.hopscope");
  makeProject(file);
  RowId plan = 0;
  {
    const auto project = opened(Project::open(file));
    QVERIFY(project->notes().empty());
    plan = project->addNote({0, "Plan", "First line\n\n“Second” <b>"});
    const RowId gone = project->addNote({0, "Gone", ""});
    project->updateNote({plan, "Plan A", "First line\n\n“Second” <b>"});
    project->removeNote(gone);
    // Taken back, a deletion gives the note its old id.
    QCOMPARE(project->addNote({gone, "Back", "again"}), gone);
    QVERIFY(project->modified());
    QVERIFY(!project->save());
  }
  const auto project = opened(Project::open(file));
  QVERIFY(!project->modified());
  const auto notes = project->notes();
  QCOMPARE(notes.size(), 2U);
  QVERIFY((notes.at(0) == StoredNote{plan, "Plan A", "First line\n\n“Second” <b>"}));
  QCOMPARE(notes.at(1).title, std::string("Back"));
}

void RoundTripTest::closingLeavesNothingBehind() {
  const ProjectFolder folder;
  const std::string file = folder.path("tidy.hopscope");
  makeProject(file);
  {
    const auto project = opened(Project::open(file));
    const auto untitled = opened(Project::create());
    project->removeRun(project->runs().front().id);
    project->checkpoint();
    QVERIFY(folder.names().size() > 1);  // the working copy
    QVERIFY(!folder.stateFiles().isEmpty());
  }
  QCOMPARE(folder.names(), QStringList{"tidy.hopscope"});
  QCOMPARE(folder.stateFiles(), QStringList{});
}

void RoundTripTest::saveAsMovesOn() {
  const ProjectFolder folder;
  const std::string first = folder.path("first.hopscope");
  const std::string second = folder.path("second.hopscope");
  makeProject(first);
  const QByteArray before = bytesOf(first);
  const auto project = opened(Project::open(first));
  project->addDesign(meshDesign());
  QVERIFY(!project->saveAs(second));
  QCOMPARE(project->file(), second);
  QVERIFY(!project->modified());
  QCOMPARE(bytesOf(first), before);
  QVERIFY(opened(Project::open(first)));  // free again
  project->addDesign(meshDesign());
  QVERIFY(!project->save());
  QCOMPARE(bytesOf(first), before);
}

void RoundTripTest::symbolicLinkStays() {
  const ProjectFolder folder;
  const std::string file = folder.path("real.hopscope");
  const std::string link = folder.path("link.hopscope");
  makeProject(file);
  QVERIFY(QFile::link(QString::fromStdString(file), QString::fromStdString(link)));
  const QByteArray before = bytesOf(file);
  {
    const auto project = opened(Project::open(link));
    QVERIFY(project);
    project->addDesign(meshDesign());
    QVERIFY(!project->save());
  }
  QVERIFY(QFileInfo(QString::fromStdString(link)).isSymLink());
  QVERIFY(bytesOf(file) != before);
}

void RoundTripTest::permissionsStay() {
  const ProjectFolder folder;
  const std::string file = folder.path("private.hopscope");
  makeProject(file);
  const auto wanted = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup;
  QFile::setPermissions(QString::fromStdString(file), wanted);
  const auto expected = QFile::permissions(QString::fromStdString(file));
  const auto project = opened(Project::open(file));
  project->addDesign(meshDesign());
  QVERIFY(!project->save());
  QCOMPARE(QFile::permissions(QString::fromStdString(file)), expected);
}

HOPSCOPE_TEST(RoundTripTest)
#include "round_trip_test.moc"
