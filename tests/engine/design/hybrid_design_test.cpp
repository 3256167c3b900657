// SPDX-License-Identifier: GPL-3.0-or-later
// Designs with hybrid switches: what they may say, and what comes of a run.
#include <QObject>
#include <QTest>
#include <cmath>
#include <string>
#include <vector>

#include "engine/core/rng.h"
#include "engine/design/application_text.h"
#include "engine/design/catalogue.h"
#include "engine/design/circuit_text.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/scheduling/circuit_registers.h"
#include "engine/simulation/simulation.h"
#include "engine/study/verdict_names.h"
#include "engine/workload/outcome.h"
#include "tests/support/fuzz.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

Design hybridDesign(std::int64_t terminals, const Values& settings = {}) {
  Design design;
  design.settings = {{"topology.kind", std::string("crossbar")},
                     {"topology.terminals", terminals},
                     {"switch.model", std::string("hybrid")}};
  for (const auto& [path, value] : settings) design.settings[path] = value;
  return design;
}

Results resultsOf(const Design& design, Cycle step = 1'000'000'000) {
  Compiled compiled = compile(design);
  Simulation simulation(std::move(*compiled.setup));
  while (!simulation.done()) simulation.advance(step);
  return simulation.results();
}

Values text(const char* path, const char* value) {
  return {{path, std::string(value)}};
}

}  // namespace

class HybridDesignTest : public QObject {
  Q_OBJECT

