// SPDX-License-Identifier: GPL-3.0-or-later
// One terminal of many that gets in hardly anything, and runs that measured nothing.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/findings/diagnosis.h"
#include "engine/findings/remedies.h"
#include "engine/simulation/saturation_bound.h"
#include "engine/simulation/simulation.h"
#include "engine/study/verdict_words.h"
#include "tests/support/test_main.h"
#include "tests/support/written_designs.h"

namespace hopscope {
namespace {

/// Of 200 terminals that send to their neighbours one is behind a link of a tenth of the rate: less
/// than 1 % of all packets stay behind.
Design ringWithSlowLink(const std::string& model) {
  Design design;
  design.settings = {{"topology.kind", std::string("ring")},
                     {"topology.routers", std::int64_t{200}},
                     {"switch.model", model},
                     {"traffic.pattern", std::string("neighbour")},
                     {"traffic.load", 0.15},
                     {"run.warmup", std::int64_t{1000}},
                     {"run.measure", std::int64_t{6000}}};
  return design;
}

void slowDown(Design& design, LinkId link) {
  Override slow;
  slow.channels = {link};
  slow.values["bandwidth"] = 0.05;
  design.overrides.push_back(slow);
}

}  // namespace

class StarvedTerminalTest : public QObject {
  Q_OBJECT

