// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <QTest>
#include <algorithm>
#include <cmath>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/findings/diagnosis.h"
#include "engine/simulation/fairness.h"
#include "engine/simulation/sending_time.h"
#include "engine/simulation/simulation.h"
#include "engine/study/verdict_words.h"
#include "engine/traffic/silent_terminals.h"
#include "tests/support/test_main.h"

namespace hopscope {

namespace {

/// A design, its network and what its run came to.
struct Outcome {
  Design design;
  std::shared_ptr<const Topology> topology;
  Results results;

  std::vector<Diagnosis> diagnoses() const { return diagnoseRun(design, *topology, results); }
};

Outcome outcomeOf(const char* text) {
  Outcome outcome;
  outcome.design = parseDesign(text).design;
  Compiled compiled = compile(outcome.design);
  if (!compiled.setup) {
    QTest::qFail(describe(compiled.issues.front()).c_str(), __FILE__, __LINE__);
    return outcome;
  }
  outcome.topology = compiled.setup->topology;
  Simulation simulation(std::move(*compiled.setup));
  while (!simulation.done()) simulation.advance(1000);
  outcome.results = simulation.results();
  return outcome;
}

/// A run at a load, measured for so long after 1000 cycles of warm-up.
Results measuredMesh(int side, double load, int measure, const char* rest) {
  const std::string text = fmt::format(R"({{"schema": "hopscope.design/1",
    "topology": {{"kind": "mesh", "dimensions": [{}, {}]}},
    "traffic": {{"pattern": "uniform", "load": {}}},
    "run": {{"warmup": 1000, "measure": {}}}, {}}})",
                                       side, side, load, measure, rest);
  return outcomeOf(text.c_str()).results;
}

bool alike(double a, double b) {
  return std::abs(a / b - 1) < 1e-6;
}

bool mentions(const std::vector<Diagnosis>& diagnoses, const std::string& word) {
  return std::any_of(diagnoses.begin(), diagnoses.end(), [&](const Diagnosis& each) {
    return describe(each).find(word) != std::string::npos;
  });
}

}  // namespace

/// Who has nothing to send is no fault of the network, and counts in no comparison with it.
class SilentTerminalsTest : public QObject {
  Q_OBJECT

 private slots:
  void aDiagonalOffersNothing();
  void thoseThatSendAllComparesWithTheSetting();
  void aRemedyIsInTermsOfTheSetting();
  void someOfARoutersTerminalsAreSilent();
  void rareDestinationsAreFound();
  void aChangeThatLetsAllSendIsHeard();
  void failedRoutersDoNotStarve();
  void chanceIsNoStarvation();
  void whoIsPassedByStarves();
  void failedRoutersAcceptNeitherLeastNorMost();
  void whatHadWaitedIsNoLoad();
  void aDrainCountsForNobody();
  void loadsThatChangeAreFair();
  void failuresAreHeardBesideApplications();
  void fewOfManyAreEnough();
  void oneStarvesBehindItsOwnLink();
  void whoHasNothingOfAClassIsFair();
  void whatIsDroppedIsTold();
};

/// 56 of 64 terminals send: 0.14 each are 0.1225 over all.
void SilentTerminalsTest::aDiagonalOffersNothing() {
  const Outcome outcome = outcomeOf(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "mesh", "dimensions": [8, 8]},
    "traffic": {"pattern": "transpose", "load": 0.12, "packet_flits": 4},
    "run": {"warmup": 2000, "measure": 20000}})");
  const Results& results = outcome.results;
  QCOMPARE(results.offeredLoad, 0.12);
  QVERIFY(std::abs(results.generatedOverAll - 0.12 * 56 / 64) < 0.002);
  QCOMPARE(offeredByAll(results), results.generatedOverAll);
  QVERIFY(std::abs(results.acceptedLoad / offeredByAll(results) - 1) < 0.01);
  for (RouterId r = 0; r < 64; ++r)
    QCOMPARE(std::isnan(results.routers[r].acceptedLoad), r % 9 == 0);
  const Fairness fairness = fairnessOf(results);
  QVERIFY(fairness.minimum > 0.08);
  QVERIFY(fairness.jain > 0.98);
  QVERIFY(!mentions(outcome.diagnoses(), "starve"));
}

