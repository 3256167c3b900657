// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/load_diagnosis.h"

#include <fmt/format.h>

#include <QTest>
#include <algorithm>
#include <cmath>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/findings/remedies.h"
#include "tests/support/adversarial_design.h"
#include "tests/support/test_main.h"
#include "tests/support/written_designs.h"

namespace hopscope {

namespace {

Design ofFile(const char* text) {
  ParsedDesign parsed = parseDesign(text);
  if (hasErrors(parsed.issues)) QTest::qFail("the design is wrong", __FILE__, __LINE__);
  return parsed.design;
}

std::vector<Diagnosis> diagnosed(const Design& design) {
  Issues issues;
  const auto topology = buildTopology(design, issues);
  std::vector<Diagnosis> found = diagnoseRun(design, *topology, test::resultsOf(design));
  addTries(design, *topology, found);
  return found;
}

/// Applies what asOptions() says, as the command line does.
Design afterOptions(Design design, const Remedy& remedy) {
  QString options = QString::fromStdString(asOptions(remedy));
  for (const QString& each : options.split(QStringLiteral("--set "), Qt::SkipEmptyParts)) {
    const QString path = each.section('=', 0, 0), value = each.section('=', 1).trimmed();
    const Issues issues = setFromText(design, path.toStdString(), value.toStdString());
    if (hasErrors(issues)) QTest::qFail(qPrintable(each), __FILE__, __LINE__);
  }
  return design;
}

}  // namespace

/// What is wrong with a run, and what to try against it.
class DiagnosisTest : public QObject {
  Q_OBJECT

 private slots:
  void saturationIsToldWithWhatHelps();
  void slowLinksThatAreFullMayBeFaster();
  void lowLoadsKeepTwoFigures();
  void whatAcceptsLessIsNoRemedy();
  void remediesAcceptNoLess();
  void optionsAreTheRemedy();
  void aSoundRunHasNone();
  void aRunTooShortToSaturateSaysSo();
  void whatFewAreRefusedIsTold();
  void aSlowTableIsNamed();
  void phasesAreLeftAlone();
  void patternsThatFollowEachOtherHaveNoLoad();
  void circuitsAreNotSpread();
  void theBoundIsTold();
  void phasesHaveBoundsOfTheirOwn();
  void fullChannelsAreLeftNotFilled();
  void deadlocksAreMended();
  void applicationsThatWaitTryOtherMappings();
  void waitsForSlotsAreNoMatterOfMappings();
  void whoSendsBeforeReceivingMaySendEagerly();
  void checkAndRunAdviseOneLoad();
  void aLoneProgramIsNotInItsOwnWay();
};

void DiagnosisTest::saturationIsToldWithWhatHelps() {
  const Design design = test::adversarialDragonfly();
  const std::vector<Diagnosis> found = diagnosed(design);
  QVERIFY(!found.empty());
  const Diagnosis& saturated = found.front();
  QCOMPARE(saturated.path, std::string("traffic.load"));
  QCOMPARE(saturated.links.size(), std::size_t{1});
  // UGAL, Valiant, a lower load: a channel is full.
  QVERIFY2(saturated.wire && saturated.tries.size() >= 3, describe(saturated).c_str());
  QVERIFY2(describe(saturated).find("its channels bear up to 0.485 of this traffic") !=
               std::string::npos,
           describe(saturated).c_str());
  QCOMPARE(asOptions(saturated.tries.front()), std::string("--set routing.algorithm=ugal"));
  const double before = test::resultsOf(design).acceptedLoad;
  QVERIFY(test::resultsOf(remedied(design, saturated.tries.front())).acceptedLoad > 1.5 * before);
  const Design lower = remedied(design, saturated.tries.back());
  QVERIFY(realAt(effectiveSettings(lower), "traffic.load") <= before);
}

/// The class of the links that are full, where they carry less than they could.
void DiagnosisTest::slowLinksThatAreFullMayBeFaster() {
  const auto offered = [](const Design& design) {
    for (const Diagnosis& each : diagnosed(design))
      for (const Remedy& remedy : each.tries)
        if (remedy.settings.front().first.rfind("channels.", 0) == 0) return remedy;
    return Remedy();
  };
  Design design = ofFile(R"({"schema": "hopscope.design/1",
      "topology": {"kind": "dragonfly", "h": 2}, "channels": {"global": {"bandwidth": 0.25}},
      "traffic": {"pattern": "uniform", "load": 0.4},
      "run": {"warmup": 2000, "measure": 4000}})");
  const Remedy remedy = offered(design);
  QCOMPARE(asOptions(remedy), std::string("--set channels.global.bandwidth=1"));
  QCOMPARE(remedy.verb.english(), std::string("full bandwidth (between groups)"));
  QVERIFY(remedy.reason.english().find("carry 0.25 flits a cycle") != std::string::npos);
  const double before = test::resultsOf(design).acceptedLoad;
  QVERIFY(before < 0.35);
  QVERIFY(test::resultsOf(remedied(design, remedy)).acceptedLoad > 1.2 * before);
  QVERIFY(afterOptions(design, remedy) == remedied(design, remedy));

