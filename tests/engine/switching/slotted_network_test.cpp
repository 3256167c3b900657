// SPDX-License-Identifier: GPL-3.0-or-later
// Circuits whose slots move on by one each hop, running.

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
#include "engine/scheduling/shifted_slots.h"
#include "engine/simulation/make_network.h"
#include "engine/workload/message_set.h"
#include "tests/engine/switching/slotted_support.h"
#include "tests/support/test_main.h"

namespace hopscope {

using namespace test;

namespace {

Design circuitDesign(const char* kind, const Values& settings = {}) {
  Values all = settings;
  all.insert({{"traffic.load", 0.02}, {"run.measure", std::int64_t{10'000}}});
  return slottedDesign(kind, all);
}

/// The slots of each circuit.
std::map<std::pair<TerminalId, TerminalId>, std::set<std::uint32_t>> slotsOf(
    const PlannedCircuits& circuits) {
  std::map<std::pair<TerminalId, TerminalId>, std::set<std::uint32_t>> turns;
  for (const PlannedCircuit& each : circuits)
    turns[{each.source, each.destination}].insert(each.slot);
  return turns;
}

}  // namespace

class SlottedNetworkTest : public QObject {
  Q_OBJECT

 private slots:
  void everyPairTakesItsTime_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("slotsEach");
    for (const char* kind : {"mesh", "torus", "ring", "k_ary_n_tree", "dragonfly", "hyperx",
                             "crossbar", "hypercube", "complete"})
      QTest::newRow(kind) << kind << 1;
    for (const char* kind : {"torus", "crossbar", "k_ary_n_tree"})
      QTest::addRow("%s, three slots each", kind) << kind << 3;
  }
  /// All pairs of a network at once, and each message arrives in the cycle that its own slot and
  /// path give, as if it were alone; no two circuits ever have a channel in one slot.
  void everyPairTakesItsTime() {
    QFETCH(QString, kind);
    QFETCH(int, slotsEach);
    Design design =
        circuitDesign(qPrintable(kind), {{"switch.slots_each", std::int64_t{slotsEach}}});
    if (kind == "mesh" || kind == "torus")
      design.settings["topology.dimensions"] = std::vector<std::int64_t>{4, 3};
    if (kind == "k_ary_n_tree") {
      design.settings["topology.k"] = std::int64_t{3};
      design.settings["topology.n"] = std::int64_t{2};
    }
    if (kind == "crossbar") design.settings["topology.terminals"] = std::int64_t{9};
    if (kind == "hypercube") design.settings["topology.n"] = std::int64_t{4};
    if (kind == "hyperx") design.settings["topology.dimensions"] = std::vector<std::int64_t>{3, 3};
    Compiled compiled = compile(design);
    if (!compiled.setup) QFAIL(describe(compiled.issues.front()).c_str());
    Setup& setup = *compiled.setup;
    auto& switches = std::get<SlottedSwitches>(setup.switches);
    switches.settings.nicFlits = 100'000;
    setup.load = 0;
    auto set = std::make_shared<MessageSet>(setup.topology->terminalCount(), 1);
    std::vector<SetMessage> messages;
    const auto turns = slotsOf(*switches.circuits);
    QCOMPARE(switches.circuits->size(), turns.size() * static_cast<std::size_t>(slotsEach));
    for (const auto& [pair, own] : turns) {
      QCOMPARE(own.size(), static_cast<std::size_t>(slotsEach));
      messages.push_back({pair.first, pair.second, 1 + (pair.first + 3 * pair.second) % 8});
    }
    set->addPhase(messages);
    const auto network = makeNetwork(setup, set);
    while (!set->finished() && network->now() < 100'000) {
      network->advance(network->now() + 1);
      if (network->now() % 7 != 0) continue;
      const auto found = network->violations();
      QVERIFY2(found.empty(), found.empty() ? "" : found.front().c_str());
    }
    QVERIFY(set->finished());
    const SlottedSettings& s = switches.settings;
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const SetMessage& message = set->messages()[i];
      const PlannedCircuit& circuit = (*switches.circuits)[i * static_cast<std::size_t>(slotsEach)];
      const auto channels = static_cast<Cycle>(circuit.path.size());
      const std::set<std::uint32_t>& own = turns.at({message.source, message.destination});
      const auto inTurn = [&](Cycle at) {
        return own.count(static_cast<std::uint32_t>(at / s.slotLength) % s.slotCount) > 0;
      };
      QCOMPARE(message.arrived, lastFlit(message.accepted + s.nic, message.flits, inTurn) +
                                    channels * s.slotLength + s.nic);
    }
  }

  /// A flit that is ready as a slot begins takes what the closed form says in slots.
  void aFlitTakesWholeSlots() {
    Compiled compiled = compile(circuitDesign("mesh", {{"switch.slot_length", std::int64_t{5}}}));
    const Setup& setup = *compiled.setup;
    const auto& switches = std::get<SlottedSwitches>(setup.switches);
    const SlottedSettings& s = switches.settings;
    for (std::size_t i = 0; i < switches.circuits->size(); i += 97) {
      const PlannedCircuit& circuit = (*switches.circuits)[i];
      Setup alone = setup;
      alone.load = 0;
      auto set = std::make_shared<MessageSet>(setup.topology->terminalCount(), 1);
      set->addPhase({{circuit.source, circuit.destination, 1}});
      const auto network = makeNetwork(alone, set);
      network->advance(10'000);
      const SetMessage& message = set->messages().front();
      QCOMPARE(message.accepted, Cycle{0});  // in its interface in the midst of slot 0
      const std::uint64_t takes =
          circuit.slot == 0 ? circuit.path.size()  // it has begun: the rest of it will do
                            : shiftedLatency(1, circuit.slot, s.slotCount, circuit.path.size()) + 1;
      const Cycle first = circuit.slot == 0 ? s.nic : 0;
      QCOMPARE(message.arrived, static_cast<Cycle>(takes) * s.slotLength + first + s.nic);
    }
  }

  /// A circuit has one slot of a round.
  void aCircuitCarriesItsSlot() {
    Design design =
        circuitDesign("torus", {{"topology.dimensions", std::vector<std::int64_t>{8, 8}},
                                {"traffic.pattern", std::string("tornado")},
                                {"traffic.load", 0.9}});
    const Compiled compiled = compile(design);
    const SlottedSettings& s = std::get<SlottedSwitches>(compiled.setup->switches).settings;
    QVERIFY(s.slotCount >= 3);  // three circuits pass each channel of a ring
    QVERIFY(std::abs(resultsOf(design).acceptedLoad * s.slotCount - 1) < 0.01);
    // More slots than needed: they are empty.
    design.settings["switch.slots"] = std::int64_t{20};
    QVERIFY(std::abs(resultsOf(design).acceptedLoad * 20 - 1) < 0.01);
  }

  /// Several slots are that many times the bandwidth, and they are spread over the round.
  void aCircuitCarriesAllItsSlots() {
    Design design = circuitDesign("ring", {{"traffic.pattern", std::string("neighbour")},
                                           {"switch.slots", std::int64_t{20}},
                                           {"switch.slots_each", std::int64_t{4}},
                                           {"traffic.load", 0.9}});
    QVERIFY(std::abs(resultsOf(design).acceptedLoad - 0.2) < 0.002);
    const Compiled compiled = compile(design);
    for (const auto& [pair, turns] :
         slotsOf(*std::get<SlottedSwitches>(compiled.setup->switches).circuits)) {
      QCOMPARE(turns.size(), std::size_t{4});
      QCOMPARE(*std::next(turns.begin()) - *turns.begin(), 5U);
    }
  }

  /// As many circuits as memory holds: 150,000 and more.
  void manyPairsHaveCircuits() {
    const Compiled compiled =
        compile(circuitDesign("crossbar", {{"topology.terminals", std::int64_t{400}}}));
    QVERIFY(compiled.setup);
    QCOMPARE(std::get<SlottedSwitches>(compiled.setup->switches).circuits->size(),
             std::size_t{400} * 399);
  }

  /// Whatever it is stepped by, and parts of the latency add up.
  void isTheSameHoweverStepped() {
    for (const char* kind : {"mesh", "dragonfly"}) {
      const Design design = circuitDesign(kind, {{"traffic.include_self", true}});
      const Results whole = resultsOf(design), stepped = resultsOf(design, 7);
      QCOMPARE(whole.verdict, Verdict::stable);
      QVERIFY(whole.packetsMeasured > 100);
      QCOMPARE(whole.packetsLost, std::uint64_t{0});
      const LatencyParts& p = whole.split;
      QVERIFY(std::abs(p.source + p.lookup + p.vcAllocation + p.switchAllocation + p.traversal +
                       p.serialization + p.channel - whole.latency.mean) < 1e-6);
      QVERIFY(stepped.histogram == whole.histogram);
      QVERIFY(stepped.channelUtilization == whole.channelUtilization);
      QCOMPARE(stepped.cycles, whole.cycles);
    }
  }

  /// Phases and programs send to others than the traffic of cycle 0 does.
  void allThatMaySendHasCircuits() {
    Design phases = circuitDesign("mesh", {{"traffic.pattern", std::string("neighbour")}});
    phases.phases.resize(1);
    phases.phases[0].at = std::int64_t{6'000};
    phases.phases[0].set["traffic.pattern"] = std::string("transpose");
    const Results changed = resultsOf(phases);
    QCOMPARE(changed.verdict, Verdict::stable);
    QVERIFY(changed.packetsMeasured > 100);
    QCOMPARE(changed.packetsLost, std::uint64_t{0});
    followAPacket(circuitDesign("mesh"));
  }

  void refusals() {
    QVERIFY(isRefused(circuitDesign("mesh", {{"switch.slot_length", std::int64_t{1}}}),
                      "switch.slot_length", "would miss the next slot"));
    QVERIFY(isRefused(circuitDesign("mesh", {{"channels.local.latency", std::int64_t{9}}}),
                      "switch.slot_length", "take 10 cycles, a slot 3"));
    QVERIFY(isRefused(circuitDesign("mesh", {{"switch.slots", std::int64_t{20}}}), "switch.slots",
                      "there are 20 slots"));
    QVERIFY(isRefused(circuitDesign("mesh", {{"forwarding.lookup", std::string("cache")}}),
                      "forwarding.lookup", "not looked up"));
    QVERIFY(
        isRefused(circuitDesign("mesh", {{"topology.dimensions", std::vector<std::int64_t>{64, 64}},
                                         {"traffic.pattern", std::string("neighbour")},
                                         {"switch.slots", std::int64_t{100'000}}}),
                  "traffic.pattern", "take over 1024 MB of memory"));
    QVERIFY(
        isRefused(circuitDesign("mesh", {{"topology.dimensions", std::vector<std::int64_t>{64, 64}},
                                         {"traffic.pattern", std::string("bit_complement")},
                                         {"switch.slot_length", std::int64_t{4096}}}),
                  "switch.slot_length", "takes over 1024 MB of memory"));
    QVERIFY(isRefused(circuitDesign("mesh", {{"switch.slots_each", std::int64_t{0}}}),
                      "switch.slots_each", "0"));
  }
};

HOPSCOPE_TEST(SlottedNetworkTest)

}  // namespace hopscope

#include "slotted_network_test.moc"