void SilentTerminalsTest::thoseThatSendAllComparesWithTheSetting() {
  const Outcome outcome = outcomeOf(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "mesh", "dimensions": [4, 4]},
    "traffic": {"pattern": "uniform", "load": 0.2}, "run": {"warmup": 1000, "measure": 3000}})");
  QCOMPARE(offeredByAll(outcome.results), 0.2);
  // A run kept by an older version does not know.
  Results older = outcome.results;
  older.generatedOverAll = std::nan("");
  QCOMPARE(offeredByAll(older), 0.2);
}

void SilentTerminalsTest::aRemedyIsInTermsOfTheSetting() {
  const Outcome outcome = outcomeOf(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "mesh", "dimensions": [4, 4]},
    "traffic": {"pattern": "transpose", "load": 0.9}, "run": {"warmup": 2000, "measure": 8000}})");
  QCOMPARE(outcome.results.verdict, Verdict::saturated);
  const std::vector<Diagnosis> found = outcome.diagnoses();
  QVERIFY(!found.empty());
  // A quarter is silent: the others bear a third more than what is accepted over all of them.
  QVERIFY(std::abs(found.front().known.bearable / outcome.results.acceptedLoad - 4.0 / 3) < 0.05);
  const std::string words = explain(*outcome.topology, outcome.results);
  QVERIFY2(words.find("of the offered 0.67") != std::string::npos ||
               words.find("of the offered 0.68") != std::string::npos,
           words.c_str());
  QVERIFY2(words.find("least, 0.000") == std::string::npos, words.c_str());
}

/// Palindromes stay where they are: at four of eight leaf switches one terminal of two.
void SilentTerminalsTest::someOfARoutersTerminalsAreSilent() {
  const Outcome outcome = outcomeOf(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "k_ary_n_tree", "k": 2, "n": 4},
    "traffic": {"pattern": "bit_reverse", "load": 0.1}, "run": {"warmup": 2000, "measure": 20000}})");
  const Fairness fairness = fairnessOf(outcome.results);
  QVERIFY(fairness.minimum > 0.7 * fairness.maximum);
  QVERIFY(!mentions(outcome.diagnoses(), "starve"));
}

/// One packet in twenty has a destination, for those of the diagonal.
void SilentTerminalsTest::rareDestinationsAreFound() {
  const Outcome outcome = outcomeOf(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "mesh", "dimensions": [8, 8]},
    "traffic": {"pattern": "mix", "load": 0.1, "parts": [
      {"name": "a", "share": 0.95, "pattern": "transpose"},
      {"name": "b", "share": 0.05, "pattern": "uniform"}]},
    "run": {"warmup": 1000, "measure": 4000}})");
  for (const RouterResult& router : outcome.results.routers)
    QVERIFY(std::isfinite(router.acceptedLoad));
}

/// The same change in a run that goes on and in the design of its repetition.
void SilentTerminalsTest::aChangeThatLetsAllSendIsHeard() {
  const std::string head = R"({"schema": "hopscope.design/1",
    "topology": {"kind": "mesh", "dimensions": [4, 4]},
    "traffic": {"pattern": "transpose", "load": 0.1}, "run": {"warmup": 500, "measure": 2000})";
  const Outcome repeated = outcomeOf(
      (head + R"(, "phases": [{"at": 700, "set": {"traffic.pattern": "uniform"}}]})").c_str());
  Compiled changed = compile(repeated.design);
  std::vector<TrafficPhase> phases = std::move(changed.setup->phases);
  changed.setup->phases.clear();
  Simulation live(std::move(*changed.setup));
  live.advance(600);
  live.setPhases(std::move(phases), 600);
  while (!live.done()) live.advance(1000);
  const Results results = live.results();
  QVERIFY(std::isfinite(results.routers.front().acceptedLoad));
  QVERIFY(results.routers == repeated.results.routers);
}

