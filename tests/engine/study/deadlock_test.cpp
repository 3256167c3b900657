// SPDX-License-Identifier: GPL-3.0-or-later
// A design that may deadlock because it asks to: it is run, stopped, and the cycle explained.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/simulation/simulation.h"
#include "engine/study/results_json.h"
#include "engine/study/verdict_words.h"
#include "tests/support/test_main.h"
#include "tests/support/written_designs.h"

namespace hopscope {
namespace {

Setup setupOf(const std::string& sections) {
  return test::setupOf(test::writtenDesign(sections));
}

Results runToTheEnd(const Setup& setup) {
  Simulation simulation(setup);
  while (!simulation.done()) simulation.advance(1000);
  return simulation.results();
}

}  // namespace

class DeadlockTest : public QObject {
  Q_OBJECT

 private slots:
  void aRingIsExplained();
  void aBacklogOfLookupsIsNone_data();
  void aBacklogOfLookupsIsNone();
  void anIdleNetworkHasNone_data();
  void anIdleNetworkHasNone();
  void endsWhenMemoryIsFull();
  void whoseMessagesStandHasNotFinished();
  void whoFinishedBeforeHasFinished();
};

void DeadlockTest::aRingIsExplained() {
  const Design design = test::writtenDesign(test::kDeadlockingRing);
  Compiled compiled = compile(design);
  QVERIFY(compiled.setup.has_value());
  QCOMPARE(compiled.issues.size(), std::size_t{1});
  QVERIFY(compiled.issues.front().severity == Severity::warning);
  const std::shared_ptr<const Topology> topology = compiled.setup->topology;
  Simulation simulation(std::move(*compiled.setup));
  while (!simulation.done()) simulation.advance(1000);
  const Results results = simulation.results();
  QVERIFY(results.verdict == Verdict::deadlocked);
  // All the way round, one way or the other: each buffer's packets wait for the next router's.
  QCOMPARE(results.deadlock.size(), std::size_t{6});
  for (std::size_t i = 0; i < 6; ++i)
    QCOMPARE(topology->to(results.deadlock[i].channel).node,
             topology->from(results.deadlock[(i + 1) % 6].channel).node);
  const std::string words = explain(*topology, results);
  QVERIFY2(words.find("6 buffers hold packets that wait for each other in a cycle: router ") !=
               std::string::npos,
           words.c_str());
  const auto json = nlohmann::json::parse(writeResults(design, *topology, results));
  QCOMPARE(json.at("deadlock").size(), std::size_t{6});
  QVERIFY(json.at("deadlock").at(0).at("from").get<std::string>().rfind("router ", 0) == 0);
  QCOMPARE(json.at("deadlock").at(0).at("vc").get<int>(), 0);

  // What a project's file names, and the network does not have, is passed over.
  Results foreign = results;
  foreign.deadlock.push_back({topology->channelCount(), 0});
  foreign.channelUtilization.resize(topology->channelCount() + 1, 2.0);
  foreign.routers.resize(topology->routerCount() + 1);
  foreign.routers.back().acceptedLoad = 2;
  const auto fitting = nlohmann::json::parse(writeResults(design, *topology, foreign));
  QCOMPARE(fitting.at("deadlock").size(), std::size_t{6});
  QCOMPARE(fitting.at("channels").size(), std::size_t{topology->channelCount()});
  QCOMPARE(fitting.at("routers").size(), std::size_t{topology->routerCount()});
  QVERIFY(fitting.at("fairness_summary").at("max_router").is_null());
  for (const Verdict verdict : {Verdict::saturated, Verdict::deadlocked}) {
    foreign.verdict = verdict;
    QVERIFY(!explain(*topology, foreign).empty());
  }
}

/// Its ranks have handed over all that they send, and none of it will arrive.
void DeadlockTest::whoseMessagesStandHasNotFinished() {
  std::string sends;
  for (int rank = 0; rank < 6; ++rank)
    sends += "pe " + std::to_string(rank) + R"(\nsend 20000 self+2\nsend 20000 self+2\n)";
  Simulation simulation(setupOf(
      R"("topology": {"kind": "torus", "dimensions": [6, 6]},
         "switch": {"model": "wormhole", "virtual_channels": 1, "buffer_flits": 4},
         "routing": {"algorithm": "dimension_order", "allow_cycles": true},
         "traffic": {"pattern": "uniform", "load": 0},
         "applications": [{"kind": "commands", "ranks": 36, "text":
           "# hopscope commands 1\n)" +
      sends + R"("}])"));
  while (!simulation.done()) simulation.advance(1000);
  const Results results = simulation.results();
  QVERIFY(results.verdict == Verdict::deadlocked);
  QVERIFY(results.applications.front().end == ApplicationEnd::unfinished);
  QVERIFY(std::isnan(results.applications.front().completion));
  QVERIFY(std::isnan(results.makespan));
}

/// Of two applications one had all its messages long before the other one's stood.
void DeadlockTest::whoFinishedBeforeHasFinished() {
  std::string sends;
  for (int rank = 0; rank < 6; ++rank)
    sends += "pe " + std::to_string(rank) + R"(\nsend 20000 self+2\nsend 20000 self+2\n)";
  Simulation simulation(setupOf(
      R"("topology": {"kind": "torus", "dimensions": [6, 6]},
         "switch": {"model": "wormhole", "virtual_channels": 1, "buffer_flits": 4},
         "routing": {"algorithm": "dimension_order", "allow_cycles": true},
         "traffic": {"pattern": "uniform", "load": 0},
         "applications": [{"kind": "commands", "ranks": 6, "start": 600, "text": "# hopscope commands 1\n)" +
      sends + R"("}, {"kind": "ping_pong", "ranks": 2, "bytes": 64}])"));
  while (!simulation.done()) simulation.advance(1000);
  const Results results = simulation.results();
  QVERIFY(results.verdict == Verdict::deadlocked);
  QVERIFY(results.applications.at(0).end == ApplicationEnd::unfinished);
  QVERIFY(results.applications.at(1).end == ApplicationEnd::finished);
  QVERIFY(results.applications.at(1).completion > 0);
}

/// Heads that wait for a table that has more to look up than it can will be served.
void DeadlockTest::aBacklogOfLookupsIsNone_data() {
  QTest::addColumn<QByteArray>("lookup");
  QTest::addColumn<QByteArray>("model");
  for (const char* lookup : {"bcam", "tcam", "dram"})
    for (const char* model : {"vct", "wormhole"})
      QTest::addRow("%s, %s", lookup, model) << QByteArray(lookup) << QByteArray(model);
}

void DeadlockTest::aBacklogOfLookupsIsNone() {
  QFETCH(const QByteArray, lookup);
  QFETCH(const QByteArray, model);
  const Setup setup = setupOf(
      R"("topology": {"kind": "mesh", "dimensions": [4, 4], "terminals_per_router": 16},
         "switch": {"model": ")" +
      model.toStdString() + R"("}, "forwarding": {"lookup": ")" + lookup.toStdString() +
      R"("}, "traffic": {"load": 0.3, "packet_flits": 1},
         "run": {"warmup": 5000, "measure": 10000, "max_cycles": 40000})");
  const Results results = runToTheEnd(setup);
  QVERIFY(results.verdict == Verdict::saturated);
  QVERIFY(results.deadlock.empty());
}

/// A packet that comes after a long silence is no packet that waits for ever.
void DeadlockTest::anIdleNetworkHasNone_data() {
  QTest::addColumn<QByteArray>("traffic");
  QTest::addColumn<QByteArray>("model");
  for (const char* model : {"vct", "wormhole"}) {
    // The first packets come just before a look at cycle 10,240.
    for (const int at : {10'235, 10'237, 10'239})
      QTest::addRow("silence until %d, %s", at, model)
          << QByteArray(R"("load": 0}, "phases": [{"at": )") + QByteArray::number(at) +
                 R"(, "set": {"traffic.load": 0.3}}])"
          << QByteArray(model);
    QTest::addRow("hardly any, %s", model) << QByteArray(R"("load": 0.0001})") << QByteArray(model);
  }
}

void DeadlockTest::anIdleNetworkHasNone() {
  QFETCH(const QByteArray, traffic);
  QFETCH(const QByteArray, model);
#ifdef HOPSCOPE_CHECKED
  constexpr int kSeeds = 1;  // every cycle is checked
#else
  constexpr int kSeeds = 5;
#endif
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const Setup setup =
        setupOf(R"("topology": {"kind": "mesh", "dimensions": [4, 4]}, "switch": {"model": ")" +
                model.toStdString() + R"("}, "run": {"warmup": 1000, "measure": 60000, "seed": )" +
                std::to_string(seed) + R"(}, "traffic": {)" + traffic.toStdString());
    const Results results = runToTheEnd(setup);
    QVERIFY(results.verdict == Verdict::stable);
    QVERIFY(results.packetsMeasured > 0);
    QCOMPARE(results.packetsLost, std::uint64_t{0});
  }
}

/// Beyond saturation unbounded source queues grow for ever. The run ends with what it has, in the
/// same cycle however it is stepped.
void DeadlockTest::endsWhenMemoryIsFull() {
  Setup setup = setupOf(R"("topology": {"kind": "mesh", "dimensions": [4, 4]},
      "switch": {"model": "wormhole"}, "traffic": {"pattern": "hot_spot", "share": 1, "load": 1.0},
      "run": {"warmup": 1000, "measure": 1000000})");
  setup.execution.packetBytes = 1 << 20;
  const Results results = runToTheEnd(setup);
  QVERIFY(results.complete);
  QVERIFY(results.verdict == Verdict::saturated);
  QVERIFY(results.cycles < 100'000);
  QVERIFY(results.measuredCycles > 1000);
  QVERIFY(results.acceptedLoad > 0);
  const auto told = [](const Sentence& warning) {
    return warning.english().find("memory is set aside") != std::string::npos;
  };
  QVERIFY(std::any_of(results.warnings.begin(), results.warnings.end(), told));
  Simulation stepped(setup);
  while (!stepped.done()) stepped.advance(77);
  QCOMPARE(stepped.results().cycles, results.cycles);
  QCOMPARE(stepped.results().flitHops, results.flitHops);
}

}  // namespace hopscope

using hopscope::DeadlockTest;
HOPSCOPE_TEST(DeadlockTest)
#include "deadlock_test.moc"