  // No faster than at all.
  design.settings.erase("channels.global.bandwidth");
  design.settings["traffic.load"] = 0.9;
  QVERIFY(offered(design).empty());

  // A link's own bandwidth is no matter of its class.
  design = ofFile(R"({"schema": "hopscope.design/1", "topology": {"kind": "custom",
      "routers": [{"id": 0}, {"id": 1}], "terminals": [{"id": 0, "router": 0}, {"id": 1, "router": 1}],
      "channels": [{"id": 7, "from": 0, "to": 1, "bandwidth": 0.25}]},
      "traffic": {"pattern": "uniform", "load": 0.5}, "run": {"warmup": 2000, "measure": 4000}})");
  QVERIFY(!diagnosed(design).empty());
  QVERIFY(offered(design).empty());
}

/// Hundredths would throw half of a small one away.
void DiagnosisTest::lowLoadsKeepTwoFigures() {
  const Design design = test::adversarialDragonfly();
  const auto loadFor = [&](double bound) {
    return realAt(effectiveSettings(remedied(design, remedyForLoad(design, {.lower = bound}))),
                  "traffic.load");
  };
  QCOMPARE(loadFor(0.1256), 0.12);
  QCOMPARE(loadFor(0.0197), 0.019);
  QCOMPARE(loadFor(0.0049), 0.004);
  QVERIFY(remedyForLoad(design, {.lower = 0.0004}).empty());
}

/// Spread traffic gains nothing from two legs through anywhere, and a transpose on a mesh too
/// little for what they take; adversarial traffic on a Dragonfly does.
void DiagnosisTest::whatAcceptsLessIsNoRemedy() {
  const auto offersValiant = [](const Design& design) {
    const std::vector<Diagnosis> found = diagnosed(design);
    return std::any_of(found.begin(), found.end(), [](const Diagnosis& each) {
      return std::any_of(each.tries.begin(), each.tries.end(), [](const Remedy& remedy) {
        return asOptions(remedy).find("routing.algorithm=valiant") != std::string::npos;
      });
    });
  };
  const auto mesh = [](const std::string& pattern) {
    return ofFile((R"({"schema": "hopscope.design/1",
      "topology": {"kind": "mesh", "dimensions": [8, 8]}, "switch": {"model": "wormhole"},
      "traffic": {"load": 1, "pattern": ")" +
                   pattern + R"("},
      "run": {"warmup": 1000, "measure": 1000}})")
                      .c_str());
  };
  QVERIFY(!offersValiant(mesh("uniform")));
  QVERIFY(!offersValiant(mesh("transpose")));
  QVERIFY(offersValiant(test::adversarialDragonfly()));
}