void SilentTerminalsTest::failedRoutersDoNotStarve() {
  const Outcome random = outcomeOf(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "mesh", "dimensions": [8, 8]},
    "traffic": {"pattern": "uniform", "load": 0.1}, "run": {"warmup": 2000, "measure": 4000},
    "phases": [{"at": 500, "fail": {"routers": [5]}}]})");
  QVERIFY(!mentions(random.diagnoses(), "starve"));
  // Nor do those who would send to them alone.
  const Outcome fixed = outcomeOf(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "torus", "dimensions": [4, 4]}, "switch": {"virtual_channels": {"local": 2}},
    "traffic": {"pattern": "tornado", "load": 0.1}, "run": {"warmup": 2000, "measure": 4000},
    "phases": [{"at": 500, "fail": {"routers": [0]}}]})");
  QVERIFY(!mentions(fixed.diagnoses(), "starve"));
}

/// Routers accept what they do while they work.
/// Of five packets a router, chance alone leaves some with none.
void SilentTerminalsTest::chanceIsNoStarvation() {
  for (const char* measure : {"500", "2000"}) {
    const Outcome outcome = outcomeOf((std::string(R"({"schema": "hopscope.design/1",
      "topology": {"kind": "mesh", "dimensions": [8, 8]},
      "traffic": {"pattern": "uniform", "load": 0.01, "packet_flits": 4},
      "run": {"warmup": 500, "measure": )") +
                                       measure + "}}")
                                          .c_str());
    double least = 1, mean = 0;
    for (const RouterResult& router : outcome.results.routers) {
      least = std::min(least, router.acceptedLoad);
      mean += router.acceptedLoad / 64;
    }
    QVERIFY(least < 0.5 * mean);
    QVERIFY(!mentions(outcome.diagnoses(), "starve"));
  }
}

/// All of a line send past each other into its last channel: each merge lets half of it pass.
void SilentTerminalsTest::whoIsPassedByStarves() {
  const Outcome outcome = outcomeOf(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "mesh", "dimensions": [8]},
    "traffic": {"pattern": "hot_spot", "share": 1, "targets": [7], "load": 0.5},
    "run": {"warmup": 5000, "measure": 20000}})");
  QCOMPARE(outcome.results.verdict, Verdict::saturated);
  QVERIFY(mentions(outcome.diagnoses(), "starve"));
}

void SilentTerminalsTest::failedRoutersAcceptNeitherLeastNorMost() {
  const auto failingAt = [](int at, int again) {
    const std::string text = fmt::format(R"({{"schema": "hopscope.design/1",
      "topology": {{"kind": "mesh", "dimensions": [4, 4]}},
      "traffic": {{"pattern": "uniform", "load": 0.2}}, "run": {{"warmup": 1000, "measure": 8000}},
      "phases": [{{"at": {}, "fail": {{"routers": [5]}}}},
                 {{"at": {}, "restore": {{"routers": [5]}}}}]}})",
                                         at, again);
    return outcomeOf(text.c_str()).results;
  };
  for (const int at : {1, 500, 1000, 1300}) {
    const Results results = failingAt(at, 9000);
    QVERIFY(std::isnan(results.routers[5].acceptedLoad));
    const Fairness fairness = fairnessOf(results);
    QVERIFY(fairness.least != 5 && fairness.most != 5);
  }
  for (const auto& [at, again] : {std::pair(5000, 9000), {1, 4000}, {2000, 7000}}) {
    const Results results = failingAt(at, again);
    QVERIFY(std::abs(results.routers[5].acceptedLoad / 0.2 - 1) < 0.1);
    QVERIFY(fairnessOf(results).jain > 0.99);
  }
  // Words of a saturated run, too.
  const Outcome full = outcomeOf(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "mesh", "dimensions": [4, 4]},
    "traffic": {"pattern": "uniform", "load": 0.9}, "run": {"warmup": 1000, "measure": 4000},
    "phases": [{"at": 1, "fail": {"routers": [4]}}]})");
  const std::string words = explain(*full.topology, full.results);
  QVERIFY2(words.find("takes in least of what its terminals send") != std::string::npos,
           words.c_str());
  QVERIFY2(words.find("outer 4 takes in least") == std::string::npos, words.c_str());
}

