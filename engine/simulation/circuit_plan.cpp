// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/circuit_plan.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "engine/scheduling/edge_colouring.h"
#include "engine/scheduling/shifted_slots.h"
#include "engine/scheduling/tree_path.h"
#include "engine/simulation/traffic_class_names.h"
#include "engine/topology/part_words.h"

namespace hopscope {
namespace {

/// Pairs of terminals times circuits of the busiest channel; 64 slots are looked at together.
constexpr std::uint64_t kMostWork = 64 * std::uint64_t{400'000'000};
/// Pairs whose circuits might not take more than kMostSlottedBytes, were paths short.
constexpr std::uint64_t kBesideCircuit =
    32;  ///< bytes: its queue, its counter, its share of blocks
constexpr std::uint64_t kMostPairs = kMostSlottedBytes / (sizeof(PlannedCircuit) + kBesideCircuit);
/// Pairs, and channels of their ways, that are looked at for one that waits for ever.
constexpr std::uint64_t kMostLookedPairs = 1 << 22;
constexpr std::uint64_t kMostLookedChannels = 50'000'000;

Issues tooMany(std::uint64_t most) {
  return {{Severity::error, "traffic.pattern",
           sentence("The traffic has more than {} pairs.", most),
           sentence("Choose a smaller network, or a pattern with fewer pairs.")}};
}

Issues tooLarge(std::uint64_t pairs) {
  return {{Severity::error, "traffic.pattern",
           sentence("Circuits for {} pairs of terminals or more, and the tables of their slots, "
                    "take over {} MB of memory.",
                    pairs, kMostSlottedBytes >> 20),
           sentence("Choose a smaller network, a pattern with fewer pairs, or fewer slots.")}};
}

/// Channel 2 l of a terminal's link leads into the network, 2 l + 1 out of it.
ChannelId channelIn(const Topology& topology, TerminalId terminal) {
  return 2 * topology.terminals[terminal].link;
}
ChannelId channelOut(const Topology& topology, TerminalId terminal) {
  return 2 * topology.terminals[terminal].link + 1;
}

/// All pairs of these patterns, those of a terminal with itself only where they are wanted; more
/// than `most` end early, as a stop does.
PlannedCircuits pairsOf(const Topology& topology,
                        const std::vector<const TrafficPattern*>& patterns, bool withSelf,
                        std::uint64_t most, const std::stop_token& stop) {
  PlannedCircuits circuits;
  std::vector<DestinationShare> shares;
  std::vector<TerminalId> destinations;
  for (TerminalId source = 0; source < topology.terminalCount() && !stop.stop_requested();
       ++source) {
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
    for (const TerminalId destination : destinations) circuits.add(source, destination);
    if (circuits.size() > most) break;
  }
  return circuits;
}

/// Each terminal with each other.
PlannedCircuits allPairs(TerminalId terminals, const std::stop_token& stop) {
  PlannedCircuits circuits;
  for (TerminalId source = 0; source < terminals && !stop.stop_requested(); ++source)
    for (TerminalId destination = 0; destination < terminals; ++destination)
      if (source != destination) circuits.add(source, destination);
  return circuits;
}

/// Channels of the way that the routing takes in an idle network; none where it never arrives.
void findPath(const Setup& setup, TerminalId source, RouteState state,
              std::vector<ChannelId>& path) {
  const Topology& topology = *setup.topology;
  RouterId router = topology.terminals[source].router;
  PortIndex input = topology.terminals[source].port;
  path.assign(1, channelIn(topology, source));
  while (path.size() <= std::size_t{2} * topology.routerCount() + 1) {
    const RouteChoice choice = setup.routing->route(router, input, state);
    const Port& port = topology.port(router, choice.port);
    path.push_back(port.out);
    if (port.peer.isTerminal) return;
    state.detail = choice.nextDetail;
    router = port.peer.node;
    input = port.peer.port;
  }
  path.clear();
}

/// Per channel, how many circuits it carries; of some of them, once a stop is requested.
std::vector<std::uint32_t> circuitsPerChannel(const Topology& topology,
                                              const PlannedCircuits& circuits,
                                              const std::stop_token& stop) {
  std::vector<std::uint32_t> load(topology.channelCount(), 0);
  for (const PlannedCircuit& circuit : circuits) {
    if (stop.stop_requested()) break;
    for (const ChannelId channel : circuit.path) ++load[channel];
  }
  return load;
}

/// The most circuits that one of these channels carries, over all paths.
std::uint32_t busiestChannel(const Topology& topology, const PlannedCircuits& circuits,
                             const std::stop_token& stop) {
  const std::vector<std::uint32_t> load = circuitsPerChannel(topology, circuits, stop);
  return load.empty() ? 0 : *std::max_element(load.begin(), load.end());
}

void planCrossbar(const Topology& topology, CircuitPlan& plan, const std::stop_token& stop) {
  std::vector<PortPair> pairs;
  for (const PlannedCircuit& circuit : plan.circuits)
    pairs.push_back({circuit.source, circuit.destination});
  const SlotAssignment assignment = colourEdges(pairs, topology.terminalCount(), stop);
  if (stop.stop_requested()) return;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    PlannedCircuit& circuit = plan.circuits[i];
    circuit.slot = assignment.slot[i];
    plan.circuits.setPath(circuit, std::array{channelIn(topology, circuit.source),
                                              channelOut(topology, circuit.destination)});
  }
  plan.method = "edge colouring";
  plan.slotCount = plan.fewest = assignment.slotCount;
}

void planTree(const Topology& topology, const TreeStructure& tree, CircuitPlan& plan,
              const std::stop_token& stop) {
  TreeSchedulerSettings settings;
  settings.releaseOnFailure = true;
  std::vector<TreeScheduler> tables;  // one each; in an empty one every circuit has a way
  std::vector<std::uint32_t> up(topology.terminalCount(), 0), down(topology.terminalCount(), 0);
  for (PlannedCircuit& circuit : plan.circuits) {
    if (stop.stop_requested()) return;
    TreeCircuit found;
    for (std::uint32_t slot = 0; !found.granted; ++slot) {
      if (slot == tables.size()) tables.emplace_back(tree, 1, settings);
      circuit.slot = slot;
      found = tables[slot].schedule(0, circuit.source, circuit.destination);
    }
    plan.circuits.setPath(circuit, treePath(topology, tree, found));
    plan.fewest = std::max({plan.fewest, ++up[circuit.source], ++down[circuit.destination]});
  }
  plan.slotCount = static_cast<std::uint32_t>(tables.size());
  plan.method = "level-wise, first slot";
}

/// False where some circuit finds no slot among so many, or a stop is requested. `slotsEach`
/// entries are of one circuit; its slots are looked for from where they would be as far apart as
/// they can.
bool findSlots(const Topology& topology, CircuitPlan& plan, std::uint32_t slotsEach,
               const std::stop_token& stop) {
  ShiftedSlots table(topology.channelCount(), plan.slotCount);
  for (std::size_t i = 0; i < plan.circuits.size(); ++i) {
    if (stop.stop_requested()) return false;
    const std::uint64_t turn = i % slotsEach;
    std::uint64_t from = 0;
    if (turn > 0) from = plan.circuits[i - turn].slot + turn * plan.slotCount / slotsEach;
    PlannedCircuit& each = plan.circuits[i];
    each.slot = table.establish(each.path, static_cast<std::uint32_t>(from % plan.slotCount));
    if (each.slot == kNone) return false;
  }
  return true;
}

Issues findSlotsAmong(const Topology& topology, CircuitPlan& plan, std::uint32_t slotCount,
                      std::uint32_t slotsEach, const std::stop_token& stop) {
  plan.slotCount = slotCount;
  const Sentence remedy = sentence("Choose more slots, or 0: as few as are found to do.");
  if (slotCount < plan.fewest)
    return {{Severity::error, "switch.slots",
             sentence("The circuits of a channel take {} of a round; there are {} slots.",
                      plan.fewest, slotCount),
             remedy}};
  if (!findSlots(topology, plan, slotsEach, stop))
    return {
        {Severity::error, "switch.slots",
         sentence("Among {} slots not all {} circuits found theirs, though a channel's take {} at "
                  "the most.",
                  slotCount, plan.circuits.size() / slotsEach, plan.fewest),
         remedy}};
  return {};
}

/// Of the tables of so many slots, as they are planned and as they are run.
std::uint64_t tableBytes(const Topology& topology, std::uint64_t slots) {
  return slots * (topology.terminalCount() * sizeof(std::uint32_t) + topology.channelCount() / 8) +
         ShiftedSlots::bytes(topology.channelCount(), slots);
}

/// Among `slotCount` slots, or as many as it takes where that is 0; `slotsEach` of them for each
/// circuit. `known` has found slots for what it was asked, which may be the same.
struct SlotsWanted {
  std::uint32_t slotCount = 0, slotsEach = 1;
  const PlannedCircuits* known = nullptr;
  std::uint32_t spare = 0;  ///< slots that no channel's circuits take, where `slotCount` is 0
};

/// The slots may differ. False once a stop is requested.
bool samePaths(const PlannedCircuits& circuits, const PlannedCircuits& others,
               const std::stop_token& stop) {
  return std::equal(circuits.begin(), circuits.end(), others.begin(), others.end(),
                    [&stop](const PlannedCircuit& one, const PlannedCircuit& other) {
                      return !stop.stop_requested() && one.source == other.source &&
                             one.destination == other.destination &&
                             std::equal(one.path.begin(), one.path.end(), other.path.begin(),
                                        other.path.end());
                    });
}

/// Where the known circuits are the same, the plan has none of its own.
Issues planPaths(const Setup& setup, CircuitPlan& plan, const std::stop_token& stop,
                 const SlotsWanted& wanted = {}) {
  const Topology& topology = *setup.topology;
  const auto [slotCount, slotsEach, known, spare] = wanted;
  std::uint64_t bytes = 0;
  std::vector<RouteState> states;
  std::vector<ChannelId> path;
  for (PlannedCircuit& circuit : plan.circuits) {
    if (stop.stop_requested()) return planningStopped();
    states.clear();
    setup.routing->starts(circuit.source, circuit.destination, states);
    findPath(setup, circuit.source, states.front(), path);
    if (path.empty())
      return {{Severity::error, "routing",
               sentence("The routing leads no packet from terminal {} to terminal {}.",
                        topology.terminalIds[circuit.source],
                        topology.terminalIds[circuit.destination]),
               sentence("Choose another routing.")}};
    bytes += slotsEach * (sizeof circuit + kBesideCircuit) + path.size() * sizeof(ChannelId);
    if (bytes > kMostSlottedBytes) return tooLarge(plan.circuits.size());
    plan.circuits.setPath(circuit, path);
  }
  if (slotsEach > 1) plan.circuits.repeat(slotsEach, [&stop] { return stop.stop_requested(); });
  plan.fewest = busiestChannel(topology, plan.circuits, stop);
  if (stop.stop_requested()) return planningStopped();
  if (bytes + tableBytes(topology, std::max(slotCount, plan.fewest)) > kMostSlottedBytes)
    return tooLarge(plan.circuits.size() / slotsEach);
  plan.method = "first slot, shifted by one each hop";
  plan.shifted = true;
  if (plan.fewest * plan.circuits.size() > kMostWork)
    return tooMany(kMostWork / plan.fewest / slotsEach);
  if (known != nullptr && samePaths(plan.circuits, *known, stop)) {
    plan.circuits = {};
    return {};
  }
  if (slotCount > 0) return findSlotsAmong(topology, plan, slotCount, slotsEach, stop);
  // Whether circuits meet depends on the number of slots, so each number is tried anew; large ones
  // in steps of 2 %.
  for (plan.slotCount = plan.fewest + spare;
       !findSlots(topology, plan, slotsEach, stop) && !stop.stop_requested();)
    plan.slotCount += 1 + plan.slotCount / 50;
  return {};
}

/// Pairs that the setup may send between, those of workloads and all phases included. Refuses more
/// than `most` of them.
std::variant<PlannedCircuits, Issues> pairsToSend(const Setup& setup, const std::stop_token& stop,
                                                  std::uint64_t most = kMostPairs) {
  const Topology& topology = *setup.topology;
  PlannedCircuits pairs;
  if (setup.workload || setup.applications) {
    const std::uint64_t terminals = topology.terminalCount();
    if (terminals * (terminals - 1) > most)
      return Issues{{Severity::error, "switch.model",
                     sentence("Whoever plays programs may send to all, and circuits between {} "
                              "terminals take over {} MB of memory.",
                              terminals, kMostSlottedBytes >> 20),
                     sentence("Choose a smaller network.")}};
    pairs = allPairs(topology.terminalCount(), stop);
  } else {
    std::vector<const TrafficPattern*> patterns = {setup.traffic.get()};
    for (const TrafficPhase& phase : setup.phases) patterns.push_back(phase.traffic.get());
    pairs = pairsOf(topology, patterns, true, most, stop);
  }
  if (pairs.size() > most) return tooLarge(most);
  return pairs;
}

/// What those switches want of circuits; nullptr: they have none of their own.
const SlottedSwitches* slottedOf(const Setup& setup) {
  return std::get_if<SlottedSwitches>(&setup.switches);
}

/// The classes of a mix, where it is one, that are called so, or those that are not.
void addClasses(const TrafficPattern& pattern, const std::vector<std::string>& names, bool named,
                std::vector<const TrafficPattern*>& patterns) {
  for (const TrafficClass& each : pattern.classes())
    if ((std::count(names.begin(), names.end(), each.name) != 0) == named)
      patterns.push_back(each.pattern.get());
  if (pattern.classes().empty() && !named) patterns.push_back(&pattern);
}

std::vector<const TrafficPattern*> classesOf(const Setup& setup,
                                             const std::vector<std::string>& names, bool named) {
  std::vector<const TrafficPattern*> patterns;
  addClasses(*setup.traffic, names, named, patterns);
  for (const TrafficPhase& phase : setup.phases) addClasses(*phase.traffic, names, named, patterns);
  return patterns;
}

/// Packets without a circuit wait for slots that nobody has, for ever where a channel has none.
/// Where that cannot be said of each pair, for there are too many, a full channel is enough.
Issues refuseFullChannels(const Setup& setup, const PlannedCircuits& circuits,
                          std::uint32_t slotCount, const std::stop_token& stop) {
  const Topology& topology = *setup.topology;
  const std::vector<std::uint32_t> load = circuitsPerChannel(topology, circuits, stop);
  const auto full =
      std::find_if(load.begin(), load.end(), [&](std::uint32_t each) { return each >= slotCount; });
  if (full == load.end()) return {};
  const Sentence remedy = sentence(
      "Choose more slots, or 0, or let best effort take slots whose circuit "
      "has nothing to send (switch.best_effort).");
  const auto tooManyToLook = [&]() -> Issues {
    const auto channel = static_cast<ChannelId>(full - load.begin());
    return {{Severity::error, "switch.slots",
             sentence("Circuits have every slot of the channel from {} to {} (switch.slots is "
                      "{}), on which packets without one would wait for ever; too many pairs send "
                      "to see that none takes it.",
                      partInWords(topology, topology.from(channel)),
                      partInWords(topology, topology.to(channel)), slotCount),
             remedy}};
  };
  // Where classes have circuits, others between the same terminals have none.
  const std::vector<std::string>& classes = slottedOf(setup)->classes;
  std::variant<PlannedCircuits, Issues> sending;
  if (classes.empty())
    sending = pairsToSend(setup, stop, kMostLookedPairs);
  else
    sending = pairsOf(topology, classesOf(setup, classes, false), true, kMostLookedPairs, stop);
  const auto* const pairs = std::get_if<PlannedCircuits>(&sending);
  if (pairs == nullptr || pairs->size() > kMostLookedPairs) return tooManyToLook();
  std::uint64_t looked = 0;
  std::vector<RouteState> states;
  std::vector<ChannelId> path;
  for (const PlannedCircuit& pair : *pairs) {
    if (stop.stop_requested()) return planningStopped();
    const auto same = [&](const PlannedCircuit& a, const PlannedCircuit& b) {
      return std::pair(a.source, a.destination) < std::pair(b.source, b.destination);
    };
    if (classes.empty() && std::binary_search(circuits.begin(), circuits.end(), pair, same))
      continue;
    states.clear();
    setup.routing->starts(pair.source, pair.destination, states);
    for (const RouteState state : states) {
      findPath(setup, pair.source, state, path);
      for (const ChannelId channel : path)
        if (load[channel] >= slotCount)
          return {
              {Severity::error, "switch.slots",
               sentence(
                   "Packets from terminal {} to terminal {} have no circuit, and on a channel that "
                   "they take circuits have every slot (switch.slots is {}): they would "
                   "wait for ever.",
                   topology.terminalIds[pair.source], topology.terminalIds[pair.destination],
                   slotCount),
               remedy}};
      // One that never arrives went round as long as it may.
      looked += path.empty() ? std::size_t{2} * topology.routerCount() : path.size();
      if (looked > kMostLookedChannels) return tooManyToLook();
    }
  }
  return {};
}

/// Who has sent is remembered for as long as flits are under way.
Issues refuseLongSlots(const Setup& setup, const CircuitPlan& plan, const PlannedCircuits* known) {
  const Topology& topology = *setup.topology;
  std::uint64_t longest = 1;
  for (const PlannedCircuit& each : plan.circuits.empty() && known ? *known : plan.circuits)
    longest = std::max<std::uint64_t>(longest, each.path.size());
  const auto length = static_cast<std::uint64_t>(slottedOf(setup)->settings.slotLength);
  constexpr std::uint64_t kOfTerminal = sizeof(Cycle) + sizeof(std::uint32_t);
  const std::uint64_t aCycle = topology.terminalCount() * kOfTerminal + topology.channelCount() / 8;
  if (longest * length * aCycle <= kMostSlottedBytes) return {};
  return {{Severity::error, "switch.slot_length",
           sentence("Flits are on a path of {} channels for {} cycles, and who has sent in them "
                    "takes over {} MB of memory.",
                    longest, longest * length, kMostSlottedBytes >> 20),
           sentence("Choose shorter slots, or a smaller network.")}};
}

bool takesFreeSlots(const Setup& setup) {
  const SlottedSwitches* const slotted = slottedOf(setup);
  return slotted != nullptr && slotted->wanted &&
         slotted->settings.bestEffort == BestEffortTime::free;
}

std::variant<CircuitPlan, Issues> planShifted(const Setup& setup, SlotsWanted wanted,
                                              const std::stop_token& stop) {
  CircuitPlan plan;
  const SlottedSwitches* const slotted = slottedOf(setup);
  if (slotted != nullptr && slotted->wanted) {
    for (const PortPair& pair : *slotted->wanted) plan.circuits.add(pair.input, pair.output);
  } else {
    auto sending = pairsToSend(setup, stop);
    if (auto* issues = std::get_if<Issues>(&sending)) return std::move(*issues);
    plan.circuits = std::get<PlannedCircuits>(std::move(sending));
  }
  if (stop.stop_requested()) return planningStopped();  // with some of the pairs, or none
  if (plan.circuits.size() > kMostPairs) return tooLarge(kMostPairs);
  wanted.spare = takesFreeSlots(setup) ? 1 : 0;
  plan.shifted = true;
  plan.slotCount = std::max(1U, wanted.slotCount);
  if (tableBytes(*setup.topology, plan.slotCount) > kMostSlottedBytes)
    return tooLarge(plan.circuits.size());
  if (plan.circuits.empty()) return plan;  // nobody sends, or none by circuits
  Issues issues = planPaths(setup, plan, stop, wanted);
  if (issues.empty() && slotted != nullptr) issues = refuseLongSlots(setup, plan, wanted.known);
  if (issues.empty() && takesFreeSlots(setup) && !plan.circuits.empty())
    issues = refuseFullChannels(setup, plan.circuits, plan.slotCount, stop);
  if (stop.stop_requested()) return planningStopped();
  if (!issues.empty()) return issues;
  return plan;
}

Issues nobodySends() {
  return {{Severity::error, "traffic.pattern", sentence("Nobody sends to anybody else."),
           sentence("Choose a pattern with pairs of terminals.")}};
}

}  // namespace