/// What is offered for more to be accepted brings it, or at least takes nothing; each says why.
void DiagnosisTest::remediesAcceptNoLess() {
  for (
      const char* network :
      {R"("topology": {"kind": "mesh", "dimensions": [8, 8]}, "traffic": {"pattern": "uniform")",
       R"("topology": {"kind": "mesh", "dimensions": [8, 8]}, "traffic": {"pattern": "transpose")",
       R"("topology": {"kind": "mesh", "dimensions": [8, 8]}, "traffic": {"pattern": "tornado")",
       R"("topology": {"kind": "torus", "dimensions": [8, 8]}, "traffic": {"pattern": "tornado")",
       R"("topology": {"kind": "dragonfly"}, "traffic": {"pattern": "uniform")",
       R"("topology": {"kind": "dragonfly"}, "traffic": {"pattern": "adversarial")",
       R"("topology": {"kind": "k_ary_n_tree", "k": 4, "n": 2}, "traffic": {"pattern": "uniform")"})
    for (const char* model : {"vct", "wormhole"}) {
      const Design design = ofFile((R"({"schema": "hopscope.design/1", "switch": {"model": ")" +
                                    std::string(model) + R"("}, )" + network +
                                    R"(, "load": 1}, "run": {"warmup": 1500, "measure": 1500,
                                    "max_cycles": 3200}})")
                                       .c_str());
      const double before = test::resultsOf(design).acceptedLoad;
      for (const Diagnosis& each : diagnosed(design))
        for (const Remedy& remedy : each.tries) {
          if (each.path != "traffic.load" || remedy.settings.front().first == "traffic.load")
            continue;
          const std::string what = std::string(model) + ' ' + network + ' ' + remedy.verb.english();
          QVERIFY2(!remedy.reason.empty(), what.c_str());
          const double after = test::resultsOf(remedied(design, remedy)).acceptedLoad;
          QVERIFY2(after > 0.99 * before,
                   (what + ": " + std::to_string(before) + ", " + std::to_string(after)).c_str());
        }
    }
}

/// Each is valid for its design, and the command line makes the same of it.
void DiagnosisTest::optionsAreTheRemedy() {
  const Design mesh = ofFile(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "mesh", "dimensions": [4, 4]}, "switch": {"model": "wormhole"},
    "traffic": {"pattern": "transpose", "load": 0.9}, "run": {"warmup": 1000, "measure": 1000}})");
  for (const Design& design : {test::adversarialDragonfly(), mesh}) {
    const std::vector<Diagnosis> found = diagnosed(design);
    QVERIFY(!found.empty());
    QVERIFY(found.front().tries.size() >= 2);
    for (const Remedy& each : found.front().tries) {
      QVERIFY2(!hasErrors(validate(remedied(design, each))), asOptions(each).c_str());
      QVERIFY(designHash(remedied(design, each)) != designHash(design));
      QCOMPARE(designHash(afterOptions(design, each)), designHash(remedied(design, each)));
    }
  }
}

void DiagnosisTest::aSoundRunHasNone() {
  Design design = test::adversarialDragonfly();
  design.settings["traffic.load"] = 0.02;
  const std::vector<Diagnosis> found = diagnosed(design);
  QVERIFY2(found.empty(), found.empty() ? "" : describe(found.front()).c_str());
}