/// Source queues of failed routers go on to empty: what they accepted stays what it was. Beside a
/// failed router, another one is left with much that waits.
void SilentTerminalsTest::whatHadWaitedIsNoLoad() {
  const char* const phases = R"("phases": [{"at": 3000, "fail": {"routers": [5]}},
                                 {"at": 6000, "fail": {"routers": [4]}}])";
  const Results all = measuredMesh(4, 0.9, 8000, phases);
  for (const auto& [router, measure] : {std::pair(RouterId{5}, 2000), {RouterId{4}, 5000}}) {
    const Results until = measuredMesh(4, 0.9, measure, phases);
    QVERIFY(alike(all.routers[router].acceptedLoad, until.routers[router].acceptedLoad));
  }
}

/// All are silent until the network has run empty for another routing, and a failure waits for
/// that.
void SilentTerminalsTest::aDrainCountsForNobody() {
  const char* const phases = R"("switch": {"virtual_channels": {"local": 4}}, "phases": [
    {"at": 1300, "set": {"routing.algorithm": "valiant"}},
    {"at": 1301, "fail": {"routers": [27]}}])";
  const Results all = measuredMesh(8, 0.6, 2000, phases);
  const Results until = measuredMesh(8, 0.6, 300, phases);
  QVERIFY(alike(all.routers[27].acceptedLoad, until.routers[27].acceptedLoad));
  QVERIFY(fairnessOf(all).least != 27);
}

/// Who worked at the lower load alone accepted the same share of what was offered.
void SilentTerminalsTest::loadsThatChangeAreFair() {
  const char* const phases = R"("phases": [{"at": 3000, "fail": {"routers": [5]}},
                                 {"at": 3001, "set": {"traffic.load": 0.3}}])";
  const Results all = measuredMesh(4, 0.1, 8000, phases);
  const Results until = measuredMesh(4, 0.1, 2000, phases);
  QVERIFY(all.offeredLoad > 0.24);
  QVERIFY(alike(all.routers[5].acceptedLoad / all.offeredLoad,
                until.routers[5].acceptedLoad / until.offeredLoad));
}

void SilentTerminalsTest::failuresAreHeardBesideApplications() {
  const Outcome outcome = outcomeOf(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "mesh", "dimensions": [4, 4]},
    "applications": [{"kind": "halo", "ranks": 4, "bytes": 20000, "iterations": 3}],
    "traffic": {"pattern": "uniform", "load": 0.5}, "run": {"warmup": 200, "measure": 1000},
    "phases": [{"at": 100, "fail": {"routers": [15]}}]})");
  QVERIFY(outcome.results.measuredCycles > 0);
  QVERIFY(std::isnan(outcome.results.routers[15].acceptedLoad));
  QVERIFY(outcome.results.routers[14].acceptedLoad > 0.1);
}

