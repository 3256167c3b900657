// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/circuit_plan.h"

#include <algorithm>
#include <optional>

#include "engine/scheduling/edge_colouring.h"
#include "engine/scheduling/shifted_slots.h"
#include "engine/scheduling/tree_path.h"

namespace hopscope {
namespace {

/// Pairs of terminals times circuits of the busiest channel.
constexpr std::uint64_t kMostWork = 100'000'000;

Issues tooMany(std::uint64_t most) {
  return {{Severity::error, "traffic.pattern",
           sentence("The traffic has more than {} pairs.", most),
           sentence("Choose a smaller network, or a pattern with fewer pairs.")}};
}

/// Channel 2 l of a terminal's link leads into the network, 2 l + 1 out of it.
ChannelId channelIn(const Topology& topology, TerminalId terminal) {
  return 2 * topology.terminals[terminal].link;
}
ChannelId channelOut(const Topology& topology, TerminalId terminal) {
  return 2 * topology.terminals[terminal].link + 1;
}

/// All pairs of these patterns, those of a terminal with itself only where they are wanted; more
/// than `most` end early.
std::vector<PlannedCircuit> pairsOf(const Topology& topology,
                                    const std::vector<const TrafficPattern*>& patterns,
                                    bool withSelf, std::uint64_t most) {
  std::vector<PlannedCircuit> circuits;
  std::vector<DestinationShare> shares;
  std::vector<TerminalId> destinations;
  for (TerminalId source = 0; source < topology.terminalCount(); ++source) {
    destinations.clear();
    for (const TrafficPattern* const pattern : patterns) {
      shares.clear();
      pattern->destinations(source, shares);
      for (const DestinationShare& each : shares)
        if (each.share > 0 && (withSelf || each.destination != source))
          destinations.push_back(each.destination);
    }
    std::sort(destinations.begin(), destinations.end());
    destinations.erase(std::unique(destinations.begin(), destinations.end()), destinations.end());
    for (const TerminalId destination : destinations)
      circuits.push_back({source, destination, 0, {}});
    if (circuits.size() > most) break;
  }
  return circuits;
}

/// Each terminal with each other.
std::vector<PlannedCircuit> allPairs(TerminalId terminals) {
  std::vector<PlannedCircuit> circuits;
  for (TerminalId source = 0; source < terminals; ++source)
    for (TerminalId destination = 0; destination < terminals; ++destination)
      if (source != destination) circuits.push_back({source, destination, 0, {}});
  return circuits;
}

/// Channels of the way that the routing takes in an idle network; empty where it never arrives.
std::vector<ChannelId> pathOf(const Setup& setup, TerminalId source, TerminalId destination) {
  const Topology& topology = *setup.topology;
  std::vector<RouteState> states;
  setup.routing->starts(source, destination, states);
  RouteState state = states.front();
  RouterId router = topology.terminals[source].router;
  PortIndex input = topology.terminals[source].port;
  std::vector<ChannelId> path = {channelIn(topology, source)};
  while (path.size() <= std::size_t{2} * topology.routerCount() + 1) {
    const RouteChoice choice = setup.routing->route(router, input, state);
    const Port& port = topology.port(router, choice.port);
    path.push_back(port.out);
    if (port.peer.isTerminal) return path;
    state.detail = choice.nextDetail;
    router = port.peer.node;
    input = port.peer.port;
  }
  return {};
}

/// The most circuits that one of these channels carries, over all paths.
std::uint32_t busiestChannel(const Topology& topology,
                             const std::vector<PlannedCircuit>& circuits) {
  std::vector<std::uint32_t> load(topology.channelCount(), 0);
  std::uint32_t most = 0;
  for (const PlannedCircuit& circuit : circuits)
    for (const ChannelId channel : circuit.path) most = std::max(most, ++load[channel]);
  return most;
}

void planCrossbar(const Topology& topology, CircuitPlan& plan) {
  std::vector<PortPair> pairs;
  for (const PlannedCircuit& circuit : plan.circuits)
    pairs.push_back({circuit.source, circuit.destination});
  const SlotAssignment assignment = colourEdges(pairs, topology.terminalCount());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    PlannedCircuit& circuit = plan.circuits[i];
    circuit.slot = assignment.slot[i];
    circuit.path = {channelIn(topology, circuit.source), channelOut(topology, circuit.destination)};
  }
  plan.method = "edge colouring";
  plan.slotCount = plan.fewest = assignment.slotCount;
}

void planTree(const Topology& topology, const TreeStructure& tree, CircuitPlan& plan) {
  TreeSchedulerSettings settings;
  settings.releaseOnFailure = true;
  std::vector<TreeScheduler> tables;  // one each; in an empty one every circuit has a way
  std::vector<std::uint32_t> up(topology.terminalCount(), 0), down(topology.terminalCount(), 0);
  for (PlannedCircuit& circuit : plan.circuits) {
    TreeCircuit found;
    for (std::uint32_t slot = 0; !found.granted; ++slot) {
      if (slot == tables.size()) tables.emplace_back(tree, 1, settings);
      circuit.slot = slot;
      found = tables[slot].schedule(0, circuit.source, circuit.destination);
    }
    circuit.path = treePath(topology, tree, found);
    plan.fewest = std::max({plan.fewest, ++up[circuit.source], ++down[circuit.destination]});
  }
  plan.slotCount = static_cast<std::uint32_t>(tables.size());
  plan.method = "level-wise, first slot";
}

/// False where some circuit finds no slot among so many.
bool findSlots(const Topology& topology, CircuitPlan& plan) {
  ShiftedSlots table(topology.channelCount(), plan.slotCount);
  return std::all_of(plan.circuits.begin(), plan.circuits.end(), [&table](PlannedCircuit& each) {
    each.slot = table.establish(each.path);
    return each.slot != kNone;
  });
}

Issues findSlotsAmong(const Topology& topology, CircuitPlan& plan, std::uint32_t slotCount) {
  plan.slotCount = slotCount;
  const Sentence remedy = sentence("Choose more slots, or 0: as few as are found to do.");
  if (slotCount < plan.fewest)
    return {{Severity::error, "switch.slots",
             sentence("A channel has {} circuits, one a slot; there are {} slots.", plan.fewest,
                      slotCount),
             remedy}};
  if (!findSlots(topology, plan))
    return {
        {Severity::error, "switch.slots",
         sentence("Among {} slots not all {} circuits found one, though a channel has {} at the "
                  "most.",
                  slotCount, plan.circuits.size(), plan.fewest),
         remedy}};
  return {};
}

/// Among `slotCount` slots, or as many as it takes where that is 0.
Issues planPaths(const Setup& setup, CircuitPlan& plan, std::uint32_t slotCount = 0) {
  const Topology& topology = *setup.topology;
  for (PlannedCircuit& circuit : plan.circuits) {
    circuit.path = pathOf(setup, circuit.source, circuit.destination);
    if (circuit.path.empty())
      return {{Severity::error, "routing",
               sentence("The routing leads no packet from terminal {} to terminal {}.",
                        topology.terminalIds[circuit.source],
                        topology.terminalIds[circuit.destination]),
               sentence("Choose another routing.")}};
  }
  plan.fewest = busiestChannel(topology, plan.circuits);
  plan.method = "first slot, shifted by one each hop";
  plan.shifted = true;
  if (plan.fewest * plan.circuits.size() > kMostWork) return tooMany(kMostWork / plan.fewest);
  if (slotCount > 0) return findSlotsAmong(topology, plan, slotCount);
  // Whether circuits meet depends on the number of slots, so each number is tried anew; large ones
  // in steps of 2 %.
  for (plan.slotCount = plan.fewest; !findSlots(topology, plan);)
    plan.slotCount += 1 + plan.slotCount / 50;
  return {};
}

Issues nobodySends() {
  return {{Severity::error, "traffic.pattern", sentence("Nobody sends to anybody else."),
           sentence("Choose a pattern with pairs of terminals.")}};
}

}  // namespace

