// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of runs are read without the runs, and a run without the others.
#include <SQLiteCpp/Database.h>
#include <sqlite3.h>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "projects/run_list.h"
#include "projects/stored_run.h"
#include "tests/projects/project_support.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// Rows and statements of SQLite while it lives, of connections opened meanwhile.
struct Counts {
  int statements = 0, rows = 0;
};
Counts counts;

int see(unsigned kind, void*, void*, void*) {
  ++(kind == SQLITE_TRACE_ROW ? counts.rows : counts.statements);
  return 0;
}

int watch(sqlite3* database, char**, const sqlite3_api_routines*) {
  sqlite3_trace_v2(database, SQLITE_TRACE_STMT | SQLITE_TRACE_ROW, see, nullptr);
  return SQLITE_OK;
}

StoredRun runNumber(int number, const Design& design, RowId designId) {
  Results results;
  results.seed = static_cast<std::uint64_t>(number);
  results.engineVersion = "0.1.0";
  results.cycles = 100 + number;
  results.offeredLoad = 0.25;
  results.acceptedLoad = 0.2;
  results.latency.mean = 10 + number;
  results.latency.p99 = 20 + number;
  results.latency.ci95 = 0.5;
  results.hopsMean = 3;
  results.complete = number % 2 == 0;
  results.verdict = number % 3 == 0 ? Verdict::saturated : Verdict::stable;
  results.windows.resize(7);
  StoredRun run = makeRun(design, results, designId);
  if (number % 5 == 0) run.tags = {"first", std::to_string(number)};
  return run;
}

std::unique_ptr<Project> projectWith(int runs) {
  auto made = Project::create();
  auto project = std::move(std::get<std::unique_ptr<Project>>(made));
  Design design;
  design.name = "Mesh “quoted”, \"so\"";
  design.settings["topology.kind"] = std::string("mesh");
  const RowId id = project->addDesign(design);
  for (int i = 0; i < runs; ++i) project->addRun(runNumber(i, design, id));
  return project;
}

}  // namespace

class ManyRunsTest : public QObject {
  Q_OBJECT

  const QTemporaryDir folder_;
  std::string damagedBy(const char* sql) const;

 private slots:
  void initTestCase();
  void cleanupTestCase();
  void headsSayWhatTheRunsSay();
  void headsTakeTwoQueries();
  void oneRunTakesNoOthers();
  void veryManyAreOpenedUnread();
  void oneThatIsDamagedIsNamed();
  void allOfThemAreLookedAtWhereThatIsAsked();
  void brokenPagesAreFoundAtOnce();
  void aDamagedFileIsNotReplaced();
  void oneThatIsMissingIsNamed();
  void whatIsDamagedIsNotSealedAnew();
  void whatIsDamagedIsNotTakenIn();
  void aListReadsWhatIsLookedAt();
};

constexpr const char* kBreakRun200 =
    "UPDATE run_packs SET data = CAST(data || x'00' AS BLOB) WHERE run = 200";

/// A file of 301 runs that has suffered this.
std::string ManyRunsTest::damagedBy(const char* sql) const {
  std::string file = folder_.filePath("damaged.hopscope").toStdString();
  const std::string whole = folder_.filePath("whole.hopscope").toStdString();
  if (!QFile::exists(QString::fromStdString(whole)) && projectWith(301)->saveAs(whole)) return {};
  test::writeBytes(file, test::bytesOf(whole));
  SQLite::Database database(file, SQLite::OPEN_READWRITE);
  database.exec("PRAGMA foreign_keys = ON");
  database.exec(sql);
  return file;
}

void ManyRunsTest::initTestCase() {
  sqlite3_auto_extension(reinterpret_cast<void (*)()>(watch));
}

void ManyRunsTest::cleanupTestCase() {
  sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(watch));
}