/// One terminal of 120 gets in a ninth of what it is to send, for its router's link is slow: less
/// than 1 % of all packets, whatever the length of the run. No arbiter makes the link faster.
void SilentTerminalsTest::oneStarvesBehindItsOwnLink() {
  for (const char* model : {"vct", "wormhole"}) {
    const std::string text = fmt::format(R"({{"schema": "hopscope.design/1",
      "topology": {{"kind": "ring", "routers": 120}},
      "overrides": [{{"channels": [123], "bandwidth": 0.1}}], "switch": {{"model": "{}"}},
      "traffic": {{"pattern": "neighbour", "load": 0.9, "packet_flits": 4}},
      "run": {{"warmup": 5000, "measure": 10000}}}})",
                                         model);
    const Outcome outcome = outcomeOf(text.c_str());
    QVERIFY(outcome.results.acceptedLoad > 0.99 * 0.9);
    QVERIFY(outcome.results.verdict == Verdict::saturated);
    std::vector<Diagnosis> diagnoses = outcome.diagnoses();
    const char* const full = "is full of what terminals of router 3 send themselves";
    QVERIFY(mentions(diagnoses, full));
    QVERIFY(!mentions(diagnoses, "age"));
    // What the bound says is said of the load, and not of them.
    tellByBound(outcome.design, outcome.topology, diagnoses);
    addTries(outcome.design, *outcome.topology, diagnoses);
    const auto starve =
        std::find_if(diagnoses.begin(), diagnoses.end(), [&](const Diagnosis& each) {
          return each.reason.english().find(full) != std::string::npos;
        });
    QVERIFY(starve != diagnoses.end());
    QVERIFY(starve->path.empty());
    QCOMPARE(starve->links, std::set<LinkId>{123});
    QVERIFY(mentions({*starve}, "Terminals of router 3 starve"));
    QVERIFY2(mentions({*starve}, "try load 0.09:"), describe(*starve).c_str());
  }
}

/// Two of 32 that send all the time are a router that could, whatever was before.
void SilentTerminalsTest::fewOfManyAreEnough() {
  const Compiled compiled = compile(parseDesign(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "crossbar", "terminals": 32}, "traffic": {"load": 0.4}})")
                                        .design);
  QVERIFY(compiled.setup.has_value());
  const Setup& setup = *compiled.setup;
  const std::vector<TerminalPlace>& terminals = setup.topology->terminals;
  std::vector<std::uint64_t> flits(setup.topology->channelCount(), 0);
  SendingTime sending(setup);
  std::vector<bool> silent(terminals.size(), true);
  silent[3] = silent[4] = false;
  const std::shared_ptr<const TrafficPattern> few = withSilentTerminals(setup.traffic, silent);
  sending.change(few, setup.load, 100, flits);
  SendingTotals start, end;
  sending.take(start, 1000, flits);
  flits[2 * terminals[3].link] += 500;
  flits[2 * terminals[5].link] += 700;  // had been waiting
  sending.take(end, 2000, flits);
  QCOMPARE(acceptedWhileSending(start, end, terminals[3].router), 0.25);
}

/// The diagonal of a transpose has nothing to send of it, and offers a quarter of the load.
void SilentTerminalsTest::whoHasNothingOfAClassIsFair() {
  const Outcome outcome = outcomeOf(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "mesh", "dimensions": [4, 4]},
    "traffic": {"pattern": "mix", "load": 0.1, "parts": [
      {"name": "a", "share": 1, "pattern": "uniform"},
      {"name": "b", "share": 3, "pattern": "transpose"}]},
    "run": {"warmup": 1000, "measure": 20000}})");
  const Results& results = outcome.results;
  for (const RouterId diagonal : {0, 5, 10, 15}) {
    QVERIFY(results.routers[diagonal].acceptedLoad > 0.08);
    QVERIFY(results.routers[diagonal].acceptedLoad < 0.12);
  }
  QVERIFY(fairnessOf(results).jain > 0.99);
}

void SilentTerminalsTest::whatIsDroppedIsTold() {
  const Outcome outcome = outcomeOf(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "torus", "dimensions": [4, 4]},
    "switch": {"model": "wormhole", "virtual_channels": 2},
    "traffic": {"pattern": "tornado", "load": 0.3, "packet_flits": 4, "source_queue": "drop"},
    "run": {"warmup": 1000, "measure": 4000}})");
  QVERIFY(outcome.results.packetsRefused > 0);
  const auto told = [](const Sentence& each) {
    return each.english().find("were dropped") != std::string::npos;
  };
  QVERIFY(std::any_of(outcome.results.warnings.begin(), outcome.results.warnings.end(), told));
}

}  // namespace hopscope

using hopscope::SilentTerminalsTest;
HOPSCOPE_TEST(SilentTerminalsTest)
#include "silent_terminals_test.moc"