/// Only what crosses the middle is too much; a longer run sees it.
void DiagnosisTest::aRunTooShortToSaturateSaysSo() {
  Design design = ofFile(
      R"({"schema": "hopscope.design/1", "topology": {"kind": "mesh", "dimensions": [16, 16]},
          "traffic": {"pattern": "hot_spot", "share": 0.005, "load": 0.22},
          "run": {"warmup": 3000, "measure": 2000}})");
  Issues issues;
  const auto topology = buildTopology(design, issues);
  const auto told = [&] {
    const Results results = test::resultsOf(design);
    std::vector<Diagnosis> found = diagnoseRun(design, *topology, results);
    addHiddenSaturation(design, topology, results, found);
    return std::pair(results.verdict, found);
  };
  const auto [verdict, found] = told();
  QCOMPARE(verdict, Verdict::stable);
  QCOMPARE(found.size(), std::size_t{1});
  QVERIFY(describe(found.front()).rfind("It reads as stable, but no more than 0.215 can", 0) == 0);
  QCOMPARE(found.front().links.size(), std::size_t{1});
  design.settings["traffic.load"] = 0.2;
  QVERIFY(told().second.empty());
  // What shows by itself is told once.
  design.settings["traffic.load"] = 0.24;
  design.settings["run.measure"] = std::int64_t{8'000};
  const auto [later, all] = told();
  QCOMPARE(later, Verdict::saturated);
  QVERIFY(!all.empty());
  for (const Diagnosis& each : all) QVERIFY(each.path != "run.measure");
}

/// One terminal of 64 is refused a twentieth of what it sends behind a hot spot of 1 %: too little
/// of all packets for "saturated", however long it runs. Of half of it the terminal starves.
void DiagnosisTest::whatFewAreRefusedIsTold() {
  Design design = ofFile(
      R"json({"schema": "hopscope.design/1", "topology": {"kind": "mesh", "dimensions": [8, 8]},
          "traffic": {"pattern": "mix", "load": 0.65, "parts":
            "a = 0.99 neighbour; b = 0.01 hot_spot(share=1 targets=[0])"},
          "run": {"warmup": 1000, "measure": 20000}})json");
  Issues issues;
  const auto topology = buildTopology(design, issues);
  const Results results = test::resultsOf(design);
  QCOMPARE(results.verdict, Verdict::stable);
  QVERIFY(results.packetsRefused > 0);
  std::vector<Diagnosis> found;
  addHiddenSaturation(design, topology, results, found);
  QCOMPARE(found.size(), std::size_t{1});
  QVERIFY2(describe(found.front()).rfind("It reads as stable, but no more than 0.617 can", 0) == 0,
           describe(found.front()).c_str());
  design.settings["traffic.load"] = 0.9;
  QCOMPARE(test::resultsOf(design).verdict, Verdict::saturated);
  design.phases = {{std::int64_t{500}, {{"traffic.load", 0.9}}}};
  QCOMPARE(test::resultsOf(design).verdict, Verdict::saturated);
  design.settings["traffic.load"] = 0.1;
  QCOMPARE(test::resultsOf(design).verdict, Verdict::saturated);
  // What is drawn for a router that has failed is not sent, and nobody starves for that.
  design.settings["traffic.parts"] =
      std::string("a = 0.5 neighbour; b = 0.5 hot_spot(share=1 targets=[0])");
  design.phases = {{std::int64_t{500}, {}, false, {{}, {0}}, {}}};
  QCOMPARE(test::resultsOf(design).verdict, Verdict::stable);
}

