// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/run_pack.h"

#include <SQLiteCpp/Database.h>

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "projects/blob.h"
#include "projects/items.h"
#include "tests/projects/project_support.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

RunNumbers someNumbers() {
  RunNumbers numbers;
  numbers.series = {{"windows", std::string(1000, '\0')},
                    {"histogram", std::string("\x01\0\xff", 3)},
                    {"empty", ""},
                    {"of a later Hopscope", "x"}};
  numbers.values = {{"makespan", std::numeric_limits<double>::quiet_NaN()},
                    {"queue_growth", -0.1},
                    {"warmup_used", 1e300}};
  return numbers;
}

bool sameNumbers(const RunNumbers& a, const RunNumbers& b) {
  return a.series == b.series &&
         std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                    [](const auto& x, const auto& y) {
                      return x.first == y.first && (x.second == y.second ||
                                                    (std::isnan(x.second) && std::isnan(y.second)));
                    });
}

}  // namespace

/// A run's numbers in one blob are the same numbers, and no blob takes much memory.
class RunPackTest : public QObject {
  Q_OBJECT

 private slots:
  void comeBackAsTheyWere();
  void ofThisFormatForEver();
  void largeOnesStandInRows();
  void brokenOnesAreRefused();
  void contentIsTheSameInRows();
};

void RunPackTest::comeBackAsTheyWere() {
  for (const RunNumbers& numbers : {someNumbers(), RunNumbers()}) {
    const auto packed = pack(numbers);
    QVERIFY(packed && packed->size() < 200);
    QVERIFY(sameNumbers(unpack(*packed), numbers));
  }
  RunNumbers others = someNumbers();
  others.values["queue_growth"] = -0.2;
  QVERIFY(!sameNumbers(unpack(*pack(others)), someNumbers()));
}

/// What the first Hopscope of format 9 wrote, never to be made anew.
void RunPackTest::ofThisFormatForEver() {
  const QByteArray kept = QByteArray::fromHex(
      "8204000078bb4ad9f2996361800066289d9a5b5052895476e5a729242a807c54a4e0915f509c9c5f900a4f4e70cf"
      "e0349d01cd744628fd8219c6ff5fc1300a46c1281821e047fdac9920b073ff9c52860e9b27e6750010df2975");
  QVERIFY(sameNumbers(unpack({kept.data(), static_cast<std::size_t>(kept.size())}), someNumbers()));
}

void RunPackTest::largeOnesStandInRows() {
  RunNumbers large;
  large.series["windows"] = std::string(kMostPackedBytes - 200, 'x');
  QVERIFY(pack(large));
  large.series["windows"] += std::string(200, 'x');
  QVERIFY(!pack(large));
  const ProjectFolder folder;
  const std::string file = folder.path("large.hopscope");
  StoredRun run = sampleRun(0);
  run.results.channelUtilization.assign(kMostPackedBytes / sizeof(double), 0.125);
  StoredRun recorded = sampleRun(0);
  Recording recording{kMostPackedBytes, 1, {{0, 500}}, {}};
  recording.bytes.assign(recording.spanBytes(), 7);
  recorded.recording = std::make_shared<const Recording>(std::move(recording));
  {
    const auto project = opened(Project::create());
    project->addRun(sampleRun(0));
    project->addRun(run);
    project->addRun(recorded);
    QVERIFY(!project->saveAs(file));
  }
  {
    SQLite::Database database(file, SQLite::OPEN_READONLY);
    QCOMPARE(database.execAndGet("SELECT group_concat(run) FROM run_packs").getString(),
             std::string("1"));
    QCOMPARE(database.execAndGet("SELECT group_concat(DISTINCT run) FROM run_series").getString(),
             std::string("2,3"));
  }
  const auto project = opened(Project::open(file));
  QVERIFY(project && !project->damage());
  QVERIFY(same(project->run(1)->results, sampleRun(0).results));
  QVERIFY(same(project->run(2)->results, run.results));
  QVERIFY(same(project->run(3)->results, recorded.results));
  QVERIFY(*project->run(3)->recording == *recorded.recording);
}

/// Cut off anywhere, or with any bit turned over, it is refused or says the same.
void RunPackTest::brokenOnesAreRefused() {
  const std::string whole = *pack(someNumbers());
  int refused = 0;
  const auto look = [&](const std::string& packed) {
    try {
      QVERIFY(sameNumbers(unpack(packed), someNumbers()));
    } catch (const BlobError&) {
      ++refused;
    }
  };
  for (std::size_t length = 0; length < whole.size(); ++length) look(whole.substr(0, length));
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string turned = whole;
    turned[bit / 8] = static_cast<char>(turned[bit / 8] ^ (1 << (bit % 8)));
    look(turned);
  }
  QVERIFY(refused > static_cast<int>(8 * whole.size()));
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string any(random() % 60, '\0');
    for (char& each : any) each = static_cast<char>(random());
    try {
      static_cast<void>(unpack(any));
    } catch (const BlobError&) {
      ++refused;
    }
  }
  // What says that it is longer than anything packed.
  std::string long_ = whole;
  long_.replace(0, 4, "\xff\xff\xff\x7f");
  QVERIFY_EXCEPTION_THROWN(unpack(long_), BlobError);
}

/// So that a run of an older file is not a new one where it was added to a newer project.
void RunPackTest::contentIsTheSameInRows() {
  const ProjectFolder folder;
  const std::string file = folder.path("packed.hopscope");
  {
    const auto project = opened(Project::create());
    StoredRun run = sampleRun(0);
    run.results.queueGrowth = -0.0;  // which rows do not tell from 0
    project->addRun(run);
    QVERIFY(!project->saveAs(file));
  }
  SQLite::Database database(file, SQLite::OPEN_READWRITE);
  const Seal packed = sealOf(database, ItemKind::run, 1);
  unpackRuns(database);
  const Seal rows = sealOf(database, ItemKind::run, 1);
  QCOMPARE(rows.content, packed.content);
  QVERIFY(rows.whole != packed.whole);
  database.exec("UPDATE run_values SET value = 4711 WHERE name = 'queue_growth'");
  QVERIFY(sealOf(database, ItemKind::run, 1).content != packed.content);
}

HOPSCOPE_TEST(RunPackTest)
#include "run_pack_test.moc"