std::variant<CircuitPlan, Issues> planCircuits(const Setup& setup) {
  const Topology& topology = *setup.topology;
  CircuitPlan plan;
  plan.circuits = pairsOf(topology, {setup.traffic.get()}, false, kMostPlannedCircuits);
  if (plan.circuits.empty()) return nobodySends();
  if (plan.circuits.size() > kMostPlannedCircuits) return tooMany(kMostPlannedCircuits);
  const std::optional<TreeStructure> tree = circuitTree(topology);
  if (topology.routerCount() == 1) {
    planCrossbar(topology, plan);
  } else if (tree) {
    planTree(topology, *tree, plan);
  } else {
    Issues issues = planPaths(setup, plan);
    if (!issues.empty()) return issues;
  }
  return plan;
}

std::variant<CircuitPlan, Issues> planShiftedCircuits(const Setup& setup, std::uint32_t slotCount) {
  const Topology& topology = *setup.topology;
  CircuitPlan plan;
  if (setup.workload || setup.applications) {
    const std::uint64_t terminals = topology.terminalCount();
    if (terminals * (terminals - 1) > kMostShiftedCircuits)
      return Issues{{Severity::error, "switch.model",
                     sentence("Whoever plays programs may send to all, and circuits between {} "
                              "terminals are more than {}.",
                              terminals, kMostShiftedCircuits),
                     sentence("Choose a smaller network.")}};
    plan.circuits = allPairs(topology.terminalCount());
  } else {
    std::vector<const TrafficPattern*> patterns = {setup.traffic.get()};
    for (const TrafficPhase& phase : setup.phases) patterns.push_back(phase.traffic.get());
    plan.circuits = pairsOf(topology, patterns, true, kMostShiftedCircuits);
  }
  if (plan.circuits.size() > kMostShiftedCircuits) return tooMany(kMostShiftedCircuits);
  plan.shifted = true;
  plan.slotCount = std::max(1U, slotCount);
  if (plan.circuits.empty()) return plan;  // nobody sends
  Issues issues = planPaths(setup, plan, slotCount);
  if (!issues.empty()) return issues;
  return plan;
}

}  // namespace hopscope