Issues planningStopped() {
  return {{Severity::error, "switch.model", sentence("The planning of circuits was stopped."),
           sentence("Begin it again.")}};
}

std::variant<ClassPairs, Issues> pairsOfClasses(const Setup& setup,
                                                const std::vector<std::string>& names,
                                                const std::stop_token& stop) {
  const auto refused = [](Sentence text, Sentence remedy) {
    return Issues{{Severity::error, "switch.circuits", std::move(text), std::move(remedy)}};
  };
  if (setup.applications || setup.workload)
    return refused(sentence("Messages of applications are of no class of traffic."),
                   sentence("Name pairs of terminals instead."));
  ClassNames known;
  nameClasses(setup, known);
  std::string all;
  for (const std::string& each : known) all += (all.empty() ? "" : ", ") + each;
  ClassPairs found;
  for (const std::string& name : names) {
    const auto at = std::find(known.begin(), known.end(), name);
    if (at == known.end())
      return refused(sentence("There is no class of traffic \"{}\".", name),
                     known.empty() ? sentence("Let traffic.pattern be a mix, and name its classes.")
                                   : sentence("There are: {}.", all));
    found.classes |= std::uint32_t{1} << (at - known.begin());
  }
  const auto pairs =
      pairsOf(*setup.topology, classesOf(setup, names, true), true, kMostPairs, stop);
  if (stop.stop_requested()) return planningStopped();
  if (pairs.size() > kMostPairs) return tooLarge(kMostPairs);
  found.pairs.reserve(pairs.size());
  for (const PlannedCircuit& each : pairs) found.pairs.push_back({each.source, each.destination});
  return found;
}

