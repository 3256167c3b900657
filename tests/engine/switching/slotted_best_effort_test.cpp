// SPDX-License-Identifier: GPL-3.0-or-later
// Packets without a circuit, in slots that circuits leave free.

#include <QTest>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/design/compile.h"
#include "engine/simulation/make_network.h"
#include "engine/workload/message_set.h"
#include "tests/engine/switching/slotted_support.h"
#include "tests/support/test_main.h"

namespace hopscope {

using namespace test;

namespace {

Design effortDesign(const char* kind, const Values& settings = {}) {
  Values all = settings;
  all.insert({{"switch.best_effort", std::string("free")},
              {"traffic.load", 0.05},
              {"run.measure", std::int64_t{6'000}}});
  return slottedDesign(kind, all);
}

/// What becomes of messages that are all handed over at once.
std::vector<SetMessage> sendAll(Setup setup, const std::vector<SetMessage>& messages,
                                std::uint32_t longest) {
  auto& switches = std::get<SlottedSwitches>(setup.switches);
  switches.settings.nicFlits = 1'000'000;
  switches.settings.bufferFlits = std::max(switches.settings.bufferFlits, longest);
  setup.packetFlits = longest;
  setup.load = 0;
  auto set = std::make_shared<MessageSet>(setup.topology->terminalCount(), 1);
  set->addPhase(messages);
  const auto network = makeNetwork(setup, set);
  while (!set->finished() && network->now() < 200'000) {
    network->advance(network->now() + 1);
    if (network->now() % 5 != 0) continue;
    const std::vector<std::string> found = network->violations();
    if (!found.empty()) qWarning("%s", found.front().c_str());
    if (!found.empty()) return {};
  }
  return set->messages();
}

const std::vector<std::uint32_t> kDrawnIds = {10, 11, 12, 13};

/// Terminals with these ids at one router.
Design drawnEffort(const std::vector<std::uint32_t>& ids, const char* circuits) {
  Design design = effortDesign("custom", {{"switch.circuits", std::string(circuits)}});
  design.drawn.routers = {{7, {}}};
  for (const std::uint32_t id : ids) design.drawn.terminals.push_back({id, 7});
  return design;
}

}  // namespace

class SlottedBestEffortTest : public QObject {
  Q_OBJECT

 private slots:
  /// Alone in the network a packet takes what a circuit in its slot does.
  void aLonePacketTakesItsTime() {
    for (const char* kind : {"mesh", "torus", "k_ary_n_tree", "dragonfly", "crossbar"}) {
      const Compiled compiled =
          compile(effortDesign(kind, {{"switch.circuits", std::string("none")}}));
      QVERIFY2(compiled.setup.has_value(), kind);
      const SlottedSettings& s = std::get<SlottedSwitches>(compiled.setup->switches).settings;
      Design planned = effortDesign(kind);
      planned.settings.erase("switch.best_effort");
      const auto paths = std::get<SlottedSwitches>(compile(planned).setup->switches).circuits;
      for (std::size_t i = 0; i < paths->size(); i += 1 + paths->size() / 7) {
        const PlannedCircuit& path = (*paths)[i];
        const auto sent = sendAll(*compiled.setup, {{path.source, path.destination, 5}}, 5);
        QCOMPARE(sent.size(), std::size_t{1});
        QCOMPARE(sent[0].arrived - sent[0].accepted,
                 2 * s.nic + static_cast<Cycle>(path.path.size()) * s.slotLength + 4);
      }
    }
  }

  /// One circuit has a slot of four. Best effort has the other three, or, where the circuit has
  /// nothing to send, all of them; the circuit never notices.
  void itHasWhatCircuitsLeave_data() {
    QTest::addColumn<QString>("effort");
    QTest::addColumn<bool>("busy");
    for (const char* effort : {"free", "idle"})
      for (const bool busy : {false, true})
        QTest::addRow("%s, %s", effort, busy ? "busy" : "silent") << effort << busy;
  }
  void itHasWhatCircuitsLeave() {
    QFETCH(QString, effort);
    QFETCH(bool, busy);
    const Compiled compiled =
        compile(effortDesign("crossbar", {{"topology.terminals", std::int64_t{4}},
                                          {"switch.best_effort", effort.toStdString()},
                                          {"switch.circuits", std::string("0>1")},
                                          {"switch.slots", std::int64_t{4}}}));
    QVERIFY(compiled.setup);
    const auto& switches = std::get<SlottedSwitches>(compiled.setup->switches);
    const SlottedSettings& s = switches.settings;
    const std::uint32_t own = (*switches.circuits)[0].slot;
    const auto slotAt = [&](Cycle at) {
      return static_cast<std::uint32_t>(at / s.slotLength % s.slotCount);
    };
    // Handed over at a flit a cycle: the circuit is busy from before until after.
    std::vector<SetMessage> messages;
    if (busy) messages.push_back({0, 1, 2'000});
    messages.push_back({0, 2, 1'000});
    const auto sent = sendAll(*compiled.setup, messages, 2'000);
    QCOMPARE(sent.size(), messages.size());
    const Cycle wait = 2 * s.slotLength + s.nic;
    const bool whole = effort == "idle" && !busy;
    QCOMPARE(sent.back().arrived,
             wait + lastFlit(sent.back().accepted + s.nic, 1'000,
                             [&](Cycle at) { return whole || slotAt(at) != own; }));
    if (busy)
      QCOMPARE(sent[0].arrived, wait + lastFlit(sent[0].accepted + s.nic, 2'000,
                                                [&](Cycle at) { return slotAt(at) == own; }));
  }

  /// Each message over a circuit arrives in the same cycle whatever else is sent.
  void circuitsNeverNotice_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("effort");
    for (const char* kind : {"mesh", "torus", "dragonfly", "k_ary_n_tree"})
      for (const char* effort : {"free", "idle"})
        QTest::addRow("%s %s", kind, effort) << kind << effort;
  }
  void circuitsNeverNotice() {
    QFETCH(QString, kind);
    QFETCH(QString, effort);
    const Compiled compiled =
        compile(effortDesign(qPrintable(kind), {{"switch.best_effort", effort.toStdString()},
                                                {"switch.circuits", std::string("self+1")}}));
    QVERIFY(compiled.setup);
    const TerminalId terminals = compiled.setup->topology->terminalCount();
    std::vector<SetMessage> over, all;
    for (TerminalId t = 0; t < terminals; ++t) over.push_back({t, (t + 1) % terminals, 1 + t % 9});
    all = over;
    for (TerminalId t = 0; t < terminals; ++t)
      for (TerminalId step = 2; step < 9; ++step)
        all.push_back({t, (t + 7 * step) % terminals, 1 + (t + step) % 9});
    const auto alone = sendAll(*compiled.setup, over, 9), beside = sendAll(*compiled.setup, all, 9);
    QCOMPARE(alone.size(), over.size());
    QCOMPARE(beside.size(), all.size());
    for (std::size_t i = 0; i < over.size(); ++i) QCOMPARE(beside[i].arrived, alone[i].arrived);
    for (std::size_t i = over.size(); i < all.size(); ++i)
      QVERIFY(beside[i].arrived > beside[i].accepted);
  }

  /// Whatever it is stepped by; parts of the latency add up, nothing is lost, kinds are told apart.
  void isTheSameHoweverStepped_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("routing");
    QTest::newRow("mesh") << "mesh" << QString();
    QTest::newRow("torus") << "torus" << QString();
    QTest::newRow("torus, Valiant") << "torus"
                                    << "valiant";
    QTest::newRow("Dragonfly, Valiant") << "dragonfly"
                                        << "valiant";
    QTest::newRow("tree") << "k_ary_n_tree" << QString();
  }
  void isTheSameHoweverStepped() {
    QFETCH(QString, kind);
    QFETCH(QString, routing);
    Design design =
        effortDesign(qPrintable(kind), {{"switch.circuits", std::string("self+1 ; self-1")},
                                        {"switch.slots", std::int64_t{16}},
                                        {"traffic.include_self", true}});
    if (!routing.isEmpty()) {
      design.settings["routing.algorithm"] = routing.toStdString();
      // All detours of circuits lead over one router, whose channels have hardly a slot left.
      design.settings.erase("switch.slots");
      design.settings["switch.best_effort"] = std::string("idle");
    }
    const Compiled compiled = compile(design);
    if (!compiled.setup) QFAIL(describe(compiled.issues.front()).c_str());
    const Results whole = resultsOf(design), stepped = resultsOf(design, 7);
    QCOMPARE(whole.verdict, Verdict::stable);
    QVERIFY(whole.packetsMeasured > 1'000);
    QCOMPARE(whole.packetsLost, std::uint64_t{0});
    QVERIFY(stepped.histogram == whole.histogram);
    QVERIFY(stepped.channelUtilization == whole.channelUtilization);
    QCOMPARE(stepped.cycles, whole.cycles);
    const LatencyParts& p = whole.split;
    QVERIFY(std::abs(p.source + p.lookup + p.vcAllocation + p.switchAllocation + p.traversal +
                     p.serialization + p.channel - whole.latency.mean) < 1e-6);
    QVERIFY(whole.circuitHitRate > 0 && whole.circuitHitRate < 0.2);
    QVERIFY(std::abs(whole.bestEffortLoad / whole.acceptedLoad - (1 - whole.circuitHitRate)) <
            0.03);
    const double mean = whole.circuitHitRate * whole.circuitLatency +
                        (1 - whole.circuitHitRate) * whole.bestEffortLatency;
    QVERIFY2(std::abs(mean / whole.latency.mean - 1) < 0.05, qPrintable(QString::number(mean)));
    QVERIFY(!whole.circuitsEstablished);
  }

  /// Beyond saturation it goes on and on, with nothing miscounted.
  void fullBuffersMoveOn_data() {
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"torus", "mesh", "dragonfly", "ring", "k_ary_n_tree"})
      QTest::newRow(kind) << kind;
  }
  void fullBuffersMoveOn() {
    QFETCH(QString, kind);
    for (const char* effort : {"free", "idle"}) {
      const Compiled compiled =
          compile(effortDesign(qPrintable(kind), {{"switch.best_effort", std::string(effort)},
                                                  {"switch.circuits", std::string("self+1")},
                                                  {"switch.buffer_flits", std::int64_t{3}},
                                                  {"traffic.load", 1.0}}));
      QVERIFY(compiled.setup);
      const auto network = makeNetwork(*compiled.setup);
      std::uint64_t before = 0;
      for (int i = 1; i <= 200; ++i) {
        network->advance(Cycle{i} * 53);
        const auto found = network->violations();
        QVERIFY2(found.empty(), found.empty() ? "" : found.front().c_str());
        if (i % 20 != 0) continue;
        const std::uint64_t arrived = network->circuits()->bestEffort.packets;
        QVERIFY(arrived > before);
        before = arrived;
      }
    }
  }

  /// Every cycle of a followed packet has a place and a cause.
  void aPacketIsFollowed() {
    followAPacket(
        effortDesign("mesh", {{"switch.circuits", std::string("none")}, {"traffic.load", 0.3}}));
  }

  /// What there is to see: the plan, who waits, and where best effort goes.
  void whoLooksOnSeesBothKinds() {
    const Compiled compiled = compile(
        effortDesign("mesh", {{"switch.circuits", std::string("self+1")}, {"traffic.load", 0.4}}));
    const auto network = makeNetwork(*compiled.setup);
    network->advance(3'000);
    const auto detail = network->observeCircuits();
    QVERIFY(detail && detail->shifted);
    const ShiftedDetail& seen = *detail->shifted;
    QCOMPARE(seen.planned->size(), std::size_t{compiled.setup->topology->terminalCount()});
    QCOMPARE(seen.sent.size(), seen.planned->size());
    std::uint64_t over = 0, effort = 0, all = 0;
    for (std::size_t i = 0; i < seen.sent.size(); ++i)
      over += seen.sent[i] * (*seen.planned)[i].path.size();
    for (const std::uint64_t each : seen.effort) effort += each;
    for (const std::uint64_t each : seen.onChannel) all += each;
    QVERIFY(over > 0 && effort > 0);
    QCOMPARE(over + effort, all);
  }

  /// Terminals of a drawn network are named by their ids; "self+1" goes by their order.
  void terminalsAreNamedByTheirIds() {
    const auto pairs = [](const char* words, const std::vector<std::uint32_t>& ids = kDrawnIds) {
      std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
      const Compiled compiled = compile(drawnEffort(ids, words));
      if (compiled.setup)
        for (const PlannedCircuit& each :
             *std::get<SlottedSwitches>(compiled.setup->switches).circuits)
          found.emplace_back(each.source, each.destination);
      return found;
    };
    using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
    QCOMPARE(pairs("10>12 13>11"), (Pairs{{0, 2}, {3, 1}}));
    QCOMPARE(pairs("self+1"), (Pairs{{0, 1}, {1, 2}, {2, 3}, {3, 0}}));
    QCOMPARE(pairs("1>7 0>3", {3, 1, 0, 7}), (Pairs{{1, 3}, {2, 0}}));
    QVERIFY(isRefused(drawnEffort(kDrawnIds, "0>1"), "switch.circuits",
                      "no terminal 0: they are 10 to 13"));
    QVERIFY(isRefused(drawnEffort(kDrawnIds, "10>14"), "switch.circuits",
                      "no terminal 14: they are 10 to 13"));
    QVERIFY(isRefused(drawnEffort({40, 20, 21, 5}, "40>22"), "switch.circuits",
                      "no terminal 22: they are 40, 20, 21, 5."));
  }

  /// Whatever is written over and over, no more pairs are kept than may be named.
  void aTextNamesNotTooMany() {
    std::string turns, rounds;
    for (int i = 1; i <= 1'100; ++i) turns += "self+" + std::to_string(i) + " ";
    for (int i = 0; i < 70; ++i) rounds += i == 0 ? "rotation" : ";rotation";
    const Values large = {{"topology.dimensions", std::vector<std::int64_t>{64, 64}}};
    const auto named = [](Values settings, const std::string& words) {
      settings["switch.circuits"] = words;
      return effortDesign("mesh", settings);
    };
    const char* const path = "switch.circuits";
    QVERIFY(isRefused(named(large, turns), path, "names more than 4194304 pairs"));
    QVERIFY(isRefused(named(large, "rotation"), path, "names more than 4194304 pairs"));
    QVERIFY(isRefused(named({{"topology.dimensions", std::vector<std::int64_t>{16, 16}}}, rounds),
                      path, "names more than 4194304 pairs"));
    // The same a few times is not too many.
    const Compiled few = compile(named({}, "rotation; rotation; torus; self+1 self+1"));
    QVERIFY(few.setup);
    QCOMPARE(std::get<SlottedSwitches>(few.setup->switches).circuits->size(), std::size_t{64 * 63});
  }

  /// More pairs than can be looked at are not the reason that is told, but the full channel.
  void aFullChannelIsTheReason() {
    const Values full = {{"topology.dimensions", std::vector<std::int64_t>{48, 48}},
                         {"switch.circuits", std::string("0>1")},
                         {"switch.slots", std::int64_t{1}}};
    QVERIFY(isRefused(effortDesign("mesh", full), "switch.slots",
                      "every slot of the channel from terminal 0 to router 0 (switch.slots is 1)"));
  }

  /// Valiant's two legs are proved apart: all triples of 400 routers would be too many.
  void legsOfLargeNetworksAreProved() {
    const Compiled compiled =
        compile(effortDesign("torus", {{"topology.dimensions", std::vector<std::int64_t>{20, 20}},
                                       {"routing.algorithm", std::string("valiant")},
                                       {"switch.circuits", std::string("none")}}));
    QVERIFY2(compiled.setup,
             compiled.issues.empty() ? "" : compiled.issues.front().text.english().c_str());
  }

  /// A proof that would take minutes is not begun.
  void whatTakesTooLongToProveIsRefused() {
    QVERIFY(isRefused(
        effortDesign("mesh", {{"topology.dimensions", std::vector<std::int64_t>{128, 128}},
                              {"switch.circuits", std::string("none")}}),
        "switch.best_effort", "million decisions of the routing would be walked; 40 million"));
  }

  /// Whoever sends has a circuit then, whatever is asked for; words that mean nothing are refused.
  void withoutItCircuitsAreNotChosen() {
    for (const char* circuits : {"none", "0>1", "class 1"}) {
      Design design = effortDesign("mesh", {{"switch.circuits", std::string(circuits)},
                                            {"switch.best_effort", std::string("none")}});
      if (circuits == std::string("class 1")) {
        design.settings["traffic.pattern"] = std::string("mix");
        design.settings["traffic.parts"] = std::string("1 neighbour; 3 neighbour");
      }
      const Compiled compiled = compile(design);
      QVERIFY2(compiled.setup, circuits);
      QCOMPARE(compiled.issues.size(), std::size_t{1});
      QCOMPARE(compiled.issues.front().path, std::string("switch.circuits"));
      QCOMPARE(compiled.issues.front().severity, Severity::warning);
      design.settings.erase("switch.circuits");
      const Compiled plain = compile(design);
      QVERIFY(plain.setup && plain.issues.empty());
      QVERIFY(std::get<SlottedSwitches>(compiled.setup->switches) ==
              std::get<SlottedSwitches>(plain.setup->switches));
    }
    for (const char* circuits : {"foo", "0>99", "class web"}) {
      const Compiled compiled =
          compile(effortDesign("mesh", {{"switch.circuits", std::string(circuits)},
                                        {"switch.best_effort", std::string("none")}}));
      QVERIFY2(!compiled.setup, circuits);
      const Issue& last = compiled.issues.back();
      QCOMPARE(last.severity, Severity::error);
      QCOMPARE(last.path, std::string("switch.circuits"));
    }
  }

  void refusals() {
    const std::string next = "self+1";
    QVERIFY(isRefused(
        effortDesign("mesh", {{"switch.circuits", next}, {"switch.buffer_flits", std::int64_t{2}}}),
        "switch.buffer_flits", "no room for packets of 3"));
    QVERIFY(isRefused(effortDesign("mesh", {{"switch.circuits", std::string("0>64")}}),
                      "switch.circuits", "no terminal 64: they are 0 to 63"));
    QVERIFY(isRefused(effortDesign("mesh", {{"switch.circuits", std::string("0>1 * 4")}}),
                      "switch.circuits", "number of flits"));
    // Many to one, and twice the same, in any order.
    const Compiled many =
        compile(effortDesign("mesh", {{"switch.circuits", std::string("5>1 0>1; 3>1 0>1")}}));
    QVERIFY(many.setup);
    QCOMPARE(std::get<SlottedSwitches>(many.setup->switches).circuits->size(), std::size_t{3});
    QVERIFY(isRefused(effortDesign("mesh", {{"switch.circuits", std::string("zero>1")}}),
                      "switch.circuits", "cannot be read"));
    QVERIFY(
        isRefused(effortDesign("mesh", {{"topology.dimensions", std::vector<std::int64_t>{64, 64}},
                                        {"switch.circuits", std::string("rotation")}}),
                  "switch.circuits", "names more than"));
    QVERIFY(
        isRefused(effortDesign("mesh", {{"topology.dimensions", std::vector<std::int64_t>{64, 64}},
                                        {"switch.circuits", std::string("none")},
                                        {"switch.slots", std::int64_t{100'000}}}),
                  "traffic.pattern", "take over 1024 MB of memory"));
    // In one slot a neighbour's circuit has its channel for ever; best effort elsewhere is fine.
    const Values full = {{"switch.circuits", next}, {"switch.slots", std::int64_t{1}}};
    QVERIFY(isRefused(effortDesign("ring", full), "switch.slots", "wait for ever"));
    Values idle = full;
    idle["switch.best_effort"] = std::string("idle");
    QVERIFY(compile(effortDesign("ring", idle)).setup.has_value());
    // As many as it takes is one more than circuits take.
    const Compiled open = compile(effortDesign("ring", {{"switch.circuits", next}}));
    QVERIFY(open.setup && std::get<SlottedSwitches>(open.setup->switches).settings.slotCount >= 2);
  }

  /// A class has circuits for its own packets, though others go the same way.
  void circuitsOfAClass() {
    const auto mixed = [](const char* parts, const char* circuits, const char* effort = "idle") {
      return effortDesign("mesh", {{"topology.dimensions", std::vector<std::int64_t>{4, 4}},
                                   {"traffic.pattern", std::string("mix")},
                                   {"traffic.parts", std::string(parts)},
                                   {"switch.circuits", std::string(circuits)},
                                   {"switch.best_effort", std::string(effort)}});
    };
    const char* const parts = "calls = 1 neighbour; files = 3 neighbour";
    for (const char* effort : {"idle", "free"}) {
      const Results results = resultsOf(mixed(parts, "class calls", effort));
      QCOMPARE(results.packetsLost, std::uint64_t{0});
      const auto& classes = results.trafficClasses;
      QVERIFY(std::abs(results.circuitLatency - classes[0].latencyMean) < 1e-9);
      QVERIFY(std::abs(results.bestEffortLatency - classes[1].latencyMean) < 1e-9);
      QVERIFY(std::abs(results.bestEffortLoad / results.acceptedLoad - 0.75) < 0.03);
    }
    // As pairs that are named, but for whose packets.
    const auto circuitsOf = [](const Design& design) {
      return std::get<SlottedSwitches>(compile(design).setup->switches).circuits;
    };
    Design named = mixed(parts, "class files");
    QVERIFY(*circuitsOf(named) == *circuitsOf(mixed(parts, "class calls")));
    QCOMPARE(circuitsOf(mixed(parts, "class calls; class files"))->size(),
             circuitsOf(named)->size());
    QCOMPARE(resultsOf(mixed(parts, "class calls; class files")).bestEffortLoad, 0.0);
    QVERIFY(*circuitsOf(mixed("1 neighbour; 3 uniform", "class 1")) == *circuitsOf(named));
    // Those of a class that comes later have their circuits from the beginning.
    Design later = mixed(parts, "class late");
    later.phases.push_back({4000, {{"traffic.parts", std::string("late = 1 transpose")}}});
    QVERIFY(*circuitsOf(later) != *circuitsOf(named));
    QVERIFY(isRefused(mixed(parts, "class mail"), "switch.circuits",
                      "There is no class of traffic \"mail\""));
    QVERIFY(isRefused(mixed(parts, "class calls; 0>1"), "switch.circuits", ""));
    QVERIFY(isRefused(effortDesign("mesh", {{"switch.circuits", std::string("class web")}}),
                      "switch.circuits", "There is no class of traffic \"web\""));
    // Where their slots are all there are, others between the same terminals wait for ever.
    Design full = mixed(parts, "class calls", "free");
    full.settings["switch.slots"] =
        std::get<SlottedSwitches>(compile(full).setup->switches).settings.slotCount - 1;
    QVERIFY(isRefused(full, "switch.slots", "wait for ever"));
  }
};

HOPSCOPE_TEST(SlottedBestEffortTest)

}  // namespace hopscope

#include "slotted_best_effort_test.moc"