/// Where tables can't keep up, no other path and no larger buffer helps.
void DiagnosisTest::aSlowTableIsNamed() {
  const Design design = ofFile(
      R"({"schema": "hopscope.design/1", "topology": {"kind": "mesh", "dimensions": [4, 4]},
          "traffic": {"load": 0.2}, "forwarding": {"lookup": "dram"}})");
  Issues issues;
  const auto topology = buildTopology(design, issues);
  std::vector<Diagnosis> found = diagnoseRun(design, *topology, test::resultsOf(design));
  QVERIFY(!found.empty() && found.front().path == "traffic.load");
  QVERIFY(found.front().reason.empty() && found.front().links.empty());
  tellByBound(design, topology, found);
  QVERIFY(found.front().reason.english().rfind("the linear table of router ", 0) == 0);
  QCOMPARE(found.front().routers.size(), std::size_t{1});
  addTries(design, *topology, found);
  for (const Remedy& each : found.front().tries)
    for (const auto& [path, value] : each.settings) QCOMPARE(path, "traffic.load");
  // Where other things are slower than the table, they stay the reason.
  for (const char* slower :
       {R"("traffic": {"load": 0.9, "pattern": "transpose"}, "switch": {"model": "wormhole"})",
        R"("traffic": {"load": 0.7}, "switch": {"model": "wormhole",
            "delays": {"switch_allocation": 3}})"}) {
    const std::string text =
        R"({"schema": "hopscope.design/1", "topology": {"kind": "mesh", "dimensions": [4, 4]},
            "forwarding": {"lookup": "cache"}, )" +
        std::string(slower) + "}";
    const Design full = ofFile(text.c_str());
    std::vector<Diagnosis> known = diagnoseRun(full, *topology, test::resultsOf(full));
    QVERIFY(!known.empty() && known.front().path == "traffic.load");
    tellByBound(full, topology, known);
    QVERIFY(known.front().routers.empty());
  }
}

/// A setting that a phase changes is not the design's alone to mend.
void DiagnosisTest::phasesAreLeftAlone() {
  Design design = test::adversarialDragonfly();
  Phase phase;
  phase.at = std::int64_t{1000};
  phase.set["routing.algorithm"] = std::string("minimal");
  phase.set["traffic.load"] = 0.3;
  design.phases = {phase};
  for (const Diagnosis& each : diagnosed(design))
    for (const Remedy& remedy : each.tries)
      for (const auto& [path, value] : remedy.settings) QVERIFY(phase.set.count(path) == 0);
}

/// What was accepted of both together is not what the second one bears.
void DiagnosisTest::patternsThatFollowEachOtherHaveNoLoad() {
  Design design = test::adversarialDragonfly();
  QVERIFY(!lowerLoadToTry(design, {.lower = 0.2}).empty());
  Phase phase;
  phase.at = std::int64_t{3000};
  phase.set["traffic.pattern"] = std::string("uniform");
  design.phases = {phase};
  QVERIFY(lowerLoadToTry(design, {.lower = 0.2}).empty());
}

/// Circuits have the paths that they have; where no worms are, none wait in the switch.
void DiagnosisTest::circuitsAreNotSpread() {
  for (const char* text :
       {R"({"schema": "hopscope.design/1", "topology": {"kind": "mesh", "dimensions": [3, 3]},
            "switch": {"model": "slotted"}})",
        R"({"schema": "hopscope.design/1", "topology": {"kind": "crossbar", "terminals": 8},
            "switch": {"model": "hybrid", "network": "rotor"}})"}) {
    const Design design = ofFile(text);
    for (const Remedy& each : remediesToTry(design, {RemedyKind::spread, RemedyKind::room}))
      for (const auto& [path, value] : each.settings) {
        QVERIFY2(path != "routing.algorithm" && path != "switch.buffer_flits", path.c_str());
      }
    QVERIFY(!remediesToTry(design, {RemedyKind::room}).empty());
  }
}

void DiagnosisTest::theBoundIsTold() {
  const Design design = test::adversarialDragonfly();
  const Compiled compiled = compile(design);
  const SaturationBound bound = saturationBound(*compiled.setup);
  const auto found = diagnoseLoad(design, *compiled.setup->topology, bound, 0.3);
  QVERIFY(found.has_value());
  QVERIFY2(describe(*found).find("At load 0.3 this network saturates") == 0,
           describe(*found).c_str());
  QVERIFY(!diagnoseLoad(design, *compiled.setup->topology, bound, 0.9 * bound.load));
}

