// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/declare.h"
#include "engine/design/buffer_warnings.h"
#include "engine/design/circuit_rules.h"
#include "engine/design/circuit_text.h"
#include "engine/design/hybrid_loads.h"
#include "engine/design/hybrid_starvation.h"
#include "engine/design/packet_sizes.h"
#include "engine/design/section_lists.h"
#include "engine/design/switch_models.h"
#include "engine/scheduling/slot_scheduler.h"
#include "engine/scheduling/tree_path.h"
#include "engine/topology/generator.h"

namespace hopscope {
namespace {

using declare::boolean;
using declare::choice;
using declare::number;
using declare::onlyWhere;
using declare::text;

constexpr std::uint32_t kMostHybridTerminals = 1024;
constexpr std::size_t kMostHybridPorts = 65'536;  // of all switches of a tree
constexpr double kMostHybridCycles = 1e6;
constexpr double kMostHybridFlits = 1e7;
constexpr const char* kPreset = "switch.preset";
constexpr const char* kNetwork = "switch.network";

/// Parameters of one of the source's experiments, in flits of 8 bytes and cycles of 10 ns.
struct HybridPreset {
  const char *name, *label;
  std::int64_t wire, straight, buffer, latency, interval, slot, worm, nic, switchBuffer, processor;
};
/// The processors of chapter 1 hand over 3/16 of a flit a cycle; 1 is the least here. Chapter 4
/// gives no wires; ours are those of chapter 5 (30 ns to serialise, 20 ns of cable, 30 ns back, of
/// which a circuit has each once). No chapter gives the buffer of the switch.
constexpr HybridPreset kHybridPresets[] = {
    {"ding_chapter_1", "Ding, chapter 1: large buffers", 10, 21, 1, 2, 2, 10, 16, 30'720, 30'720,
     1},
    {"ding_chapter_4", "Ding, chapter 4: mixed traffic", 8, 10, 1, 4, 2, 20, 16, 1024, 1024, 5},
    {"ding_chapter_5", "Ding, chapter 5: time division", 8, 10, 1, 8, 8, 10, 16, 1024, 1024, 5},
    {"ding_chapter_8", "Ding, chapter 8: cables of 10 feet", 1, 3, 1, 2, 2, 10, 12, 512, 16, 5},
};
constexpr std::size_t kUsualPreset = 2;

/// The kinds of network that are settings of one switch.
struct HybridKind {
  const char *name, *label;
  std::int64_t slots;
  bool worms;
  const char* order;
  std::int64_t timeOut;
  const char* relay = "direct";
};
constexpr HybridKind kHybridKinds[] = {
    {"hybrid", "Hybrid: circuits and worms", 4, true, "preempt", 40},
    {"wormhole", "Wormhole", 0, true, "ses", 40},
    {"circuit", "Circuits, one a port", 1, false, "fixed", 0},
    {"tdm", "Circuits in time slots", 4, false, "ses", 40},
    {"predictive", "Circuits to all others in turn", 0, false, "fixed", 40},
    {"rotor", "Circuits to all others in turn, over relays", 0, false, "fixed", 40, "valiant"},
};
constexpr std::size_t kUsualOfCrossbars = 0, kUsualOfTrees = 3;
/// Where packets go over relays, an interface has room for kPacketsForRelay for each circuit that
/// it has, and for so many flits at least.
constexpr std::int64_t kFlitsForRelay = 64;
constexpr std::int64_t kUsualPacket = 16;

template <typename Row, std::size_t count>
const Row& rowOf(const Design& design, const char* path, const Row (&rows)[count],
                 std::size_t usual) {
  const auto set = design.settings.find(path);
  const auto* name =
      set == design.settings.end() ? nullptr : std::get_if<std::string>(&set->second);
  const auto* found = std::find_if(std::begin(rows), std::end(rows), [&](const Row& row) {
    return name != nullptr && *name == row.name;
  });
  return found == std::end(rows) ? rows[usual] : *found;
}

const HybridPreset& presetOf(const Design& design) {
  return rowOf(design, kPreset, kHybridPresets, kUsualPreset);
}

template <typename Row, std::size_t count>
std::vector<ParameterChoice> choicesOfRows(const Row (&rows)[count]) {
  std::vector<ParameterChoice> choices;
  for (const Row& row : rows) choices.push_back({row.name, row.label});
  return choices;
}

/// More than the channels of terminals: none of the networks but the crossbar has no others.
bool isTree(const NetworkTraits& traits) {
  return traits.has(LinkKind::local) || traits.has(LinkKind::global);
}

/// Those of trees, or of crossbars.
std::vector<ParameterChoice> schedulerChoices(bool trees) {
  std::vector<ParameterChoice> choices;
  for (const SlotSchedulerEntry& each : slotSchedulers())
    if (each.ofTrees == trees) choices.push_back({each.name, each.label});
  return choices;
}

std::vector<Parameter> schedulerParameters(bool trees) {
  std::vector<ParameterChoice> choices = schedulerChoices(trees);
  const std::string usual = choices.front().name;
  std::vector<Parameter> all = {choice("switch.scheduler", "Scheduler of circuits", usual,
                                       std::move(choices), "How circuits find their slot.")};
  if (!trees) {
    all.push_back(onlyWhere(
        "switch.scheduler", {"k_step"},
        number(ParameterType::integer, "switch.path_stages", "Longest path", std::int64_t{9}, 1,
               2 * kMostHybridTerminals - 1, "stages",
               "K, odd: circuits of a slot make room for others along paths of at most so many "
               "stages. 1 is greedy, 2 N - 1 the most circuits that there can be.")));
    return all;
  }
  all.push_back(choice("switch.tree_ports", "Ports up", "first",
                       {{"first", "The first free one"}, {"random", "Any free one"}},
                       "Which port up a circuit takes."));
  all.push_back(choice("switch.turn", "Circuits turn", "nearest",
                       {{"nearest", "At the lowest common switch"}, {"top", "At the top"}},
                       "How far up circuits go."));
  all.push_back(boolean("switch.release_on_failure", "Failures release", false,
                        "A request without a way gives back at once what it took; else it keeps "
                        "that from the others of its pass."));
  return all;
}

/// By the formulas of the family; 1 where they can't be asked.
std::int64_t terminalsOf(const Design& design) {
  const Generator* const family = generators().find(networkKind(design));
  if (family == nullptr) return 1;
  const Values values = topologyParameters(design);
  if (hasErrors(family->check(values))) return 1;
  return static_cast<std::int64_t>(family->facts(values).terminals);
}

/// Circuits of a terminal to all others, of which a slot each is loaded.
std::int64_t circuitsOf(const Design& design) {
  return std::clamp<std::int64_t>(terminalsOf(design) - 1, 1, kMostHybridTerminals - 1);
}

bool goesOverRelays(const Design& design, const HybridKind& kind) {
  const auto set = design.settings.find("switch.relay");
  const auto* relay =
      set == design.settings.end() ? nullptr : std::get_if<std::string>(&set->second);
  return (relay == nullptr ? kind.relay : std::string_view(*relay)) == "valiant";
}

/// Flits of an interface that has room for some packets for each circuit.
std::int64_t flitsForRelays(const Design& design) {
  const auto set = design.settings.find("traffic.packet_flits");
  const auto* flits =
      set == design.settings.end() ? nullptr : std::get_if<std::int64_t>(&set->second);
  const std::int64_t packet =
      std::clamp<std::int64_t>(flits == nullptr ? kUsualPacket : *flits, 1, kLongestPacket);
  return std::min(static_cast<std::int64_t>(kMostHybridFlits),
                  std::max(kFlitsForRelay, kPacketsForRelay * packet) * circuitsOf(design));
}

std::vector<Parameter> hybridParameters(const SwitchContext& context) {
  const HybridPreset& preset = presetOf(context.design);
  const bool tree = isTree(context.traits);
  const std::size_t usual = tree ? kUsualOfTrees : kUsualOfCrossbars;
  HybridKind kind = rowOf(context.design, kNetwork, kHybridKinds, usual);
  const bool rotates = kind.slots == 0 && !kind.worms;
  if (rotates) kind.slots = circuitsOf(context.design);
  const std::int64_t nic = goesOverRelays(context.design, kind)
                               ? std::max(preset.nic, flitsForRelays(context.design))
                               : preset.nic;
  const auto cycles = [](const char* name, const char* label, std::int64_t fallback, double least,
                         const char* help) {
    return number(ParameterType::cycles, name, label, fallback, least, kMostHybridCycles, "cycles",
                  help);
  };
  const auto flits = [](const char* name, const char* label, std::int64_t fallback,
                        const char* help) {
    return number(ParameterType::flits, name, label, fallback, 1, kMostHybridFlits, "flits", help);
  };
  std::vector<Parameter> all = {
      choice(kPreset, "Preset", kHybridPresets[kUsualPreset].name, choicesOfRows(kHybridPresets),
             "Defaults of clock, wires, scheduler, slots and buffers, as in the source's "
             "experiments."),
      choice(kNetwork, "Network", kHybridKinds[usual].name, choicesOfRows(kHybridKinds),
             "Defaults of the slots: what takes circuits, what goes as worms."),
      number(ParameterType::integer, "switch.slots", "Slots of circuits", kind.slots, 0,
             kMostCircuitSlots, "", "Time slots with a configuration of circuits each."),
      boolean("switch.worm_slot", "Slot of worms", kind.worms,
              "One more slot, in which the switch's buffers send worms."),
      choice("switch.slot_order", "Order of slots", kind.order,
             {{"fixed", "All in turn"},
              {"ses", "SES: skip empty slots"},
              {"sla", "SLA: lengths for an expected mix"},
              {"preempt", "PREEMPT: skip circuits without data"}},
             "Which slot follows which."),
      cycles("switch.slot_length", "Slot", preset.slot, 1, "Length of a slot."),
      onlyWhere("switch.slot_order", {"sla"},
                number(ParameterType::real, "switch.expected_circuits", "Expected of circuits", 0.5,
                       0, 1, "", "Share of the traffic that takes circuits, as is expected.")),
      onlyWhere("switch.slot_order", {"sla"},
                number(ParameterType::real, "switch.worm_efficiency", "Efficiency of worms", 0.7,
                       0.01, 1, "", "What worms make of their slot, as is expected.")),
      onlyWhere("switch.slot_order", {"preempt"},
                choice("switch.preempt_scope", "Preempted", "global",
                       {{"global", "All slots together"}, {"per_slot", "Slot by slot"}},
                       "Whose data keep a slot of circuits.")),
      cycles("switch.guard", "Guard band", 0, 0, "At the beginning of a slot, without data."),
      text("switch.preload", "Loaded circuits", rotates ? "rotation" : "",
           "Configurations for slots 0, 1, …, with \";\" between: \"0>3 1>2; self+1; torus; "
           "rotation\". Of more than slots, each says how many flits it carries until the next one "
           "takes its slot: \"0>1 * 16; 0>2 * 16\"."),
      choice("switch.relay", "Relay", kind.relay,
             {{"direct", "None: straight to the destination"},
              {"valiant", "Any other terminal (Valiant)"}},
             "Over which circuits packets go where there is one from each terminal to each other: "
             "over two, what keeps destinations of a few apart costs half of the throughput and no "
             "more."),
      onlyWhere("switch.relay", {"valiant"},
                flits("switch.relay_flits", "Relay buffer", 16 * preset.nic,
                      "What an interface keeps of packets of others.")),
      choice("switch.adding", "Adding circuits", "on_use",
             {{"none", "Never"},
              {"on_use", "For the first packet without one"},
              {"threshold", "For so many packets without one"},
              {"command", "By command"}},
             "Who asks for a circuit. Without a slot of worms, every packet does that has none."),
      onlyWhere("switch.adding", {"threshold"},
                number(ParameterType::integer, "switch.adding_threshold", "Packets without one",
                       std::int64_t{4}, 1, 1e6, "", "Of a pair of ports, until it asks.")),
      choice("switch.eviction", "Evicting circuits", "time_out",
             {{"never", "Never"},
              {"time_out", "When idle for long"},
              {"use_counter", "When others are used"}},
             "When an idle circuit is given up. One with data never is."),
      onlyWhere("switch.eviction", {"time_out"},
                cycles("switch.time_out", "Time-out", kind.timeOut, 0, "Of an idle circuit.")),
      onlyWhere("switch.eviction", {"use_counter"},
                number(ParameterType::integer, "switch.use_limit", "Uses of others",
                       std::int64_t{64}, 1, 1e9, "", "Packets over other circuits meanwhile.")),
      choice("switch.slot_choice", "Slot chosen", "round_robin",
             {{"round_robin", "A pass looks at one, in turn"},
              {"first_fit", "A pass looks at all, the first that fits"}},
             "Where a new circuit is tried."),
      choice("switch.rotation", "Cells begin", "round_robin",
             {{"none", "Always at port 0"}, {"round_robin", "In turn"}, {"random", "At random"}},
             "At which ports a pass begins."),
      cycles("switch.scheduler_latency", "Scheduler", preset.latency, 0, "Time of a pass."),
      cycles("switch.scheduler_interval", "Between passes", preset.interval, 1,
             "From the beginning of a pass to that of the next."),
      cycles("switch.nic_latency", "Interface", 1, 1, "A flit into an interface, or out of it."),
      cycles(
          "switch.circuit_latency", "Circuit", preset.straight, 1,
          "A flit of a circuit from interface to interface through one switch, wires included. In "
          "a tree the channels to its top and back come on top, wherever a circuit turns."),
      cycles("switch.latency", "Switch", preset.buffer, 0, "A flit of a worm through the switch."),
      boolean("switch.prefetch_grant", "Grants ahead", false,
              "Worms are scheduled while the last flits of those before them leave."),
      flits("switch.worm_flits", "Worm", preset.worm,
            "The longest worm; longer packets are scheduled anew for each."),
      flits("switch.nic_flits", "Interface buffer", nic,
            "For circuits and worms of a port together."),
      flits("switch.buffer_flits", "Switch buffer", preset.switchBuffer, "For worms of a port."),
      number(ParameterType::integer, "switch.processor_flits", "Processor", preset.processor, 1,
             1e6, "flits/cycle", "What an application's terminal hands over in a cycle."),
  };
  const std::vector<Parameter> ofScheduler = schedulerParameters(tree);
  all.insert(std::find_if(all.begin(), all.end(),
                          [](const Parameter& each) { return each.name == "switch.slot_choice"; }),
             ofScheduler.begin(), ofScheduler.end());
  return all;
}

/// Defaults of other sections.
Values hybridDefaults(const Design& design) {
  return {{"clock.frequency_ghz", 0.1},
          {"clock.flit_bytes", 8.0},
          {"channels.terminal.latency", presetOf(design).wire},
          {"traffic.packet_flits", kUsualPacket}};
}

VcCounts hybridVcs(const SettingsReader& /*reader*/, const NetworkTraits& /*traits*/) {
  return {};
}

SlotPolicy orderNamed(const std::string& name) {
  return name == "fixed" ? SlotPolicy::fixed
         : name == "sla" ? SlotPolicy::adjustLength
         : name == "ses" ? SlotPolicy::skipEmpty
                         : SlotPolicy::preempt;
}

void readPrediction(const SettingsReader& read, HybridSettings& s) {
  const std::string& adding = read.text("switch.adding");
  s.adding = adding == "none"        ? Adding::none
             : adding == "threshold" ? Adding::threshold
             : adding == "command"   ? Adding::command
                                     : Adding::onUse;
  s.addingThreshold = static_cast<std::uint32_t>(read.integer("switch.adding_threshold"));
  const std::string& eviction = read.text("switch.eviction");
  s.eviction = eviction == "never"         ? Eviction::never
               : eviction == "use_counter" ? Eviction::useCounter
                                           : Eviction::timeOut;
  if (!s.worms && s.adding != Adding::onUse)
    read.warn("switch.adding",
              sentence("It is of no effect without a slot of worms: every packet without a circuit "
                       "asks for one."),
              sentence("Leave it out, or switch the slot of worms on."));
  s.evictionLimit = s.eviction == Eviction::useCounter ? read.integer("switch.use_limit")
                                                       : read.cycles("switch.time_out");
}

void readSlots(const SettingsReader& read, HybridSettings& s) {
  s.circuitSlots = static_cast<std::uint32_t>(read.integer("switch.slots"));
  s.worms = read.boolean("switch.worm_slot");
  s.policy = orderNamed(read.text("switch.slot_order"));
  s.scope = read.text("switch.preempt_scope") == "per_slot" ? PreemptScope::perSlot
                                                            : PreemptScope::global;
  const Cycle length = read.cycles("switch.slot_length");
  s.lengths = {length, length};
  if (s.policy == SlotPolicy::adjustLength && s.circuitSlots > 0 && s.worms)
    // All of it, or nothing, would leave the others no slot at all.
    s.lengths = adjustedLengths(std::clamp(read.real("switch.expected_circuits"), 0.01, 0.99),
                                read.real("switch.worm_efficiency"), s.circuitSlots, length);
  s.guard = read.cycles("switch.guard");
  if (s.circuitSlots == 0 && !s.worms)
    read.refuse("switch.slots", sentence("There is neither a slot of circuits nor one of worms."),
                sentence("Allow a slot of circuits, or switch that of worms on."));
  if (s.guard >= length)
    read.refuse(
        "switch.guard",
        sentence("A guard band of {} cycles leaves nothing of a slot of {}.", s.guard, length),
        sentence("Choose less than {} cycles, or longer slots.", length));
}

void readScheduler(const SettingsReader& read, bool tree, HybridSettings& s) {
  s.schedulerLatency = read.cycles("switch.scheduler_latency");
  s.schedulerInterval = read.cycles("switch.scheduler_interval");
  s.slotChoice = read.text("switch.slot_choice") == "first_fit" ? SlotChoice::firstFit
                                                                : SlotChoice::roundRobin;
  const std::string& rotation = read.text("switch.rotation");
  s.rotation = rotation == "none"     ? CellRotation::none
               : rotation == "random" ? CellRotation::random
                                      : CellRotation::roundRobin;
  s.scheduler = read.text("switch.scheduler");
  if (tree) {
    using Ports = TreeSchedulerSettings::Ports;
    using Turn = TreeSchedulerSettings::Turn;
    s.ways.ports = read.text("switch.tree_ports") == "random" ? Ports::random : Ports::first;
    s.ways.turn = read.text("switch.turn") == "top" ? Turn::top : Turn::nearest;
    s.ways.releaseOnFailure = read.boolean("switch.release_on_failure");
    return;
  }
  s.pathStages = static_cast<std::uint32_t>(read.integer("switch.path_stages"));
  if (s.pathStages % 2 == 0)
    read.refuse(
        "switch.path_stages",
        sentence("A path that makes room has an odd number of stages; {} is even.", s.pathStages),
        sentence("Choose {}, or {}.", s.pathStages - 1, s.pathStages + 1));
}

Switches resolveHybridSwitches(const SwitchReading& reading) {
  HybridSwitches switches;
  reading.eachKind([&](const SettingsReader& read) {
    HybridSettings& s = switches.settings;
    readSlots(read, s);
    readPrediction(read, s);
    s.prefetchGrant = read.boolean("switch.prefetch_grant");
    s.nic = read.cycles("switch.nic_latency");
    s.straight = read.cycles("switch.circuit_latency");
    s.buffer = read.cycles("switch.latency");
    readScheduler(read, isTree(reading.traits), s);
    s.wormFlits = read.flits("switch.worm_flits", Rounding::down);
    s.nicFlits = read.flits("switch.nic_flits", Rounding::down);
    s.switchFlits = read.flits("switch.buffer_flits", Rounding::down);
    if (read.text("switch.relay") == "valiant") s.relay = CircuitRelay::valiant;
    s.relayFlits = read.flits("switch.relay_flits", Rounding::down);
    switches.processorFlits = static_cast<std::uint32_t>(read.integer("switch.processor_flits"));
  });
  return switches;
}

/// The latency of the terminals' wires, or of those between switches; 0 where there are none.
Cycle wireOf(const Setup& setup, bool ofTerminals, const SettingsReader& read) {
  Cycle least = std::numeric_limits<Cycle>::max(), most = 0;
  for (LinkId link = 0; link < setup.linkLatency.size(); ++link) {
    if ((setup.topology->kindOf(link) == LinkKind::terminal) != ofTerminals) continue;
    least = std::min(least, setup.linkLatency[link]);
    most = std::max(most, setup.linkLatency[link]);
  }
  if (least < most)
    read.refuse("overrides",
                sentence("Wires of {} and {} cycles: a hybrid switch needs them all alike, as its "
                         "slots begin everywhere at once.",
                         least, most),
                sentence("Remove the latencies of single channels."));
  else if (ofTerminals && least < 1)
    read.refuse("channels.terminal.latency",
                sentence("Requests and grants of a hybrid switch take a cycle or more."),
                sentence("Choose 1 cycle or more."));
  return most;
}

/// What circuits of a tree are with, and what they are not.
void fitTree(const Setup& setup, const TreeStructure& tree, HybridSwitches& switches,
             const SettingsReader& read) {
  HybridSettings& s = switches.settings;
  if (s.worms && s.prefetchGrant)
    read.refuse("switch.prefetch_grant",
                sentence("In a tree worms are not scheduled ahead: those before them may be frozen "
                         "on channels between switches."),
                sentence("Switch it off."));
  switches.levels = static_cast<std::uint32_t>(tree.m.size());
  switches.above = (switches.levels - 1) * wireOf(setup, false, read);
  switches.wire += switches.above;
  s.straight += 2 * switches.above;
  for (std::size_t i = 0; i < s.loaded.size(); ++i)
    if (!hasWays(tree, s.loaded[i].pairs))
      return read.refuse(
          "switch.preload",
          sentence("The tree has no ways for the circuits of configuration {} beside each other.",
                   i),
          sentence("Load fewer circuits in a slot, or in another order."));
}

/// Relays are any terminals, so each needs a circuit to each other, and keeps it.
void fitRelays(const Setup& setup, const HybridSettings& s, const SettingsReader& read) {
  if (s.relay == CircuitRelay::direct) return;
  const auto refuse = [&read](Sentence what) {
    read.refuse("switch.relay", std::move(what),
                sentence("Choose the network \"rotor\", or packets that go straight to their "
                         "destinations."));
  };
  if (setup.topology->terminalCount() < 2)
    return refuse(sentence("A terminal alone has no relays."));
  if (s.worms) return refuse(sentence("Relays take circuits, not worms."));
  if (s.loaded.size() != s.circuitSlots)
    return refuse(
        sentence("Relays need circuits that stay: of {} slots, {} configurations are "
                 "loaded.",
                 s.circuitSlots, s.loaded.size()));
  if (const auto pair = pairWithoutSlot(setup.topology->terminalCount(), s))
    refuse(sentence("A relay at terminal {} would have no circuit to terminal {}.", pair->input,
                    pair->output));
}

std::optional<Issue> checkHybridNetwork(const Topology& topology) {
  if (topology.routerCount() != 1 && !circuitTree(topology))
    return Issue{
        Severity::error, kSwitchModel,
        sentence("Circuits of hybrid switches find their ways through a crossbar or a tree with "
                 "single links; this network has {} routers otherwise connected.",
                 topology.routerCount()),
        sentence("Choose the topology crossbar, k_ary_n_tree or xgft, or switches of the model "
                 "slotted, vct or wormhole.")};
  if (topology.terminalCount() > kMostHybridTerminals)
    return Issue{Severity::error, kSwitchModel,
                 sentence("The network has {} terminals; {} are the most of hybrid switches.",
                          topology.terminalCount(), kMostHybridTerminals),
                 sentence("Choose a smaller network.")};
  return std::nullopt;
}

void fitHybrid(Setup& setup, const SettingsReader& read) {
  const std::optional<TreeStructure> tree = circuitTree(*setup.topology);
  refuseBesideCircuits(setup, read);
  auto& switches = std::get<HybridSwitches>(setup.switches);
  HybridSettings& s = switches.settings;
  switches.wire = wireOf(setup, true, read);
  auto loaded = parseConfigurations(read.text("switch.preload"), setup.topology->terminalCount(),
                                    s.circuitSlots, "switch.preload");
  if (const auto* issue = std::get_if<Issue>(&loaded))
    return read.refuse(issue->path, issue->text, issue->remedy);
  s.loaded = std::get<std::vector<LoadedConfiguration>>(std::move(loaded));
  if (tree) fitTree(setup, *tree, switches, read);
  fitRelays(setup, s, read);
}

}  // namespace

SwitchModel hybridModel() {
  SwitchModel model;
  model.name = "hybrid";
  model.label = "Hybrid: circuits and worms in time slots";
  model.source = "Ding, PhD thesis, University of Pittsburgh 2006";
  model.own = hybridParameters;
  model.elsewhere = hybridDefaults;
  model.virtualChannels = hybridVcs;
  model.resolve = resolveHybridSwitches;
  model.fit = fitHybrid;
  model.playPrograms = takeProgramLoads;
  model.checkWaits = checkStarvation;
  model.checkNetwork = checkHybridNetwork;
  model.routes = false;
  model.timesLoneMessages = false;
  model.differsOn = {"crossbar", "k_ary_n_tree"};
  model.mostPorts = kMostHybridPorts;
  return model;
}

}  // namespace hopscope
