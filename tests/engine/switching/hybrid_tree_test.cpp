// SPDX-License-Identifier: GPL-3.0-or-later
// Circuits in time slots on trees, through the network that is made of them.
#include <QTest>
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "engine/scheduling/tree_path.h"
#include "engine/simulation/make_network.h"
#include "engine/workload/message_set.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

constexpr std::uint32_t kHandedToTree = 5;
constexpr Cycle kTerminalWire = 3, kInnerWire = 2, kThroughOneSwitch = 10;

struct HybridTree {
  Setup setup;
  std::uint32_t levels = 0;
};

/// As a design's settings become one (engine/design/hybrid_parameters.cpp).
HybridTree hybridTree(const std::string& kind, const Values& parameters, HybridSettings settings) {
  HybridTree tree{test::makeSetup(kind, parameters), 0};
  test::setLatency(tree.setup, LinkKind::terminal, kTerminalWire);
  test::setLatency(tree.setup, LinkKind::local, kInnerWire);
  tree.levels = static_cast<std::uint32_t>(circuitTree(*tree.setup.topology)->m.size());
  const Cycle above = (tree.levels - 1) * kInnerWire;
  settings.straight = kThroughOneSwitch + 2 * above;
  tree.setup.switches =
      HybridSwitches{settings, kHandedToTree, kTerminalWire + above, above, tree.levels};
  tree.setup.load = 0;
  return tree;
}

HybridSettings circuitsOfTrees(const char* scheduler = "level_wise") {
  HybridSettings settings;
  settings.scheduler = scheduler;
  settings.worms = false;
  settings.lengths = {10, 10};
  return settings;
}

HybridTree someHybridTree(Rng& rng) {
  HybridSettings settings = circuitsOfTrees(rng.below(2) == 0 ? "level_wise" : "local");
  settings.circuitSlots = 1 + rng.below(4);
  settings.policy = static_cast<SlotPolicy>(rng.below(4));
  settings.scope = static_cast<PreemptScope>(rng.below(2));
  settings.slotChoice = static_cast<SlotChoice>(rng.below(2));
  settings.rotation = static_cast<CellRotation>(rng.below(3));
  settings.ways.ports = static_cast<TreeSchedulerSettings::Ports>(rng.below(2));
  settings.ways.turn = static_cast<TreeSchedulerSettings::Turn>(rng.below(2));
  settings.ways.releaseOnFailure = rng.below(2) == 0;
  settings.evictionLimit = rng.below(3) * 40;
  settings.worms = rng.below(2) == 0;
  settings.adding = static_cast<Adding>(rng.below(3));
  settings.addingThreshold = 1 + rng.below(3);
  settings.wormFlits = 1 + rng.below(16);
  settings.switchFlits = 1 + rng.below(40);
  settings.lengths = {3 + rng.below(20), 10};
  settings.guard = rng.below(3);
  settings.nicFlits = 40 + rng.below(200);
  if (settings.worms && rng.below(4) == 0) settings.circuitSlots = 0;
  if (settings.circuitSlots > 1 && rng.below(2) == 0)
    settings.loaded = {{{{0, 5}, {5, 0}, {3, 2}}, 0}};
  using Shape = std::pair<const char*, Values>;
  const Shape shapes[] = {
      {"k_ary_n_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{3}}}},
      {"k_ary_n_tree", {{"k", std::int64_t{3}}, {"n", std::int64_t{2}}}},
      {"xgft",
       {{"m", std::vector<std::int64_t>{3, 2, 2}}, {"w", std::vector<std::int64_t>{1, 2, 2}}}},
      {"xgft", {{"m", std::vector<std::int64_t>{4, 3}}, {"w", std::vector<std::int64_t>{1, 1}}}}};
  const Shape& shape = shapes[rng.below(4)];
  return hybridTree(shape.first, shape.second, settings);
}

std::shared_ptr<MessageSet> someSet(Rng& rng, std::uint32_t terminals) {
  auto set = std::make_shared<MessageSet>(terminals, kHandedToTree);
  for (int phase = 0; phase < 2; ++phase) {
    std::vector<SetMessage> messages;
    for (int i = 0; i < 60; ++i) {
      const std::uint32_t source = rng.below(terminals);
      messages.push_back(
          {source, (source + 1 + rng.below(terminals - 1)) % terminals, 1 + rng.below(30)});
    }
    set->addPhase(messages);
  }
  return set;
}

}  // namespace