/// Each stretch of time has the bound of its own traffic.
void DiagnosisTest::phasesHaveBoundsOfTheirOwn() {
  const auto textOf = [](const char* first, double load, const char* then) {
    const Design design = ofFile(
        fmt::format(
            R"({{"schema": "hopscope.design/1", "topology": {{"kind": "mesh", "dimensions": [4, 4]}},
            "traffic": {{"pattern": "{}", "load": {}}}, "phases": [{{"at": 100, "set": {}}}]}})",
            first, load, then)
            .c_str());
    const Compiled compiled = compile(design);
    const std::vector<BoundFrom> bounds = boundsOf(*compiled.setup, 1'000'000);
    const Topology& topology = *compiled.setup->topology;
    std::string text = boundsInWords(topology, bounds).english();
    for (const Diagnosis& each : diagnoseLoads(design, topology, bounds))
      text += "\n" + each.text.english() + (each.remedy.empty() ? "" : " (try)");
    return text;
  };
  const std::string calms = textOf("transpose", 0.6, R"({"traffic.pattern": "uniform"})");
  QVERIFY2(calms.find("Until cycle 100: At load 0.6 this network saturates") != std::string::npos,
           calms.c_str());
  QVERIFY2(calms.find("From cycle 100 on: Saturation bound") != std::string::npos, calms.c_str());
  QVERIFY2(calms.find("From cycle 100 on: At load") == std::string::npos, calms.c_str());
  const std::string worsens =
      textOf("uniform", 0.3, R"({"traffic.pattern": "transpose", "traffic.load": 1.0})");
  QVERIFY2(worsens.find("From cycle 100 on: At load 1 this network saturates") != std::string::npos,
           worsens.c_str());
  QVERIFY2(worsens.find("(try)") == std::string::npos, worsens.c_str());
  const std::string same = textOf("uniform", 0.3, R"({"traffic.load": 0.3})");
  QVERIFY2(same.find("cycle 100") == std::string::npos, same.c_str());
}

/// Neither buffers nor virtual channels give a full channel more time; other ways do, with the
/// virtual channels that they need.
void DiagnosisTest::fullChannelsAreLeftNotFilled() {
  Design design = test::adversarialDragonfly();
  design.settings["switch.virtual_channels.local"] = std::int64_t{2};
  design.settings["switch.virtual_channels.global"] = std::int64_t{1};
  const Compiled compiled = compile(design);
  std::vector<Diagnosis> found{
      *diagnoseLoad(design, *compiled.setup->topology, saturationBound(*compiled.setup), 0.3)};
  addTries(design, *compiled.setup->topology, found);
  const std::vector<Remedy>& tries = found.front().tries;
  QVERIFY(tries.size() >= 2);
  QCOMPARE(tries.front().settings.front().first, std::string("routing.algorithm"));
  QVERIFY2(tries.front().settings.size() > 1, describe(found.front()).c_str());
  QVERIFY(mayRun(remedied(design, tries.front())));
  for (const Remedy& each : tries)
    QVERIFY2(each.settings.front().first.rfind("switch.", 0) != 0, asOptions(each).c_str());
}

/// A ring of one virtual channel that is let run although it can deadlock.
void DiagnosisTest::deadlocksAreMended() {
  const Design ring = ofFile(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "torus", "dimensions": [8]},
    "switch": {"model": "wormhole", "virtual_channels": 1}, "routing": {"allow_cycles": true},
    "traffic": {"pattern": "uniform", "load": 0.9}, "run": {"warmup": 4000, "measure": 8000}})");
  const std::vector<Diagnosis> found = diagnosed(ring);
  QVERIFY(!found.empty());
  QVERIFY2(found.front().severity == Severity::error, describe(found.front()).c_str());
  QVERIFY(!found.front().tries.empty());
  // Two are enough, though four are the default.
  const Remedy& remedy = found.front().tries.front();
  QCOMPARE(remedy.verb.english(), std::string("2 virtual channels"));
  QCOMPARE(asOptions(remedy), std::string("--set switch.virtual_channels=2"));
  QVERIFY(provesSound(remedied(ring, remedy)));
  QVERIFY(!provesSound(ring));
}