 private slots:
  void whatDrainsInTheEndHasStarved();
  void longPacketsHideNobody();
  void whoWaitsForATurnDoesNotStarve();
  void oneLoadIsAdvisedWhereNoBoundIsKnown();
  void aFailureElsewhereHidesNobody();
  void quietTimesHideNobody();
  void applicationsHideNobody();
  void whatIsFullForAShortTimeIsNamed();
  void whoIsInHisOwnWayDoesNotStarve();
  void whatIsDroppedMakesNoQueueGrow();
  void nothingMeasuredIsNotKnown();
  void channelsThatAreNotDrawnGetNoMore();
  void roomThatStaysEmptyIsNoRemedy();
};

/// Queues without end hold all of it, and the drain brings it home.
void StarvedTerminalTest::whatDrainsInTheEndHasStarved() {
  for (const char* model : {"wormhole", "vct"}) {
    Design design = ringWithSlowLink(model);
    QCOMPARE(test::resultsOf(design).verdict, Verdict::stable);
    slowDown(design, 0);
    const Results starved = test::resultsOf(design);
    QVERIFY(starved.complete);
    QCOMPARE(starved.packetsLost, std::uint64_t{0});
    QVERIFY(starved.acceptedLoad > 0.98 * starved.offeredLoad);
    QCOMPARE(starved.verdict, Verdict::saturated);
    // Behind a terminal's own link, no arbiter shares better.
    const auto topology = compile(design).setup->topology;
    std::vector<Diagnosis> found = diagnoseRun(design, *topology, starved);
    tellByBound(design, topology, found);
    addTries(design, *topology, found);
    for (const Diagnosis& each : found) {
      for (const Remedy& remedy : each.tries)
        for (const auto& [path, value] : remedy.settings)
          QVERIFY2(path != "routing.algorithm", remedy.verb.english().c_str());
      if (each.routers.empty()) continue;
      QVERIFY(each.ownLink);
      QCOMPARE(each.links, std::set<LinkId>{0});
    }
  }
}

/// A few long packets make the numbers spread, and hide nobody who gets in a third.
void StarvedTerminalTest::longPacketsHideNobody() {
  Design design = ringWithSlowLink("wormhole");
  design.settings["traffic.packet_sizes"] = std::string("1:0.99,32:0.01");
  design.settings["run.measure"] = std::int64_t{20000};
  QCOMPARE(test::resultsOf(design).verdict, Verdict::stable);
  slowDown(design, 0);
  QCOMPARE(test::resultsOf(design).verdict, Verdict::saturated);
}

/// Circuits come round: what waits for its turn may look as if it starved.
void StarvedTerminalTest::whoWaitsForATurnDoesNotStarve() {
  Design design;
  design.settings = {{"topology.kind", std::string("crossbar")},
                     {"topology.terminals", std::int64_t{16}},
                     {"switch.model", std::string("hybrid")},
                     {"switch.network", std::string("rotor")},
                     {"switch.relay", std::string("direct")},
                     {"switch.slot_length", std::int64_t{1000}},
                     {"traffic.pattern", std::string("neighbour")},
                     {"traffic.load", 0.04},
                     {"run.warmup", std::int64_t{2000}},
                     {"run.measure", std::int64_t{20000}}};
  const Results results = test::resultsOf(design);
  QCOMPARE(results.verdict, Verdict::stable);
  QVERIFY(std::any_of(results.warnings.begin(), results.warnings.end(), [](const Sentence& each) {
    return each.english().find("several times as long") != std::string::npos;
  }));
}

/// What saturates and who starves in it are two findings, and one load mends both.
void StarvedTerminalTest::oneLoadIsAdvisedWhereNoBoundIsKnown() {
  Design design;
  design.settings = {{"topology.kind", std::string("ring")},
                     {"topology.routers", std::int64_t{64}},
                     {"switch.model", std::string("wormhole")},
                     {"routing.algorithm", std::string("minimal_adaptive")},
                     {"traffic.pattern", std::string("neighbour")},
                     {"traffic.load", 0.3},
                     {"run.warmup", std::int64_t{1000}},
                     {"run.measure", std::int64_t{10000}}};
  Override slow;
  slow.channels = {64, 65};
  slow.values["bandwidth"] = 0.1;
  design.overrides.push_back(slow);
  const auto topology = compile(design).setup->topology;
  std::vector<Diagnosis> found = diagnoseRun(design, *topology, test::resultsOf(design));
  tellByBound(design, topology, found);
  QVERIFY(found.size() >= 2);
  for (const Diagnosis& each : found) QCOMPARE(each.known.lower, found.front().known.lower);
  const auto& [path, load] = found.front().remedy.settings.front();
  QCOMPARE(path, std::string("traffic.load"));
  QVERIFY(std::get<double>(load) < 0.11);
}

void StarvedTerminalTest::aFailureElsewhereHidesNobody() {
  Design design = ringWithSlowLink("wormhole");
  design.phases = {{std::int64_t{500}, {}, false, {{}, {100}}, {}}};
  // What is drawn for a router that has failed is not sent, and nobody starves for that.
  QCOMPARE(test::resultsOf(design).verdict, Verdict::stable);
  slowDown(design, 0);
  QCOMPARE(test::resultsOf(design).verdict, Verdict::saturated);
}

/// In the quiet stretch that follows all gets in that had waited.
void StarvedTerminalTest::quietTimesHideNobody() {
  for (const char* model : {"wormhole", "vct"}) {
    Design design = ringWithSlowLink(model);
    design.settings["run.measure"] = std::int64_t{40000};
    Phase quiet;
    quiet.at = 4000;
    quiet.set["traffic.load"] = 0.0;
    design.phases = {quiet};
    QCOMPARE(test::resultsOf(design).verdict, Verdict::stable);
    slowDown(design, 0);
    QCOMPARE(test::resultsOf(design).verdict, Verdict::saturated);
  }
}

/// What runs elsewhere in the network, and may end the run before measuring does.
void StarvedTerminalTest::applicationsHideNobody() {
  for (const char* model : {"wormhole", "vct"})
    for (const std::int64_t measure : {6000, 200'000}) {
      Design design = ringWithSlowLink(model);
      design.settings["run.measure"] = measure;
      design.settings["applications.0.kind"] = std::string("ping_pong");
      design.settings["applications.0.ranks"] = std::int64_t{2};
      design.settings["applications.0.iterations"] = std::int64_t{1000};
      design.settings["applications.0.mapping"] = std::string("listed");
      design.settings["applications.0.places"] = std::vector<std::int64_t>{50, 51};
      QCOMPARE(test::resultsOf(design).verdict, Verdict::stable);
      slowDown(design, 0);
      QCOMPARE(test::resultsOf(design).verdict, Verdict::saturated);
    }
}

/// A channel that rests after a short stretch of a high load is no less in the way in that, and no
/// arbiter, buffer or virtual channel gives it more time.
void StarvedTerminalTest::whatIsFullForAShortTimeIsNamed() {
  Design design = parseDesign(R"({"schema": "hopscope.design/1",
      "topology": {"kind": "ring", "routers": 24},
      "overrides": [{"channels": [27], "bandwidth": 0.1}],
      "traffic": {"pattern": "neighbour", "load": 0.9, "packet_flits": 4},
      "phases": [{"at": 5000, "set": {"traffic.load": 0}}],
      "run": {"warmup": 2000, "measure": 20000}})")
                      .design;
  for (const double later : {0.02, 0.0}) {
    if (later > 0) design.phases.front().set["traffic.load"] = later;
    const auto topology = compile(design).setup->topology;
    std::vector<Diagnosis> found = diagnoseRun(design, *topology, test::resultsOf(design));
    addTries(design, *topology, found);
    QCOMPARE(found.size(), std::size_t{2});
    for (const Diagnosis& each : found) {
      QVERIFY(each.wire);
      QCOMPARE(each.links.size(), std::size_t{1});
      for (const Remedy& remedy : each.tries)
        QCOMPARE(remedy.settings.front().first, std::string("routing.algorithm"));
    }
    QVERIFY(found.back().ownLink);
  }
}

/// Where packets are dropped that find their terminal busy, two fifths are lost at a load of 0.9
/// though the network takes every one that is sent. Behind a slow link half of them do not get in.
void StarvedTerminalTest::whoIsInHisOwnWayDoesNotStarve() {
  Design design = ringWithSlowLink("wormhole");
  design.settings["traffic.source_queue"] = std::string("drop");
  design.settings["traffic.packet_flits"] = std::int64_t{4};
  for (const double load : {0.1, 0.5, 0.9}) {
    design.settings["traffic.load"] = load;
    const Results results = test::resultsOf(design);
    QCOMPARE(results.verdict, Verdict::stable);
    const double busy = 0.75 * load;
    QVERIFY(std::abs(results.acceptedLoad - load / (1 + busy)) < 0.01);
  }
  Override slow;
  slow.channels = {205};  // of routers 5 and 6
  slow.values["bandwidth"] = 0.2;
  design.overrides.push_back(slow);
  QCOMPARE(test::resultsOf(design).verdict, Verdict::saturated);
  design.settings["traffic.load"] = 0.1;
  QCOMPARE(test::resultsOf(design).verdict, Verdict::stable);
}

/// It is saturated where terminals are held up by the network, and nothing is hidden where it is
/// not.
void StarvedTerminalTest::whatIsDroppedMakesNoQueueGrow() {
  Design drops = parseDesign(
                     R"({"schema": "hopscope.design/1",
          "topology": {"kind": "mesh", "dimensions": [4, 4]},
          "switch": {"model": "wormhole", "virtual_channels": 2},
          "traffic": {"pattern": "transpose", "load": 0.9, "packet_flits": 4,
                      "source_queue": "drop"}, "run": {"warmup": 1000, "measure": 4000}})")
                     .design;
  QCOMPARE(test::resultsOf(drops).verdict, Verdict::saturated);
  // Likewise where sizes are named, and where they are mixed.
  for (const char* sizes : {"4:1", "4:0.5, 5:0.5"}) {
    Design sized = drops;
    sized.settings["traffic.packet_sizes"] = std::string(sizes);
    QCOMPARE(test::resultsOf(sized).verdict, Verdict::saturated);
  }
  drops.settings["traffic.load"] = 0.5;
  const Compiled compiled = compile(drops);
  const std::shared_ptr<const Topology> network = compiled.setup->topology;
  QVERIFY(diagnoseLoad(drops, *network, saturationBound(*compiled.setup), compiled.setup->load)
              .has_value());
  const Results dropped = test::resultsOf(drops);
  QCOMPARE(dropped.verdict, Verdict::stable);
  QVERIFY(dropped.packetsRefused > 0);
  std::vector<Diagnosis> hidden;
  addHiddenSaturation(drops, network, dropped, hidden);
  QVERIFY(hidden.empty());
}

