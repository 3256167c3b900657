// SPDX-License-Identifier: GPL-3.0-or-later
// Applications without anybody else, in networks that have more ways than one to be slow.
#include <fmt/format.h>

#include <QTest>
#include <algorithm>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/findings/diagnosis.h"
#include "engine/simulation/simulation.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// What an application alone in a network came to, and what is said of it.
struct Played {
  Design design;
  std::shared_ptr<const Topology> topology;
  Results results;
  ApplicationResult result;
  std::vector<Diagnosis> diagnoses;

  bool isToldOf(const char* words) const {
    return std::any_of(diagnoses.begin(), diagnoses.end(), [&](const Diagnosis& each) {
      return describe(each).find(words) != std::string::npos;
    });
  }
  bool offersTries() const {
    return std::any_of(diagnoses.begin(), diagnoses.end(),
                       [](const Diagnosis& each) { return !each.tries.empty(); });
  }
};

Played played(const char* network, const std::string& application) {
  Played run;
  run.design = parseDesign(fmt::format(
                               R"({{"schema": "hopscope.design/1", {},
    "traffic": {{"load": 0, "packet_flits": 4}}, "applications": [{}]}})",
                               network, application))
                   .design;
  Compiled compiled = compile(run.design);
  if (!compiled.setup) throw std::runtime_error(describe(compiled.issues.front()));
  run.topology = compiled.setup->topology;
  Simulation simulation(std::move(*compiled.setup));
  while (!simulation.done()) simulation.advance(100'000);
  run.results = simulation.results();
  run.result = run.results.applications.front();
  run.diagnoses = diagnoseRun(run.design, *run.topology, run.results);
  addTries(run.design, *run.topology, run.diagnoses);
  return run;
}

Played pingPong(const char* network, int from, int to, int bytes) {
  return played(network, fmt::format(R"({{"kind": "ping_pong", "ranks": 2, "bytes": {},
    "iterations": 3, "start": 1000, "mapping": "listed", "places": [{}, {}]}})",
                                     bytes, from, to));
}

class LoneMessagesTest : public QObject {
  Q_OBJECT

 private slots:
  /// The ideal knows no detours, and what they cost is not known apart: other terminals may help.
  void detoursAreNobodysFault() {
    const char* const whole = R"("topology": {"kind": "ring", "routers": 8})";
    const Played straight = pingPong(whole, 0, 1, 1000);
    QCOMPARE(straight.result.slowdown, 1.0);
    const Played round = pingPong(R"("topology": {"kind": "ring", "routers": 8},
                    "phases": [{"at": 1, "fail": {"channels": [8]}}])",
                                  0, 1, 1000);
    QVERIFY(round.result.slowdown > 1.3);
    QCOMPARE(round.result.ideal, straight.result.ideal);
    QVERIFY(round.isToldOf("detours around what had failed"));
    QVERIFY(round.offersTries());
  }

  /// Only what had failed while the program ran is in its way.
  void whatFailsLaterIsInNobodysWay() {
    constexpr const char* kFailing = R"("topology": {{"kind": "ring", "routers": 8}},
      "clock": {{"frequency_ghz": 1}}, "phases": [{}], "endpoints": {{"send_overhead": 0}},
      "run": {{"measure": 40000}})";
    const auto busyPair = [&](const std::string& phases) {
      return played(
          fmt::format(fmt::runtime(kFailing), phases).c_str(),
          R"({"kind": "collective", "operation": "alltoall_direct", "ranks": 8, "bytes": 4000, "start": 1000})");
    };
    const char* const detours = "detours around what had failed";
    for (const char* phases :
         {R"({"at": 35000, "fail": {"channels": [8]}})",
          R"({"at": "39 us", "fail": {"channels": [8]}})",
          R"({"at": 10, "fail": {"channels": [8]}}, {"at": 500, "restore": {"channels": [8]}})"}) {
      const Played run = busyPair(phases);
      QVERIFY(run.result.completion < 30'000);
      QVERIFY(run.isToldOf("if each of its messages were alone in the network"));
      QVERIFY(!run.isToldOf(detours));
      QVERIFY(run.offersTries());
    }
    for (const char* phases :
         {R"({"at": 10, "fail": {"channels": [8]}})",
          R"({"at": "2 us", "fail": {"channels": [8]}})",
          R"({"at": 10, "fail": {"channels": [8]}}, {"at": 2000, "restore": {"channels": [8]}})"}) {
      const Played run = busyPair(phases);
      QVERIFY(run.isToldOf(detours));
      QVERIFY(run.offersTries());
      // A run kept by an older version does not tell when phases came into force.
      Played older = run;
      older.results.events.clear();
      older.diagnoses = diagnoseRun(older.design, *older.topology, older.results);
      QVERIFY(older.isToldOf(detours));
    }
  }

  /// A worm goes to the top of the tree and back after its request has been there.
  void wormsOfATreeTakeTheirTime() {
    const auto idealOf = [](const char* topology) {
      const std::string network =
          fmt::format(R"({}, "switch": {{"model": "hybrid", "network": "wormhole"}},
                         "channels": {{"up": {{"latency": 3}}}})",
                      topology);
      const Played played = pingPong(network.c_str(), 0, 8, 100);
      return std::pair(played.result.ideal, played.result.completion);
    };
    const auto crossbar = idealOf(R"("topology": {"kind": "crossbar", "terminals": 9})");
    const auto tree = idealOf(R"("topology": {"kind": "k_ary_n_tree", "k": 3, "n": 2})");
    constexpr double kMessages = 6;
    QCOMPARE(tree.first, crossbar.first + kMessages * 4 * 3);
    QVERIFY(tree.first <= tree.second);
  }
};

}  // namespace
}  // namespace hopscope

using hopscope::LoneMessagesTest;
HOPSCOPE_TEST(LoneMessagesTest)
#include "lone_messages_test.moc"