void DiagnosisTest::applicationsThatWaitTryOtherMappings() {
  const Design design = ofFile(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "ring", "routers": 16},
    "applications": [{"kind": "halo", "ranks": 16, "bytes": 65536, "mapping": "random"}],
    "traffic": {"load": 0}})");
  const std::vector<Diagnosis> found = diagnosed(design);
  QVERIFY(!found.empty());
  const Diagnosis& waits = found.front();
  QCOMPARE(waits.path, std::string("applications.0.mapping"));
  QVERIFY2(asOptions(waits.tries.front()).find("applications.0.mapping=") != std::string::npos,
           describe(waits).c_str());
  for (const Remedy& each : waits.tries)
    QCOMPARE(designHash(afterOptions(design, each)), designHash(remedied(design, each)));
  // Virtual channels and buffers are offered where no channel is full, as it is told: in per cent.
  Issues issues;
  const auto topology = buildTopology(design, issues);
  Results results = test::resultsOf(design);
  for (const double busiest : {0.5, 0.9649, 0.9651, 0.992}) {
    std::fill(results.channelUtilization.begin(), results.channelUtilization.end(), 0.5);
    results.channelUtilization.back() = busiest;
    std::vector<Diagnosis> told = diagnoseRun(design, *topology, results);
    addTries(design, *topology, told);
    const bool room =
        std::any_of(told.front().tries.begin(), told.front().tries.end(), [](const Remedy& each) {
          return each.reason.english().find("no channel is full") != std::string::npos;
        });
    QCOMPARE(room, std::round(100 * busiest) < 97);
  }
}

/// A circle of large sends is mended by `eager`; one of receives, or of a message that nobody is
/// left to receive, is the program's own.
void DiagnosisTest::whoSendsBeforeReceivingMaySendEagerly() {
  const auto exchange = [](int ranks, const char* trace) {
    return ofFile(fmt::format(R"({{"schema": "hopscope.design/1", "topology": {{"kind": "ring",
      "routers": 4}}, "traffic": {{"load": 0}}, "applications": [{{"kind": "tit", "ranks": {},
      "text": "{}"}}]}})",
                              ranks, trace)
                      .c_str());
  };
  for (
      const char* trace :
      {R"(0 send 1 0 70000 6\n0 recv 1 0 90000 6\n1 send 0 0 90000 6\n1 recv 0 0 70000 6)",
       R"(0 isend 1 0 70000 6\n0 waitall\n0 recv 1 0 90000 6\n1 send 0 0 90000 6\n1 recv 0 0 70000 6)"}) {
    const Design design = exchange(2, trace);
    QVERIFY(test::resultsOf(design).verdict == Verdict::stalled);
    const std::vector<Diagnosis> found = diagnosed(design);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].path, std::string("endpoints.eager"));
    QVERIFY(found[0].text.english().find("Rank 0 sends 70000 bytes to rank 1.") !=
            std::string::npos);
    QVERIFY(found[0].reason.english().find("65536 bytes") != std::string::npos);
    QCOMPARE(found[0].tries.size(), std::size_t{1});
    QCOMPARE(found[0].tries[0].verb.english(), std::string("eager up to 90000 bytes"));
    QCOMPARE(asOptions(found[0].tries[0]), std::string("--set endpoints.eager=90000"));
    QVERIFY(test::resultsOf(remedied(design, found[0].tries[0])).verdict == Verdict::stable);
    QVERIFY(found[0].remedy.empty());
  }
  // Commands do not ask before they send, whatever the size.
  const Design commands = ofFile(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "ring", "routers": 4}, "traffic": {"load": 0}, "applications": [
    {"kind": "commands", "ranks": 2,
     "text": "# hopscope commands 1\npe 0\nrecv 1\nbsend 90000 1\npe 1\nrecv 0\nbsend 90000 0\n"}]})");
  QVERIFY(test::resultsOf(commands).verdict == Verdict::stalled && diagnosed(commands).empty());
  // Rank 1 takes what comes first, and nothing more comes from rank 0: rank 2 sends in vain.
  const Design wrong = exchange(
      3,
      R"(0 send 1 0 70000 6\n1 recv -1 -1 70000 6\n1 recv 0 0 70000 6\n2 sleep 1\n2 send 1 0 70000 6)");
  QVERIFY(test::resultsOf(wrong).verdict == Verdict::stalled);
  QVERIFY(diagnosed(wrong).empty());
}