void StarvedTerminalTest::nothingMeasuredIsNotKnown() {
  const Design design = ringWithSlowLink("vct");
  Simulation simulation(*compile(design).setup);
  simulation.advance(500);
  const Results stopped = simulation.results();
  QCOMPARE(stopped.verdict, Verdict::unknown);
  QVERIFY(std::isnan(stopped.acceptedLoad) && std::isnan(stopped.generatedOverAll));
  QVERIFY(std::isnan(stopped.routers.front().deliveredLoad));
  QVERIFY(gotThrough(stopped).bearable == 0);
  const std::string words = explain(*simulation.setup().topology, stopped).english();
  QVERIFY2(words.find("not known: nothing was measured") != std::string::npos, words.c_str());
  while (!simulation.done()) simulation.advance(1000);
  QCOMPARE(simulation.results().verdict, Verdict::stable);
}

void StarvedTerminalTest::channelsThatAreNotDrawnGetNoMore() {
  const ParsedDesign read = parseDesign(
      R"json({"schema": "hopscope.design/1", "topology": {"kind": "custom",
          "routers": [{"id": 0}, {"id": 1}], "terminals": [{"id": 0, "router": 0},
          {"id": 1, "router": 1}], "channels": [{"id": 0, "from": 0, "to": 1}]}})json");
  QVERIFY(!hasErrors(read.issues));
  for (const Remedy& each : remediesToTry(read.design, {RemedyKind::room}))
    for (const auto& [path, value] : each.settings)
      QVERIFY2(path.find("global") == std::string::npos, path.c_str());
}

void StarvedTerminalTest::roomThatStaysEmptyIsNoRemedy() {
  Design design = ringWithSlowLink("wormhole");
  const auto offersBuffers = [&design] {
    for (const Remedy& each : remediesToTry(design, {RemedyKind::room}))
      if (each.verb.english() == "buffers twice as large") return true;
    return false;
  };
  design.settings["traffic.packet_flits"] = std::int64_t{1};
  QVERIFY(offersBuffers());
  design.settings["switch.reallocate"] = std::string("empty");
  QVERIFY(!offersBuffers());
  design.settings["traffic.packet_flits"] = std::int64_t{16};
  QVERIFY(offersBuffers());
}

HOPSCOPE_TEST(StarvedTerminalTest)

}  // namespace hopscope

#include "starved_terminal_test.moc"