std::variant<CircuitPlan, Issues> planCircuits(const Setup& setup, const std::stop_token& stop) {
  const Topology& topology = *setup.topology;
  if (const auto* slotted = std::get_if<SlottedSwitches>(&setup.switches)) {
    auto running =
        planShiftedCircuits(setup, slotted->settings.slotCount, slotted->settings.slotsEach, stop);
    const auto* planned = std::get_if<CircuitPlan>(&running);
    if (planned != nullptr && planned->circuits.empty() && !slotted->wanted) return nobodySends();
    return running;
  }
  CircuitPlan plan;
  plan.circuits = pairsOf(topology, {setup.traffic.get()}, false, kMostPlannedCircuits, stop);
  if (stop.stop_requested()) return planningStopped();
  if (plan.circuits.empty()) return nobodySends();
  if (plan.circuits.size() > kMostPlannedCircuits) return tooMany(kMostPlannedCircuits);
  const std::optional<TreeStructure> tree = circuitTree(topology);
  if (topology.routerCount() == 1) {
    planCrossbar(topology, plan, stop);
  } else if (tree) {
    planTree(topology, *tree, plan, stop);
  } else {
    Issues issues = planPaths(setup, plan, stop);
    if (!issues.empty()) return issues;
  }
  if (stop.stop_requested()) return planningStopped();
  return plan;
}