void ManyRunsTest::headsSayWhatTheRunsSay() {
  const auto project = projectWith(23);
  project->removeRun(project->runHeads().at(4).id);
  const std::vector<StoredRun> runs = project->runs();
  const std::vector<RunHead> heads = project->runHeads();
  QCOMPARE(heads.size(), runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const RunHead& head = heads[i];
    const StoredRun& run = runs[i];
    QCOMPARE(head.id, run.id);
    QCOMPARE(head.designId, run.designId);
    QCOMPARE(head.name, run.name);
    QCOMPARE(head.designName, run.design.name);
    QCOMPARE(head.started, run.started);
    QCOMPARE(head.designHash, run.designHash);
    QCOMPARE(head.engineVersion, run.results.engineVersion);
    QCOMPARE(head.tags, run.tags);
    QCOMPARE(head.seed, run.results.seed);
    QCOMPARE(head.complete, run.results.complete);
    QCOMPARE(head.verdict, run.results.verdict);
    QCOMPARE(head.cycles, run.results.cycles);
    QCOMPARE(head.offeredLoad, run.results.offeredLoad);
    QCOMPARE(head.acceptedLoad, run.results.acceptedLoad);
    QCOMPARE(head.latencyMean, run.results.latency.mean);
    QCOMPARE(head.latencyP99, run.results.latency.p99);
    QCOMPARE(head.latencyCi95, run.results.latency.ci95);
    QCOMPARE(head.hopsMean, run.results.hopsMean);
    const auto whole = project->run(head.id);
    QVERIFY(whole);
    QVERIFY(test::same(whole->results, run.results));
    QVERIFY(whole->design == run.design);
  }
  QVERIFY(!project->run(0));
  QVERIFY(!project->run(-1));
  QVERIFY(!project->run(9'999));
}

void ManyRunsTest::headsTakeTwoQueries() {
  for (const int runs : {0, 3, 40}) {
    const auto project = projectWith(runs);
    counts = {};
    QCOMPARE(project->runHeads().size(), static_cast<std::size_t>(runs));
    QCOMPARE(counts.statements, 2);
    QCOMPARE(counts.rows, runs + 2 * ((runs + 4) / 5));
  }
}

void ManyRunsTest::oneRunTakesNoOthers() {
  Counts before;
  for (const int runs : {3, 40}) {
    const auto project = projectWith(runs);
    const RowId last = project->runHeads().at(2).id;
    counts = {};
    QVERIFY(project->run(last));
    if (before.statements > 0) {
      QCOMPARE(counts.statements, before.statements);
      QCOMPARE(counts.rows, before.rows);
    }
    before = counts;
  }
  QVERIFY(before.rows > 1);
}

/// Over three hundred runs, saved; opened, none of their series is read.
void ManyRunsTest::veryManyAreOpenedUnread() {
  const std::string file = folder_.filePath("many.hopscope").toStdString();
  QVERIFY(!projectWith(301)->saveAs(file));
  counts = {};
  auto opened = Project::open(file);
  const auto project = std::move(std::get<std::unique_ptr<Project>>(opened));
  QVERIFY2(counts.rows < 6 * 301, qPrintable(QString::number(counts.rows)));  // 60 a run otherwise
  QCOMPARE(project->runHeads().size(), std::size_t{301});
  const auto check = project->remainingCheck();
  QVERIFY(check);
  QVERIFY(!check(std::stop_token()));
  std::stop_source stopped;
  stopped.request_stop();
  QVERIFY(!check(stopped.get_token()));
  // Few are looked at before.
  const std::string few = folder_.filePath("few.hopscope").toStdString();
  QVERIFY(!projectWith(3)->saveAs(few));
  auto small = Project::open(few);
  QVERIFY(!std::get<std::unique_ptr<Project>>(small)->remainingCheck());
}

void ManyRunsTest::oneThatIsDamagedIsNamed() {
  // The one that was saved above.
  const std::string file = folder_.filePath("many.hopscope").toStdString();
  {
    SQLite::Database database(file, SQLite::OPEN_READWRITE);
    QCOMPARE(database.exec(kBreakRun200), 1);
  }
  auto opened = Project::open(file);
  QVERIFY(std::holds_alternative<std::unique_ptr<Project>>(opened));
  auto project = std::move(std::get<std::unique_ptr<Project>>(opened));
  const auto check = project->remainingCheck();
  std::optional<ProjectError> why;
  QVERIFY(!project->run(200, &why));
  QVERIFY(why && QString::fromStdString(why->issue.text).contains("run 200"));
  why.reset();
  QVERIFY(project->run(199, &why) && project->run(201, &why) && !why);
  const auto damage = check(std::stop_token());
  QVERIFY(damage && QString::fromStdString(damage->issue.text).contains("run 200"));
  // It can go, and the others are saved.
  project->removeRuns({200, 201});
  QVERIFY(!check(std::stop_token()));
  QVERIFY(!project->save());
  project.reset();
  QVERIFY(!check(std::stop_token()));  // there is no copy any more
  auto again = Project::open(file);
  QCOMPARE(std::get<std::unique_ptr<Project>>(again)->runHeads().size(), std::size_t{299});
}

void ManyRunsTest::allOfThemAreLookedAtWhereThatIsAsked() {
  const std::string file = damagedBy(kBreakRun200);
  const auto project = test::opened(Project::open(file, {}, LookAt::everything));
  QVERIFY(project && project->damage() && project->file().empty());
  QVERIFY(QString::fromStdString(project->damage()->issue.text).contains("run 200"));
  QVERIFY(!project->remainingCheck());
  QCOMPARE(project->runHeads().size(), std::size_t{300});
}

void ManyRunsTest::brokenPagesAreFoundAtOnce() {
  const std::string file = damagedBy("SELECT 1");
  QByteArray bytes = test::bytesOf(file);
  constexpr qsizetype kPage = 4096;
  qsizetype page = bytes.size() / 2 / kPage;
  while (bytes.at(page * kPage) != '\x0d') ++page;  // one that holds rows
  bytes.replace(page * kPage, kPage, QByteArray(kPage, '\0'));
  test::writeBytes(file, bytes);
  const auto project = test::opened(Project::open(file));
  QVERIFY(project && project->damage() && project->file().empty());
}

void ManyRunsTest::aDamagedFileIsNotReplaced() {
  const std::string file = damagedBy(kBreakRun200);
  const QByteArray bytes = test::bytesOf(file);
  auto project = test::opened(Project::open(file));
  QVERIFY(project->remainingCheck()(std::stop_token()));
  project->removeRuns({3});
  const auto refused = project->save();
  QVERIFY(refused && !refused->changedOnDisk);
  QVERIFY(QString::fromStdString(refused->issue.text).contains("run 200"));
  QCOMPARE(test::bytesOf(file), bytes);
  // Under another name it is as any other; or without the run.
  const std::string other = folder_.filePath("other.hopscope").toStdString();
  QVERIFY(!project->saveAs(other));
  QVERIFY(!project->save());
  project = test::opened(Project::open(file));
  QVERIFY(project->remainingCheck()(std::stop_token()));
  project->removeRuns({200});
  QVERIFY(!project->save());
  QVERIFY(test::bytesOf(file) != bytes);
}

void ManyRunsTest::oneThatIsMissingIsNamed() {
  const std::string file =
      damagedBy("INSERT INTO seals (kind, id, whole, content) VALUES ('run', 999, 1, 1)");
  auto project = test::opened(Project::open(file));
  const auto damage = project->remainingCheck()(std::stop_token());
  QVERIFY(damage && QString::fromStdString(damage->issue.text).contains("run 999 is missing"));
  // A file of another name tells of it no more.
  QVERIFY(project->save());
  const std::string other = folder_.filePath("other.hopscope").toStdString();
  QVERIFY(!project->saveAs(other));
  QVERIFY(!project->remainingCheck()(std::stop_token()));
}

void ManyRunsTest::whatIsDamagedIsNotSealedAnew() {
  const auto project = test::opened(Project::open(damagedBy(kBreakRun200)));
  project->labelRun(200, "mine", {"tag"});
  project->labelRun(201, "whole", {});
  project->removeDesign(project->designs().front().id);
  std::optional<ProjectError> why;
  QVERIFY(!project->run(200, &why));
  QVERIFY(why && QString::fromStdString(why->issue.text).contains("run 200"));
  why.reset();
  QVERIFY(project->run(201, &why) && project->run(202, &why) && !why);
}

void ManyRunsTest::whatIsDamagedIsNotTakenIn() {
  const std::string file = damagedBy("SELECT 1");
  const auto project = test::opened(Project::open(file));
  const std::string other = folder_.filePath("other.hopscope").toStdString();
  test::writeBytes(other, test::bytesOf(file));
  {
    const auto theirs = test::opened(Project::open(other));
    StoredRun more = *theirs->run(7);
    more.results.seed = 4711;
    QCOMPARE(theirs->addRun(more), RowId{302});
    QVERIFY(!theirs->save());
  }
  const QByteArray whole = test::bytesOf(other);
  {
    SQLite::Database database(other, SQLite::OPEN_READWRITE);
    QCOMPARE(database.exec("UPDATE runs SET name = 'x' WHERE id = 302"), 1);
  }
  test::writeBytes(file, test::bytesOf(other));
  const auto refused = project->takeIn();
  QVERIFY(refused && QString::fromStdString(refused->issue.text).contains("run 302"));
  QCOMPARE(project->runHeads().size(), std::size_t{301});
  test::writeBytes(file, whole);
  QVERIFY(!project->takeIn());
  QCOMPARE(project->runHeads().size(), std::size_t{302});
}

void ManyRunsTest::aListReadsWhatIsLookedAt() {
  const auto project = projectWith(30);
  RunList list(*project);
  QCOMPARE(list.size(), std::size_t{30});
  QCOMPARE(list.newest(4).front().id, list[26].id);
  QCOMPARE(list.newest(99).size(), std::size_t{30});
  const RowId id = list[11].id;
  const auto run = list.run(id);
  QVERIFY(run && run->results.windows.size() == 7);
  counts = {};
  QVERIFY(list.run(id) == run);
  QVERIFY(list.find(id) == &list[11]);
  QCOMPARE(counts.statements, 0);
  const auto summary = list.summary(id);
  QVERIFY(summary->results.windows.empty());
  QCOMPARE(summary->results.latency.mean, run->results.latency.mean);
  QVERIFY(*list.design(id) == run->design);
  // Others have pushed it out; it is the same when it is read again.
  for (const RunHead& head : list) QVERIFY(list.run(head.id));
  QVERIFY(list.run(id) != run);
  QVERIFY(test::same(list.run(id)->results, run->results));
  project->labelRun(id, "mine", {"tag"});
  list.labelled(id, "mine", {"tag"});
  QCOMPARE(list.run(id)->name, std::string("mine"));
  QCOMPARE(list.find(id)->tags, std::vector<std::string>{"tag"});
  const StoredRun more = runNumber(77, run->design, run->designId);
  list.added(more, project->addRun(more));
  QCOMPARE(list.back().seed, std::uint64_t{77});
  QVERIFY(test::same(list.run(list.back().id)->results, more.results));
  project->removeRuns({id, list.front().id});
  list.removed({id, list.front().id});
  QCOMPARE(list.size(), std::size_t{29});
  QVERIFY(!list.run(id) && !list.find(id) && !list.design(id));
  const std::vector<RunHead> heads = project->runHeads();
  for (std::size_t i = 0; i < heads.size(); ++i) {
    QCOMPARE(list[i].id, heads[i].id);
    QCOMPARE(list[i].name, heads[i].name);
    QCOMPARE(list[i].designName, heads[i].designName);
    QCOMPARE(list[i].tags, heads[i].tags);
    QCOMPARE(list[i].latencyMean, heads[i].latencyMean);
  }
  project->removeDesign(run->designId);
  list.designRemoved(run->designId);
  QCOMPARE(list.front().designId, RowId{0});
  QCOMPARE(list.run(list.front().id)->designId, RowId{0});
}

}  // namespace hopscope

using hopscope::ManyRunsTest;
HOPSCOPE_TEST(ManyRunsTest)
#include "many_runs_test.moc"
