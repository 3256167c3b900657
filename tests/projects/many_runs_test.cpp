// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of runs are read without the runs, and a run without the others.
#include <sqlite3.h>
#include <QTest>

#include "projects/project.h"
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
  design.settings["topology.kind"] = std::string("mesh");
  const RowId id = project->addDesign(design);
  for (int i = 0; i < runs; ++i) project->addRun(runNumber(i, design, id));
  return project;
}

}  // namespace

class ManyRunsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void cleanupTestCase();
  void headsSayWhatTheRunsSay();
  void headsTakeTwoQueries();
  void oneRunTakesNoOthers();
};

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
  for (const int runs : {0, 3, 200}) {
    const auto project = projectWith(runs);
    counts = {};
    QCOMPARE(project->runHeads().size(), static_cast<std::size_t>(runs));
    QCOMPARE(counts.statements, 2);
    QCOMPARE(counts.rows, runs + 2 * ((runs + 4) / 5));
  }
}

void ManyRunsTest::oneRunTakesNoOthers() {
  Counts before;
  for (const int runs : {3, 200}) {
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

}  // namespace hopscope

using hopscope::ManyRunsTest;
HOPSCOPE_TEST(ManyRunsTest)
#include "many_runs_test.moc"