/// A check advises less than its bound, and a run no more than what got through.
void DiagnosisTest::checkAndRunAdviseOneLoad() {
  const Design design = ofFile(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "mesh", "dimensions": [8, 8]},
    "traffic": {"pattern": "bit_complement", "load": 0.28}})");
  Issues issues;
  const auto topology = buildTopology(design, issues);
  std::vector<Diagnosis> found = diagnoseRun(design, *topology, test::resultsOf(design));
  QVERIFY(!found.empty() && found.front().path == "traffic.load");
  QVERIFY(found.front().known.bearable < 0.22);
  tellByBound(design, topology, found);
  const auto checked =
      diagnoseLoad(design, *topology, saturationBound(*compile(design).setup, 1'000'000), 0.28);
  QVERIFY(checked);
  QCOMPARE(asOptions(checked->remedy), std::string("--set traffic.load=0.22"));
  const Value advised = found.front().remedy.settings.front().second;
  QVERIFY(std::get<double>(advised) < 0.22);
  addTries(design, *topology, found);
  for (const Diagnosis& each : found) {
    if (each.known.bearable > 0) QVERIFY(each.known.isBound);
    for (const Remedy& remedy : each.tries)
      for (const auto& [path, value] : remedy.settings)
        if (path == "traffic.load") QCOMPARE(value, advised);
  }
  found = diagnoseRun(design, *topology, test::resultsOf(design));
  found.emplace_back().known = {0.5, false, 0.45};
  tellByBound(design, topology, found);
  QCOMPARE(found.back().known.lower, found.front().known.lower);
}

/// A message meets its circuit's slots when it does: that is not told from what others cost.
void DiagnosisTest::waitsForSlotsAreNoMatterOfMappings() {
  const std::vector<Diagnosis> found = diagnosed(ofFile(R"({"schema": "hopscope.design/1",
    "topology": {"kind": "mesh", "dimensions": [2, 2]}, "switch": {"model": "slotted"},
    "applications": [{"kind": "ping_pong", "ranks": 2, "bytes": 10000}],
    "traffic": {"load": 0}})"));
  QCOMPARE(found.size(), std::size_t{1});
  QVERIFY2(
      found.front().text.english().find("if its packets found their slots") != std::string::npos,
      found.front().text.english().c_str());
  QVERIFY(found.front().tries.empty());
}

/// Credits on long cables, and a busy table, are in the ideal.
void DiagnosisTest::aLoneProgramIsNotInItsOwnWay() {
  for (const char* more :
       {R"("channels": {"local": {"latency": 100}})", R"("forwarding": {"lookup": "bcam"})",
        R"("forwarding": {"lookup": "dram"})", R"("switch": {"model": "wormhole"})"})
    QVERIFY2(diagnosed(ofFile((R"({"schema": "hopscope.design/1",
      "topology": {"kind": "mesh", "dimensions": [4, 4]}, )" +
                               std::string(more) + R"(,
      "applications": [{"kind": "ping_pong", "ranks": 2, "bytes": 20000}],
      "traffic": {"load": 0}})")
                                  .c_str()))
                 .empty(),
             more);
}

}  // namespace hopscope

using hopscope::DiagnosisTest;
HOPSCOPE_TEST(DiagnosisTest)
#include "diagnosis_test.moc"
