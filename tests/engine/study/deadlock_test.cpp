// SPDX-License-Identifier: GPL-3.0-or-later
// A design that may deadlock because it asks to: it is run, stopped, and the circle explained.
#include <QTest>
#include <nlohmann/json.hpp>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/simulation/simulation.h"
#include "engine/study/results_json.h"
#include "engine/study/verdict_words.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

constexpr const char* kRing = R"({
  "schema": "hopscope.design/1",
  "topology": {"kind": "ring", "routers": 6},
  "switch": {"virtual_channels": {"local": 1}, "buffers": {"local": 10, "injection": 50}},
  "routing": {"algorithm": "shortest_path", "allow_cycles": true},
  "traffic": {"load": 0.9, "packet_flits": 5},
  "run": {"warmup": 1000, "measure": 20000}
})";

}  // namespace

class DeadlockTest : public QObject {
  Q_OBJECT

 private slots:
  void aRingIsExplained();
};

void DeadlockTest::aRingIsExplained() {
  const ParsedDesign parsed = parseDesign(kRing);
  QVERIFY(parsed.issues.empty());
  Compiled compiled = compile(parsed.design);
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
  QVERIFY2(words.find("6 buffers hold packets that wait for each other in a circle: router ") !=
               std::string::npos,
           words.c_str());
  const auto json = nlohmann::json::parse(writeResults(parsed.design, *topology, results));
  QCOMPARE(json.at("deadlock").size(), std::size_t{6});
  QVERIFY(json.at("deadlock").at(0).at("from").get<std::string>().rfind("router ", 0) == 0);
  QCOMPARE(json.at("deadlock").at(0).at("vc").get<int>(), 0);

  // What a project's file names, and the network does not have, is passed over.
  Results foreign = results;
  foreign.deadlock.push_back({topology->channelCount(), 0});
  foreign.channelUtilization.resize(topology->channelCount() + 1, 2.0);
  foreign.routers.resize(topology->routerCount() + 1);
  foreign.routers.back().acceptedLoad = 2;
  const auto fitting = nlohmann::json::parse(writeResults(parsed.design, *topology, foreign));
  QCOMPARE(fitting.at("deadlock").size(), std::size_t{6});
  QCOMPARE(fitting.at("channels").size(), std::size_t{topology->channelCount()});
  QCOMPARE(fitting.at("routers").size(), std::size_t{topology->routerCount()});
  QVERIFY(fitting.at("fairness_summary").at("max_router").is_null());
  for (const Verdict verdict : {Verdict::saturated, Verdict::deadlocked}) {
    foreign.verdict = verdict;
    QVERIFY(!explain(*topology, foreign).empty());
  }
}

}  // namespace hopscope

using hopscope::DeadlockTest;
HOPSCOPE_TEST(DeadlockTest)
#include "deadlock_test.moc"