 private slots:
  void refusals_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("words");
    QTest::newRow("switch.preload=0>1 2>1") << "switch.preload"
                                            << "both connected to output 1";
    QTest::newRow("switch.preload=0>1 0>2") << "switch.preload"
                                            << "outputs 1 and 2";
    QTest::newRow("switch.preload=0>16") << "switch.preload"
                                         << "leaves the crossbar";
    QTest::newRow("switch.preload=0>1;") << "switch.preload"
                                         << "has no circuit";
    QTest::newRow("switch.preload=0>x") << "switch.preload"
                                        << "cannot be read";
    QTest::newRow("switch.preload=0>1*0") << "switch.preload"
                                          << "no number of flits";
    QTest::newRow("switch.preload=torus;rotation") << "switch.preload"
                                                   << "for 4 slots";
    QTest::newRow("switch.guard=10") << "switch.guard"
                                     << "leaves nothing of a slot of 10";
    QTest::newRow("channels.terminal.latency=0") << "channels.terminal.latency"
                                                 << "a cycle or more";
    QTest::newRow("forwarding.lookup=cache") << "forwarding.lookup"
                                             << "not looked up in tables";
    QTest::newRow("topology.terminals=1025") << "switch.model"
                                             << "1024 are the most";
    for (const char* kind :
         {"topology.kind=mesh", "topology.kind=torus", "topology.kind=dragonfly"})
      QTest::newRow(kind) << "switch.model"
                          << "a crossbar or a tree";
    QTest::newRow("switch.flow_control=pause") << "switch.flow_control"
                                               << "no setting of these switches";
    QTest::newRow("switch.slots=1025") << "switch.slots"
                                       << "1025";
    QTest::newRow("switch.virtual_channels=2") << "switch.virtual_channels"
                                               << "";
  }
  void refusals() {
    QFETCH(QString, path);
    QFETCH(QString, words);
    const std::string setting = QTest::currentDataTag();
    Design design = hybridDesign(16);
    const std::size_t equals = setting.find('=');
    Issues issues = setFromText(design, setting.substr(0, equals), setting.substr(equals + 1));
    if (setting.rfind("topology.kind", 0) == 0) design.settings.erase("topology.terminals");
    if (!hasErrors(issues)) issues = compile(design).issues;
    QVERIFY(hasErrors(issues));
    const Issue& first = issues.front();
    QCOMPARE(QString::fromStdString(first.path), path);
    QVERIFY2(QString::fromStdString(first.text.english()).contains(words),
             first.text.english().c_str());
    QVERIFY(!first.remedy.empty());
  }

  /// Trees carry circuits; what they are told of their schedulers is theirs.
  void treesHaveCircuits() {
    Design tree;
    tree.settings = {{"topology.kind", std::string("k_ary_n_tree")},
                     {"topology.k", std::int64_t{4}},
                     {"topology.n", std::int64_t{3}},
                     {"switch.model", std::string("hybrid")},
                     {"traffic.load", 0.05},
                     {"run.warmup", std::int64_t{2000}},
                     {"run.measure", std::int64_t{10'000}}};
    for (const char* scheduler : {"level_wise", "local"})
      for (const char* turn : {"nearest", "top"}) {
        Design design = tree;
        design.settings["switch.scheduler"] = std::string(scheduler);
        design.settings["switch.turn"] = std::string(turn);
        const Results results = resultsOf(design);
        QCOMPARE(results.verdict, Verdict::stable);
        QCOMPARE(results.packetsLost, std::uint64_t{0});
        QVERIFY(results.circuitsEstablished.value_or(0) > 100);
        QVERIFY(std::string(turn) == "top" ? results.hopsMean == 4 : results.hopsMean < 4);
        QVERIFY(resultsOf(design, 13).histogram == results.histogram);
      }
    const auto refused = [&tree](const char* path, const Value& value) {
      Design design = tree;
      design.settings[path] = value;
      const Issues issues = compile(design).issues;
      return hasErrors(issues) ? issues.front().path : std::string();
    };
    QCOMPARE(refused("switch.worm_slot", true), std::string());
    tree.settings["switch.worm_slot"] = true;
    QCOMPARE(refused("switch.prefetch_grant", true), std::string("switch.prefetch_grant"));
    tree.settings.erase("switch.worm_slot");
    QCOMPARE(refused("switch.scheduler", std::string("greedy")), std::string("switch.scheduler"));
    QCOMPARE(refused("switch.preload", std::string("0>16 1>17 2>18 3>19 4>20; 5>16")),
             std::string());
    // One cable leads up from each leaf.
    tree.settings["topology.kind"] = std::string("xgft");
    tree.settings.erase("topology.k");
    tree.settings.erase("topology.n");
    tree.settings["topology.m"] = std::vector<std::int64_t>{4, 4};
    tree.settings["topology.w"] = std::vector<std::int64_t>{1, 1};
    QCOMPARE(refused("switch.preload", std::string("0>4 4>8 8>0")), std::string());
    QCOMPARE(refused("switch.preload", std::string("0>4 1>5")), std::string("switch.preload"));
    Design even = hybridDesign(
        8, {{"switch.scheduler", std::string("k_step")}, {"switch.path_stages", std::int64_t{4}}});
    QCOMPARE(compile(even).issues.front().path, std::string("switch.path_stages"));
  }

  /// The kinds of network of the source, worms among them, on trees.
  void treesAreSettingsOfOneSwitch() {
    for (const char* network : {"hybrid", "wormhole", "circuit", "tdm", "predictive", "rotor"}) {
      Design design;
      design.settings = {{"topology.kind", std::string("k_ary_n_tree")},
                         {"topology.k", std::int64_t{3}},
                         {"topology.n", std::int64_t{3}},
                         {"switch.model", std::string("hybrid")},
                         {"switch.network", std::string(network)},
                         {"traffic.load", 0.02},
                         {"run.warmup", std::int64_t{2000}},
                         {"run.measure", std::int64_t{10'000}}};
      const Compiled compiled = compile(design);
      QVERIFY2(compiled.setup, network);
      // Where all others are loaded in turn, there is a slot for each.
      if (std::string(network) == "predictive" || std::string(network) == "rotor")
        QCOMPARE(std::get<HybridSwitches>(compiled.setup->switches).settings.loaded.size(),
                 std::size_t{26});
      const Results results = resultsOf(design);
      QCOMPARE(results.verdict, Verdict::stable);
      QCOMPARE(results.packetsLost, std::uint64_t{0});
      QVERIFY(results.packetsMeasured > 100);
      // Over another terminal a packet goes up and down twice.
      QVERIFY(std::string(network) == "rotor" ? results.hopsMean > 4 && results.hopsMean < 8
                                              : results.hopsMean > 0 && results.hopsMean < 4);
      const LatencyParts& s = results.split;
      QVERIFY(std::abs(s.source + s.lookup + s.vcAllocation + s.switchAllocation + s.traversal +
                       s.serialization + s.channel - results.latency.mean) < 1e-6);
      QVERIFY(resultsOf(design, 13).histogram == results.histogram);
    }
  }

  /// Settings without effect are told, and those that let pairs wait for ever are refused.
  void whatDoesNothingIsSaid() {
    const auto found = [](Design design, const char* path, const Value& value) {
      design.settings[path] = value;
      for (const Issue& issue : compile(design).issues)
        if (issue.path == path) return issue.severity;
      return Severity::note;
    };
    Design tree;
    tree.settings = {{"topology.kind", std::string("k_ary_n_tree")},
                     {"switch.model", std::string("hybrid")}};
    QCOMPARE(found(tree, "routing.algorithm", std::string("up_down")), Severity::warning);
    QCOMPARE(found(tree, "routing.algorithm", std::string("nearest_common_ancestor")),
             Severity::note);
    QCOMPARE(found(tree, "switch.adding", std::string("threshold")), Severity::warning);
    Design paths = hybridDesign(8, {{"switch.scheduler", std::string("k_step")}});
    QCOMPARE(found(paths, "switch.eviction", std::string("never")), Severity::error);
    QCOMPARE(found(paths, "switch.eviction", std::string("use_counter")), Severity::error);
    QCOMPARE(found(paths, "switch.eviction", std::string("time_out")), Severity::note);
    paths.settings["switch.slots"] = std::int64_t{7};
    QCOMPARE(found(paths, "switch.eviction", std::string("never")), Severity::note);
  }

  /// Every scheduler of a crossbar, and longer paths find room for more.
  void schedulersOfACrossbar() {
    for (const char* scheduler : {"greedy", "k_step"}) {
      const Design design = hybridDesign(16, {{"switch.network", std::string("tdm")},
                                              {"switch.scheduler", std::string(scheduler)},
                                              {"traffic.load", 0.1},
                                              {"run.warmup", std::int64_t{2000}},
                                              {"run.measure", std::int64_t{10'000}}});
      const Results results = resultsOf(design);
      QCOMPARE(results.verdict, Verdict::stable);
      QCOMPARE(results.packetsLost, std::uint64_t{0});
    }
  }

  void slotsMustLeadEverywhere() {
    const Values loaded = {{"switch.network", std::string("tdm")},
                           {"switch.preload", std::string("self+1; self+2; self+3; self+4")}};
    const Issues issues = compile(hybridDesign(16, loaded)).issues;
    QVERIFY(hasErrors(issues));
    QCOMPARE(issues.front().path, std::string("switch.preload"));
    QVERIFY(!hasErrors(compile(hybridDesign(5, loaded)).issues));
  }

  /// Relays are told why they cannot be, and what can.
  void relaysNeedCircuitsThatStay() {
    const auto refused = [](Values settings, const char* words) {
      settings["switch.relay"] = std::string("valiant");
      const Issues issues = compile(hybridDesign(8, settings)).issues;
      return hasErrors(issues) && issues.front().path == "switch.relay" &&
             issues.front().text.english().find(words) != std::string::npos &&
             !issues.front().remedy.empty();
    };
    QVERIFY(refused({}, "not worms"));
    QVERIFY(refused(text("switch.network", "tdm"), "0 configurations are loaded"));
    QVERIFY(refused({{"switch.network", std::string("tdm")},
                     {"switch.preload", std::string("self+1; self+2; self+3; self+4")}},
                    "no circuit to terminal 5"));
    QVERIFY(!refused(text("switch.network", "predictive"), ""));
  }

  /// A model is a remedy only where the network can have it.
  void remediesSuitTheNetwork() {
    const auto remedy = [](const char* kind) {
      Design design;
      design.settings = {{"topology.kind", std::string(kind)},
                         {"switch.preload", std::string("rotation")}};
      return QString::fromStdString(compile(design).issues.front().remedy.english());
    };
    QCOMPARE(remedy("crossbar"),
             QString("Leave it out, or choose the switch.model \"hybrid\", which has it."));
    QVERIFY(remedy("mesh").startsWith("Leave it out: the switch.model \"hybrid\""));
  }

  /// Wires, clock and packets come with the preset; what a design says itself wins.
  void presetsAreDefaults() {
    const Design five = hybridDesign(16);
    QCOMPARE(std::get<std::int64_t>(effectiveValue(five, "channels.terminal.latency")), 8);
    QCOMPARE(std::get<double>(effectiveValue(five, "clock.flit_bytes")), 8.0);
    const Design eight = hybridDesign(16, text("switch.preset", "ding_chapter_8"));
    QCOMPARE(std::get<std::int64_t>(effectiveValue(eight, "channels.terminal.latency")), 1);
    QCOMPARE(std::get<std::int64_t>(effectiveValue(eight, "switch.scheduler_latency")), 2);
    const Design rotating = hybridDesign(16, text("switch.network", "predictive"));
    QCOMPARE(std::get<std::int64_t>(effectiveValue(rotating, "switch.slots")), 15);
    QVERIFY(!hasErrors(compile(rotating).issues));
    Design other = hybridDesign(16);
    other.settings["switch.model"] = std::string("wormhole");
    QCOMPARE(std::get<std::int64_t>(effectiveValue(other, "channels.terminal.latency")), 1);
  }

  void everyNetworkDeliversItsTraffic_data() {
    QTest::addColumn<QString>("network");
    for (const char* network : {"hybrid", "wormhole", "circuit", "tdm", "predictive", "rotor"})
      QTest::newRow(network) << network;
  }
  void everyNetworkDeliversItsTraffic() {
    QFETCH(QString, network);
    Values settings = text("switch.network", network.toStdString().c_str());
    settings["traffic.load"] = network == "predictive" || network == "rotor" ? 0.05 : 0.1;
    settings["run.warmup"] = std::int64_t{2000};
    settings["run.measure"] = std::int64_t{10'000};
    const Design design = hybridDesign(16, settings);
    const Results whole = resultsOf(design);
    QCOMPARE(whole.verdict, Verdict::stable);
    QCOMPARE(whole.packetsLost, std::uint64_t{0});
    QVERIFY(whole.packetsMeasured > 100);
    // All parts of the latency add up to it, all slots to the time.
    const LatencyParts& s = whole.split;
    QVERIFY(std::abs(s.source + s.lookup + s.vcAllocation + s.switchAllocation + s.traversal +
                     s.serialization + s.channel - whole.latency.mean) < 1e-6);
    Cycle time = 0;
    for (const SlotResult& each : whole.timeSlots) time += each.used + each.idle;
    QVERIFY(time > 0 && time <= whole.measuredCycles);
    QCOMPARE(whole.nonminimalFraction > 0.9, network == "rotor");
    if (network == "wormhole")
      QCOMPARE(whole.circuitHitRate, 0.0);
    else
      QVERIFY(whole.circuitHitRate > 0);
    // However it is stepped.
    const Results stepped = resultsOf(design, 7);
    QVERIFY(stepped.timeSlots == whole.timeSlots);
    QVERIFY(stepped.histogram == whole.histogram);
    QVERIFY(stepped.channelUtilization == whole.channelUtilization);
    QCOMPARE(stepped.cycles, whole.cycles);
    QCOMPARE(stepped.circuitsReleased, whole.circuitsReleased);
  }

  /// A file of commands: what a predictor is told, and what it forgets again.
  void commandsRuleCircuits() {
    const auto run = [](const char* commands) {
      Design design = hybridDesign(8, {{"switch.adding", std::string("command")},
                                       {"switch.eviction", std::string("never")}});
      const std::string text = std::string("# hopscope commands 1\npe 0\n") + commands;
      if (hasErrors(addCommands(design, text))) return Results();
      return resultsOf(design);
    };
    const Results none = run("send 64 1\nwait 1000\nsend 64 1\n");
    QCOMPARE(none.circuitHitRate, 0.0);
    QCOMPARE(none.messages.value_or(0), std::uint64_t{2});
    QVERIFY(none.makespan > 1000 && none.bandwidthUtilization > 0);
    const Results told = run("predict 1\nwait 1000\nsend 64 1\nsend 64 1\nwait 1000\n");
    QCOMPARE(told.circuitHitRate, 1.0);
    QCOMPARE(told.circuitsEstablished.value_or(9), std::uint64_t{1});
    QCOMPARE(told.circuitsEvicted.value_or(9), std::uint64_t{0});
    const Results forgot = run("predict 1\nwait 1000\nsend 64 1\nflush\nwait 1000\nsend 64 1\n");
    QCOMPARE(forgot.circuitHitRate, 0.5);
    QCOMPARE(forgot.circuitsEvicted.value_or(9), std::uint64_t{1});
    QCOMPARE(forgot.circuitsReleased.value_or(9), std::uint64_t{1});
  }

  /// Circuits that programs load take their slot once it has ended: what waits for those that were
  /// there goes as worms, or in another slot; nothing is lost.
  void programsLoadCircuits() {
    const auto designOf = [](std::int64_t ports, const std::string& commands,
                             const Values& settings = {}) {
      Values all = {{"switch.adding", std::string("command")}};
      all.insert(settings.begin(), settings.end());
      Design design = hybridDesign(ports, all);
      if (hasErrors(addCommands(design, "# hopscope commands 1\n" + commands))) return Design();
      return design;
    };
    const Results one =
        resultsOf(designOf(4, "pe 0\npreload 0 0>1\nwait 100\nsend 64 1\nsend 64 1\n"));
    QCOMPARE(one.circuitHitRate, 1.0);
    QCOMPARE(one.circuitsEstablished.value_or(9), std::uint64_t{0});  // by no scheduler
    const Results swapped = resultsOf(designOf(
        4, "pe 0\npreload 0 0>1\nwait 100\nsend 640 1\npreload 0 2>3\nwait 999\nsend 64 1\n"));
    QCOMPARE(swapped.circuitHitRate, 5.0 / 6);  // of six packets, five before
    QCOMPARE(swapped.messages.value_or(0), std::uint64_t{2});
    // Among much traffic, with worms and without, on a crossbar and on a tree, however it is
    // stepped.
    const std::string busy =
        "pe 0-6\nrepeat 20\nsend 200 self+1\nsend 72 self+2\nsend 1000 self+1\nend\n"
        "pe 7\npreload 1 self+2\nrepeat 60\npreload 0 self+2\nwait 33\npreload 0 self+1\n"
        "wait 57\nend\n";
    const Values tree = {{"topology.kind", std::string("k_ary_n_tree")},
                         {"topology.k", std::int64_t{2}},
                         {"topology.n", std::int64_t{3}}};
    for (const bool onTree : {false, true})
      for (const bool worms : {true, false}) {
        Values settings = onTree ? tree : Values();
        settings["switch.worm_slot"] = worms;
        settings["switch.slots"] = std::int64_t{2};
        Design design = designOf(8, busy, settings);
        if (onTree) design.settings.erase("topology.terminals");
        const Results whole = resultsOf(design), stepped = resultsOf(design, 3);
        QCOMPARE(std::string(nameOf(whole.verdict)), std::string("stable"));
        QCOMPARE(whole.messages.value_or(0), std::uint64_t{7 * 60});
        QVERIFY(whole.circuitHitRate > 0.1 && whole.cycles > 3000);
        QVERIFY(stepped.timeSlots == whole.timeSlots && stepped.cycles == whole.cycles);
        QVERIFY(stepped.histogram == whole.histogram);
      }
    const auto refused = [&](const char* command, const Values& settings) {
      const Design design = designOf(8, std::string("pe 0\nwait 5\n") + command, settings);
      for (const Issue& issue : validate(design))
        if (issue.severity == Severity::error) return issue.path + ": " + issue.text.english();
      return std::string();
    };
    QCOMPARE(refused("preload 4 0>1", {}),
             std::string("applications.0.text, line 4: There is no slot 4: circuits have slots 0 "
                         "to 3 (switch.slots)."));
    QCOMPARE(refused("preload 0 0>1", text("switch.preload", "0>1 * 8")),
             std::string("applications.0.text, line 4: Configurations of switch.preload wait for "
                         "their turn in slot 0."));
    QVERIFY(refused("preload 0 0>1", text("switch.network", "rotor")).find("relays") !=
            std::string::npos);
    // Whoever has no circuits passes over it, and says so.
    for (const char* model : {"wormhole", "vct", "slotted"})
      for (const char* command : {"preload 99 0>1", "flush", "predict 1"}) {
        Design other = hybridDesign(8, text("switch.model", model));
        QVERIFY(!hasErrors(
            addCommands(other, std::string("# hopscope commands 1\npe 0\n") + command + "\n")));
        const Issues told = validate(other);
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told.front().severity, Severity::warning);
        QCOMPARE(told.front().path, std::string("applications.0.text"));
        QVERIFY(told.front().text.english().find(model) != std::string::npos);
      }
    // A prediction is heard where it has a circuit added, and told of where it has not.
    const auto predicted = [&](const Values& settings) {
      Issues told;
      Design design = designOf(8, "pe 0\npredict 1\nsend 64 1\n");
      for (const auto& [path, value] : settings) design.settings[path] = value;
      for (const Issue& issue : validate(design))
        if (issue.path == "applications.0.text") told.push_back(issue);
      return told;
    };
    QVERIFY(predicted({}).empty());
    for (const auto& [path, value] :
         {std::pair<std::string, Value>("switch.adding", std::string("on_use")),
          std::pair<std::string, Value>("switch.worm_slot", false),
          std::pair<std::string, Value>("switch.preload", std::string("0>1; 1>2; 2>3; 3>4"))}) {
      QCOMPARE(predicted({{path, value}}).size(), std::size_t{1});
      QCOMPARE(predicted({{path, value}}).front().severity, Severity::warning);
    }
    // Slots that circuits which stay could fill are no matter where programs load what they need.
    const auto errorsOf = [&](const std::string& commands) {
      return hasErrors(validate(designOf(4, commands,
                                         {{"switch.slots", std::int64_t{1}},
                                          {"switch.worm_slot", false},
                                          {"switch.eviction", std::string("never")},
                                          {"traffic.load", 0.0}})));
    };
    QVERIFY(!errorsOf("pe 0\npreload 0 0>1\nsend 64 1\n"));
    QVERIFY(errorsOf("pe 0\nsend 64 1\n"));
    Design silent = hybridDesign(8, text("switch.model", "vct"));
    QVERIFY(!hasErrors(addCommands(silent, "# hopscope commands 1\npe 0\nsend 64 1\n")));
    QVERIFY(validate(silent).empty());
  }

  /// What a configuration has to carry may be sent later than all else waits for: nothing is stuck.
  void whoComputesHoldsUpAConfiguration() {
    Design design = hybridDesign(4, {{"switch.slots", std::int64_t{1}},
                                     {"switch.worm_slot", false},
                                     {"switch.preload", std::string("1>0 * 16; 0>2 * 16")},
                                     {"traffic.load", 0.0}});
    QVERIFY(!hasErrors(addCommands(
        design, "# hopscope commands 1\npe 0\nsend 128 2\npe 1\nwait 100000\nsend 128 0\n")));
    const Results results = resultsOf(design);
    QCOMPARE(std::string(nameOf(results.verdict)), std::string("stable"));
    QVERIFY(results.cycles > 100'000);
  }

  /// What waits for circuits that a program has still to load is not stuck.
  void whoLoadsLaterHoldsNobodyUp() {
    Design design = hybridDesign(
        4, {{"switch.slots", std::int64_t{1}}, {"switch.worm_slot", false}, {"traffic.load", 0.0}});
    QVERIFY(!hasErrors(addCommands(
        design, "# hopscope commands 1\npe 0\nsend 64 1\nwait 50000\npreload 0 0>1\n")));
    const Results results = resultsOf(design);
    QCOMPARE(std::string(nameOf(results.verdict)), std::string("stable"));
    QVERIFY(results.cycles > 50'000);
    QCOMPARE(results.packetsLost, std::uint64_t{0});
  }

  /// Slots are kept for programs up to the highest one that they name.
  void slotsForProgramsAreNamed() {
    Design design = hybridDesign(4, {{"switch.slots", std::int64_t{4}}, {"traffic.load", 0.0}});
    QVERIFY(!hasErrors(
        addCommands(design, "# hopscope commands 1\npe 0\nsend 64 1\npe 1\npreload 3 2>3\n")));
    const Compiled compiled = compile(design);
    QVERIFY(!compiled.setup);
    QVERIFY2(describe(compiled.issues.front()).find("into slot 3, but none into slot 0") !=
                 std::string::npos,
             describe(compiled.issues.front()).c_str());
  }

  /// Nobody receives, and the measured interval is over long before all has arrived.
  void aRunEndsWhenAllHasArrived() {
    Design design = hybridDesign(16, {{"traffic.load", 0.0},
                                      {"run.warmup", std::int64_t{200}},
                                      {"run.measure", std::int64_t{400}}});
    QVERIFY(!hasErrors(addCommands(design, "# hopscope commands 1\npe 0\nsend 100000 1\n")));
    const Results results = resultsOf(design);
    QVERIFY(results.cycles > 12'000);
    QVERIFY(results.bandwidthUtilization <= 1 && results.bandwidthUtilization > 0.9);
  }

  /// Programs that wait for what is never sent, and data whose slot never comes, end a run soon,
  /// however long it may be.
  void whatNeverEndsIsStalled() {
    Design waiting = hybridDesign(8);
    QVERIFY(!hasErrors(addCommands(waiting,
                                   "# hopscope commands 1\npe 0\nsend 64 1\npe 2\nrecv 3\nsend 8 "
                                   "3\npe 3\nrecv 2\nsend 8 2\n")));
    const Results results = resultsOf(waiting);
    QVERIFY(results.cycles < 10'000);
    QCOMPARE(std::string(nameOf(results.verdict)), std::string("stalled"));
    QCOMPARE(
        results.applications.front().stalled,
        (std::vector<std::string>{"Rank 2 receives from rank 3.", "Rank 3 receives from rank 2."}));
    // Of a barrier that some never come to, the chain, who never came, and who waits besides.
    Design barrier = hybridDesign(64);
    QVERIFY(!hasErrors(addCommands(barrier, "# hopscope commands 1\npe 0-62\nbarrier\n")));
    const std::vector<std::string> told = resultsOf(barrier).applications.front().stalled;
    QCOMPARE(told.size(), kMostStalledRanks + 1);
    QCOMPARE(told.front(), std::string("Rank 0 waits for rank 63 in a collective."));
    QCOMPARE(told[1], std::string("Rank 63 has finished."));
    QCOMPARE(told.back(), std::string("48 more ranks wait."));

    // A study or a project that asks whether it is stable hears no.
    QVERIFY(results.verdict != Verdict::stable);

    Design stuck = hybridDesign(3, {{"switch.network", std::string("tdm")},
                                    {"switch.slots", std::int64_t{1}},
                                    {"switch.preload", std::string("self+1 * 16; self+2 * 16")},
                                    {"run.max_cycles", std::int64_t{1'000'000'000}}});
    QVERIFY(!hasErrors(addCommands(stuck, "# hopscope commands 1\npe 0\nsend 64 2\n")));
    const Results kept = resultsOf(stuck);
    QVERIFY(kept.cycles < 10'000);
    QCOMPARE(std::string(nameOf(kept.verdict)), std::string("stalled"));
    QVERIFY(kept.warnings.size() >= 3);
    QCOMPARE(
        QString::fromStdString(kept.warnings.front().english()),
        QString("Terminal 0 waits for a circuit to terminal 2, which no slot has or will have."));
  }

  /// A slot that programs load is none that others get: who sends beside them has a way.
  void slotsOfProgramsStarveNobody() {
    const auto refused = [](const char* commands, const Values& settings) {
      Values all = {{"traffic.load", 0.1}, {"switch.worm_slot", false}};
      for (const auto& [path, value] : settings) all[path] = value;
      Design design = hybridDesign(4, all);
      if (hasErrors(addCommands(design, std::string("# hopscope commands 1\npe 0\n") + commands)))
        return std::string("commands");
      for (const Issue& issue : validate(design))
        if (issue.severity == Severity::error) return issue.path;
      return std::string();
    };
    const Values one = {{"switch.slots", std::int64_t{1}}};
    QCOMPARE(refused("preload 0 self+1\n", one), std::string("switch.slots"));
    QCOMPARE(refused("preload 0 self+1\npreload 0 self+2\npreload 0 self+3\n", one), std::string());
    QCOMPARE(refused("preload 0 self+1\n", {}), std::string());  // three are free
    QCOMPARE(refused("preload 0 self+1\n",
                     {{"switch.slots", std::int64_t{1}}, {"switch.worm_slot", true}}),
             std::string());
    QCOMPARE(
        refused("preload 0 self+1\n", {{"switch.slots", std::int64_t{1}}, {"traffic.load", 0.0}}),
        std::string());
    // Five free slots are enough for four ports, four are not; programs alone are told as they
    // wait.
    Values kept = {{"switch.slots", std::int64_t{5}}, {"switch.eviction", std::string("never")}};
    QCOMPARE(refused("send 64 1\n", kept), std::string());
    QCOMPARE(refused("preload 0 self+1\n", kept), std::string("switch.eviction"));
    kept["traffic.load"] = 0.0;
    QCOMPARE(refused("preload 0 self+1\n", kept), std::string());
  }

  /// The text of configurations, whatever it is, gives sound ones or one issue.
  void textsAreReadOrRefused() {
    Rng rng(11, 0, RandomPurpose::pattern);
    const std::string letters = "0123456789>+-*; ,selftorusrotation\t\n\x01";
    for (int round = 0; round < test::fuzzRounds(20'000); ++round) {
      std::string text;
      const std::uint32_t length = rng.below(30);
      for (std::uint32_t i = 0; i < length; ++i)
        text += letters[rng.below(static_cast<std::uint32_t>(letters.size()))];
      if (rng.below(4) == 0) text.insert(0, "self+" + std::to_string(rng.below(100)));
      const std::uint32_t ports = 1 + rng.below(9), slotCount = 1 + rng.below(4);
      const auto read = parseConfigurations(text, ports, slotCount, "p");
      if (const auto* issue = std::get_if<Issue>(&read)) {
        QVERIFY(!issue->text.empty() && !issue->remedy.empty());
        QCOMPARE(issue->path, std::string("p"));
        continue;
      }
      const auto& configurations = std::get<std::vector<LoadedConfiguration>>(read);
      for (const LoadedConfiguration& each : configurations) {
        QVERIFY(!each.pairs.empty());
        QVERIFY(checkConfiguration(each.pairs, ports, "p").empty());
        QVERIFY(configurations.size() <= slotCount || each.flits > 0);
      }
    }
  }
};

HOPSCOPE_TEST(HybridDesignTest)

}  // namespace hopscope

#include "hybrid_design_test.moc"