class HybridTreeTest : public QObject {
  Q_OBJECT

 private slots:
  /// To and from the scheduler at the top, a pass, and the way through the top whatever the pair:
  /// two interfaces, two wires to the top, the scheduler, the circuit, and the other flits.
  void aLoneCircuitsLatency() {
    HybridSettings settings = circuitsOfTrees();
    settings.circuitSlots = 1;
    settings.policy = SlotPolicy::fixed;
    for (const TerminalId destination : {1U, 2U, 7U, 26U}) {
      HybridTree tree =
          hybridTree("k_ary_n_tree", {{"k", std::int64_t{3}}, {"n", std::int64_t{3}}}, settings);
      const Cycle wire = kTerminalWire + 2 * kInnerWire;
      const Cycle straight = kThroughOneSwitch + 4 * kInnerWire;
      for (const std::uint32_t flits : {1U, 8U}) {
        auto set = std::make_shared<MessageSet>(27, kHandedToTree);
        set->addPhase({{0, destination, flits}});
        const auto network = makeNetwork(tree.setup, set);
        network->advance(10'000);
        const SetMessage& message = set->messages().front();
        QCOMPARE(message.arrived - message.accepted,
                 2 + 2 * wire + settings.schedulerLatency + straight + flits - 1);
        // The flits have gone up and down between the switches.
        const std::uint64_t hops = destination < 3 ? 0 : destination < 9 ? 2 : 4;
        QCOMPARE(network->flitHops(), flits * (hops + 1));
        std::uint64_t sent = 0;
        for (const std::uint64_t each : network->channelFlits()) sent += each;
        QCOMPARE(sent, flits * (hops + 2));
      }
    }
  }

  /// To the lowest switch, from there to the scheduler at the top and back, a pass, and the way
  /// through the top whatever the pair: what waits for nothing takes so long to the cycle. Each
  /// further worm of a packet is scheduled anew.
  void aLoneWormsLatency() {
    HybridSettings settings = circuitsOfTrees();
    settings.circuitSlots = 0;
    settings.worms = true;
    settings.wormFlits = 8;
    settings.buffer = 2;
    for (const TerminalId destination : {1U, 2U, 7U, 26U})
      for (const std::uint32_t flits : {1U, 8U, 9U, 20U}) {
        HybridTree tree =
            hybridTree("k_ary_n_tree", {{"k", std::int64_t{3}}, {"n", std::int64_t{3}}}, settings);
        const Cycle above = 2 * kInnerWire, scheduled = settings.schedulerLatency + 2 * above;
        auto set = std::make_shared<MessageSet>(27, kHandedToTree);
        set->addPhase({{0, destination, flits}});
        const auto network = makeNetwork(tree.setup, set);
        network->advance(10'000);
        const SetMessage& message = set->messages().front();
        const Cycle worms = (flits + settings.wormFlits - 1) / settings.wormFlits;
        // A pass of the next worm begins in the cycle behind the last flit of the one before it.
        QCOMPARE(
            message.arrived - message.accepted,
            2 + 2 * kTerminalWire + 2 * above + settings.buffer + worms * scheduled + (flits - 1));
        const std::uint64_t hops = destination < 3 ? 0 : destination < 9 ? 2 : 4;
        QCOMPARE(network->flitHops(), flits * (hops + 1));
      }
  }

  /// Beside circuits worms wait for their slot, and freeze at its end.
  void wormsFreezeBetweenTheirSlots() {
    HybridSettings settings = circuitsOfTrees();
    settings.circuitSlots = 1;
    settings.worms = true;
    settings.policy = SlotPolicy::fixed;
    settings.lengths = {30, 5};
    settings.loaded = {{{{1, 2}}, 0}};
    settings.adding = Adding::none;
    HybridTree tree =
        hybridTree("k_ary_n_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{3}}}, settings);
    auto set = std::make_shared<MessageSet>(8, kHandedToTree);
    set->addPhase({{0, 7, 12}});
    const auto network = makeNetwork(tree.setup, set);
    network->advance(10'000);
    // Ready before its slot begins at 30: five flits a turn of 35 cycles, the last ones at 100.
    const Cycle last = 30 + 2 * 35 + 1;
    QCOMPARE(set->messages().front().arrived,
             last + settings.buffer + kTerminalWire + 2 * 2 * kInnerWire + 1);
  }

  /// Loaded circuits need no scheduler.
  void aHitsLatency() {
    HybridSettings settings = circuitsOfTrees();
    settings.circuitSlots = 1;
    settings.policy = SlotPolicy::fixed;
    settings.loaded = {{{{0, 3}, {1, 2}, {2, 1}, {3, 0}}, 0}};
    HybridTree tree =
        hybridTree("k_ary_n_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{2}}}, settings);
    auto set = std::make_shared<MessageSet>(4, kHandedToTree);
    set->addPhase({{0, 3, 5}});
    makeNetwork(tree.setup, set)->advance(1000);
    const SetMessage& message = set->messages().front();
    QCOMPARE(message.arrived - message.accepted, 2 + kThroughOneSwitch + 2 * kInnerWire + 4);
  }

  /// Every message arrives once and in order for its pair, and each cycle is audited: no channel
  /// has two circuits in a slot.
  void allArrivesInOrder_data() {
    QTest::addColumn<int>("round");
    for (int round = 0; round < 60; ++round) QTest::addRow("%d", round) << round;
  }
  void allArrivesInOrder() {
    QFETCH(int, round);
    Rng rng(13, static_cast<std::uint32_t>(round), RandomPurpose::pattern);
    const HybridTree tree = someHybridTree(rng);
    const auto set = someSet(rng, tree.setup.topology->terminalCount());
    const auto network = makeNetwork(tree.setup, set);
    std::vector<std::uint64_t> sent(tree.setup.topology->channelCount(), 0);
    for (Cycle until = 1; !set->finished() && until < 60'000; ++until) {
      network->advance(until);
      // No channel has two flits in a cycle: those of a slot are all as late on their ways.
      const std::vector<std::uint64_t>& now = network->channelFlits();
      for (std::size_t c = 0; c < now.size(); ++c) QVERIFY(now[c] <= sent[c] + 1);
      sent = now;
      const std::vector<std::string> found = network->violations();
      QVERIFY2(found.empty(), found.empty() ? "" : found.front().c_str());
    }
    QVERIFY(set->finished());
    // Between circuits and worms of a pair there is no order.
    const bool mixed = std::get<HybridSwitches>(tree.setup.switches).settings.worms;
    std::map<std::pair<std::uint32_t, std::uint32_t>, Cycle> last;
    for (const SetMessage& message : set->messages()) {
      Cycle& before = last[{message.source, message.destination}];
      QVERIFY(message.accepted >= 0 && message.arrived > message.accepted);
      QVERIFY(mixed || message.arrived > before);
      before = message.arrived;
    }
    std::uint64_t carried = 0;
    for (const SlotUse& use : network->slotUses()) carried += use.flits;
    QCOMPARE(carried, set->flits());
    QCOMPARE(network->alive(), std::uint64_t{0});
  }

  void steppingChangesNothing_data() { allArrivesInOrder_data(); }
  void steppingChangesNothing() {
    QFETCH(int, round);
    const auto arrivals = [round](Cycle step) {
      Rng rng(17, static_cast<std::uint32_t>(round), RandomPurpose::pattern);
      const HybridTree tree = someHybridTree(rng);
      const auto set = someSet(rng, tree.setup.topology->terminalCount());
      const auto network = makeNetwork(tree.setup, set);
      while (!set->finished() && network->now() < 60'000) network->advance(network->now() + step);
      network->advance(70'000);
      std::vector<Cycle> all;
      for (const SetMessage& message : set->messages()) all.push_back(message.arrived);
      for (const std::uint64_t each : network->channelFlits())
        all.push_back(static_cast<Cycle>(each));
      all.push_back(static_cast<Cycle>(network->circuits()->established));
      return all;
    };
    const std::vector<Cycle> whole = arrivals(70'000);
    QVERIFY(arrivals(1) == whole);
    QVERIFY(arrivals(37) == whole);
  }
};

HOPSCOPE_TEST(HybridTreeTest)

}  // namespace hopscope

#include "hybrid_tree_test.moc"