std::variant<CircuitPlan, Issues> planShiftedCircuits(const Setup& setup, std::uint32_t slotCount,
                                                      std::uint32_t slotsEach,
                                                      const std::stop_token& stop) {
  return planShifted(setup, {slotCount, slotsEach}, stop);
}

std::variant<SharedCircuits, Issues> shareShiftedCircuits(const Setup& setup,
                                                          std::uint32_t slotCount,
                                                          std::uint32_t slotsEach,
                                                          const std::stop_token& stop) {
  struct Last {
    std::uint32_t asked = 0, each = 0, spare = 0, slotCount = 0;
    std::weak_ptr<const PlannedCircuits> circuits;
  };
  static std::mutex mutex;
  static Last last;
  const Last known = [] {
    const std::lock_guard lock(mutex);
    return last;
  }();
  const auto held = known.circuits.lock();
  const std::uint32_t spare = takesFreeSlots(setup) ? 1 : 0;
  const bool asked = held && !held->empty() && known.asked == slotCount &&
                     known.each == slotsEach && known.spare == spare;
  auto planned = planShifted(setup, {slotCount, slotsEach, asked ? held.get() : nullptr}, stop);
  if (auto* issues = std::get_if<Issues>(&planned)) return std::move(*issues);
  auto& plan = std::get<CircuitPlan>(planned);
  if (asked && plan.fewest > 0 && plan.circuits.empty()) {
    if (spare > 0 && slotCount > 0) {  // what else is sent may not be the same
      Issues issues = refuseFullChannels(setup, *held, plan.slotCount, stop);
      if (stop.stop_requested()) return planningStopped();
      if (!issues.empty()) return issues;
    }
    return SharedCircuits{known.slotCount, held};
  }
  SharedCircuits shared{plan.slotCount,
                        std::make_shared<const PlannedCircuits>(std::move(plan.circuits))};
  const std::lock_guard lock(mutex);
  last = {slotCount, slotsEach, spare, shared.slotCount, shared.circuits};
  return shared;
}

}  // namespace hopscope
