// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/core/declare.h"
#include "engine/design/circuit_rules.h"
#include "engine/design/circuit_text.h"
#include "engine/design/section_lists.h"
#include "engine/design/switch_models.h"
#include "engine/routing/dependency_graph.h"
#include "engine/simulation/circuit_plan.h"
#include "engine/simulation/traffic_class_names.h"

namespace hopscope {
namespace {

using declare::choice;
using declare::number;
using declare::onlyWhere;
using declare::text;

constexpr const char* kBestEffort = "switch.best_effort";
constexpr const char* kCircuits = "switch.circuits";
constexpr const char* kBufferFlits = "switch.buffer_flits";
/// Decisions that are walked to prove freedom of deadlock: of a few samples, which count more than
/// once where ways meet, and of all.
constexpr double kMostSampledSteps = 2e9;
constexpr std::uint64_t kMostProofSteps = 40'000'000;
/// With those of the sample from which the proof begins.
constexpr std::uint64_t kMostCountedSteps = kMostProofSteps + kMostProofSteps / 10;

constexpr double kLongestSlot = 4096;  // cycles
constexpr std::int64_t kMostSlots = 100'000;
constexpr std::int64_t kMostSlotsEach = 1'000;
constexpr double kMostSlottedFlits = 1e7;

std::vector<Parameter> slottedParameters(const SwitchContext& /*context*/) {
  return {
      number(ParameterType::integer, "switch.slots", "Slots", std::int64_t{0}, 0, kMostSlots, "",
             "In a round. 0: as few as are found to do for all pairs of the traffic."),
      number(ParameterType::integer, "switch.slots_each", "Slots of a circuit", std::int64_t{1}, 1,
             kMostSlotsEach, "",
             "That each pair has in a round: its share of the bandwidth of its channels."),
      number(ParameterType::cycles, "switch.slot_length", "Slot", std::int64_t{3}, 1, kLongestSlot,
             "cycles",
             "Length of a slot, and the time from a channel to the next: a switch and a channel "
             "take no longer."),
      number(ParameterType::cycles, "switch.latency", "Switch", std::int64_t{1}, 0, kLongestSlot,
             "cycles", "A flit from a channel to the next."),
      number(ParameterType::cycles, "switch.nic_latency", "Interface", std::int64_t{1}, 1,
             kLongestSlot, "cycles", "A flit into an interface, or out of it."),
      number(ParameterType::flits, "switch.nic_flits", "Interface buffer", std::int64_t{256}, 1,
             kMostSlottedFlits, "flits", "For packets that wait for the slots of their circuits."),
      choice(kBestEffort, "Best effort", "none",
             {{"none", "None: all that is sent has a circuit"},
              {"free", "In slots that no circuit has"},
              {"idle", "Wherever no circuit sends"}},
             "When packets without a circuit may take a channel. They go by the routing's path, "
             "hop by hop, and never delay a circuit."),
      onlyWhere(
          kBestEffort, {"free", "idle"},
          text(
              kCircuits, "Circuits", "all",
              "Who has one: \"all\" that send, \"none\", or pairs of terminals, by id, such as "
              "\"0>3 1>2\", or each with the one so many further in their order, "
              "\"self+1; self-1\"; or classes of mixed traffic, \"class web\", whose packets alone "
              "take them. All others travel by best effort.")),
      onlyWhere(kBestEffort, {"free", "idle"},
                number(ParameterType::flits, kBufferFlits, "Best-effort buffer", std::int64_t{24},
                       1, kMostSlottedFlits, "flits",
                       "Of each virtual channel at the inputs of switches, for packets of best "
                       "effort: the longest packet fits in.")),
  };
}

/// What fits into a slot.
Values slottedDefaults(const Design& /*design*/) {
  return {{"traffic.packet_flits", std::int64_t{3}}};
}

/// As many as the routing asks for, though nothing ever waits on a channel.
VcCounts slottedVcs(const SettingsReader& reader, const NetworkTraits& traits) {
  const auto found = traits.virtualChannels.find(reader.text(kRoutingAlgorithm));
  return found == traits.virtualChannels.end() ? VcCounts{} : found->second;
}

Switches resolveSlottedSwitches(const SwitchReading& reading) {
  SlottedSwitches switches;
  reading.eachKind([&](const SettingsReader& read) {
    SlottedSettings& s = switches.settings;
    s.slotCount = static_cast<std::uint32_t>(read.integer("switch.slots"));
    s.slotsEach = static_cast<std::uint32_t>(read.integer("switch.slots_each"));
    s.slotLength = read.cycles("switch.slot_length");
    s.nic = read.cycles("switch.nic_latency");
    s.nicFlits = read.flits("switch.nic_flits", Rounding::down);
    const std::string effort = read.text(kBestEffort);
    s.bestEffort = effort == "free"   ? BestEffortTime::free
                   : effort == "idle" ? BestEffortTime::idle
                                      : BestEffortTime::none;
    if (s.bestEffort != BestEffortTime::none)
      s.bufferFlits = read.flits(kBufferFlits, Rounding::down);
  });
  return switches;
}

constexpr std::string_view kClass = "class ";

/// The classes of traffic that a text names, "class web; class bulk"; empty where it names others.
std::vector<std::string> wantedClasses(std::string_view text) {
  std::vector<std::string> names;
  while (text.starts_with(kClass)) {
    const std::size_t end = text.find(';');
    std::string_view name = text.substr(0, end);
    while (name.ends_with(' ')) name.remove_suffix(1);
    names.emplace_back(name);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    while (text.starts_with(' ')) text.remove_prefix(1);
    if (text.empty()) return names;
  }
  return {};
}

/// The pairs that a text names, in order; nothing where it says "all".
std::optional<std::vector<PortPair>> wantedCircuits(const Setup& setup,
                                                    const SettingsReader& read) {
  const std::string words = read.text(kCircuits);
  if (words == "all") return std::nullopt;
  if (words == "none") return std::vector<PortPair>{};
  auto named = parsePairs(words, setup.topology->terminalIds, kCircuits);
  if (const auto* issue = std::get_if<Issue>(&named)) {
    read.refuse(issue->path, issue->text, issue->remedy);
    return std::nullopt;
  }
  return std::get<std::vector<PortPair>>(std::move(named));
}

void fitBestEffort(const Setup& setup, SlottedSwitches& switches, const SettingsReader& read) {
  switches.classes = wantedClasses(read.text(kCircuits));
  if (switches.classes.empty()) switches.wanted = wantedCircuits(setup, read);
  if (switches.settings.bestEffort == BestEffortTime::none) {
    // Read all the same: what means nothing is refused before it begins to count.
    switches.wanted.reset();
    return;
  }
  if (switches.settings.bufferFlits < setup.packetFlits)
    read.refuse(kBufferFlits,
                sentence("A buffer of {} flits has no room for packets of {}.",
                         switches.settings.bufferFlits, setup.packetFlits),
                sentence("Choose {} flits or more.", setup.packetFlits));
}

/// Packets of best effort take the step that the routing takes in an idle network. Whoever walks
/// too many is asked to stop, or when a stop is requested: whether it comes to the former depends
/// on the network alone.
class IdleRouting final : public RoutingAlgorithm {
 public:
  IdleRouting(const RoutingAlgorithm& routing, const std::stop_token& stop)
      : routing_(routing), asked_(stop, Ending{stop_}) {}

  void starts(TerminalId source, TerminalId destination,
              std::vector<RouteState>& out) const override {
    const std::size_t before = out.size();
    routing_.starts(source, destination, out);
    count(out.size() - before);
  }
  RouteChoice route(RouterId router, PortIndex input, RouteState state) const override {
    count(1);
    RouteChoice choice = routing_.route(router, input, state);
    choice.escape = ~VcMask{0};
    choice.opportunistic = false;
    return choice;
  }
  std::uint32_t routingClass(TerminalId terminal) const override {
    return routing_.routingClass(terminal);
  }
  std::optional<std::uint32_t> firstLegClass(TerminalId destination) const override {
    return routing_.firstLegClass(destination);
  }
  RouterId intermediate(RouterId router, RouteState state) const override {
    return routing_.intermediate(router, state);
  }
  bool looksAtInput() const override { return routing_.looksAtInput(); }

  std::stop_token ended() const { return stop_.get_token(); }

 private:
  struct Ending {
    std::stop_source source;  ///< the same one as the owner's
    void operator()() { source.request_stop(); }
  };

  void count(std::uint64_t more) const {
    const std::uint64_t before = decisions_.fetch_add(more, std::memory_order_relaxed);
    if (before <= kMostCountedSteps && before + more > kMostCountedSteps) stop_.request_stop();
  }

  const RoutingAlgorithm& routing_;
  mutable std::atomic<std::uint64_t> decisions_{0};
  mutable std::stop_source stop_;
  std::stop_callback<Ending> asked_;
};

/// Nobody waits for ever for a buffer: it is proved, or refused.
Issues proveBestEffort(const Setup& setup, const std::stop_token& stop) {
  const IdleRouting routing(*setup.routing, stop);
  const Sentence remedy = sentence("Choose another routing, or give all that is sent a circuit.");
  // An estimate counts for nothing.
  const double steps = proofSteps(*setup.topology, IdleRouting(*setup.routing, stop));
  Issues tooLarge = {
      {Severity::error, kBestEffort,
       sentence("To prove that packets of best effort cannot wait for each other for ever, about "
                "{:.0f} million decisions of the routing would be walked; {} million are the most.",
                std::max(steps, static_cast<double>(kMostCountedSteps)) / 1e6,
                kMostProofSteps / 1'000'000),
       remedy}};
  if (steps > kMostSampledSteps) return tooLarge;
  const DependencyReport report =
      examineDependencies(*setup.topology, routing, VcReuse::whole, routing.ended());
  if (stop.stop_requested()) return planningStopped();
  if (routing.ended().stop_requested()) return tooLarge;
  if (report.deadlockFree()) return {};
  return {{Severity::error, kBestEffort,
           sentence("Packets of best effort could wait for each other for ever: {}",
                    describe(*setup.topology, report)),
           remedy}};
}

/// A slot takes a flit from any channel to the next, so slots are as long as the longest of them
/// needs.
void fitSlotted(Setup& setup, const SettingsReader& read) {
  refuseBesideCircuits(setup, read);
  auto& switches = std::get<SlottedSwitches>(setup.switches);
  fitBestEffort(setup, switches, read);
  const Cycle slot = switches.settings.slotLength;
  const Cycle channel = *std::max_element(setup.linkLatency.begin(), setup.linkLatency.end());
  const Cycle hop = channel + read.cycles("switch.latency");
  if (hop > slot)
    read.refuse("switch.slot_length",
                sentence("A switch and a channel take {} cycles, a slot {}: a flit would miss the "
                         "next slot of the next channel.",
                         hop, slot),
                sentence("Choose slots of {} cycles or more.", hop));
  std::fill(setup.linkLatency.begin(), setup.linkLatency.end(), slot);
}

/// Classes without a name of their own are called "class 1"; others by the name behind the word.
Issues findClasses(const Setup& setup, SlottedSwitches& switches, const std::stop_token& stop) {
  ClassNames known;
  nameClasses(setup, known);
  for (std::string& each : switches.classes)
    if (std::find(known.begin(), known.end(), each) == known.end() && each.size() > kClass.size())
      each.erase(0, kClass.size());
  auto found = pairsOfClasses(setup, switches.classes, stop);
  if (auto* issues = std::get_if<Issues>(&found)) return std::move(*issues);
  auto& pairs = std::get<ClassPairs>(found);
  switches.wanted = std::move(pairs.pairs);
  switches.settings.circuitClasses = pairs.classes;
  return {};
}

Issues planSlotted(Setup& setup, const std::stop_token& stop) {
  auto& switches = std::get<SlottedSwitches>(setup.switches);
  if (!switches.classes.empty()) {
    Issues issues = findClasses(setup, switches, stop);
    if (!issues.empty()) return issues;
    if (switches.settings.bestEffort == BestEffortTime::none) {  // all that is sent has a circuit
      switches.wanted.reset();
      switches.settings.circuitClasses = SlottedSettings{}.circuitClasses;
      switches.classes.clear();
    }
  }
  auto planned =
      shareShiftedCircuits(setup, switches.settings.slotCount, switches.settings.slotsEach, stop);
  if (auto* issues = std::get_if<Issues>(&planned)) return std::move(*issues);
  auto& plan = std::get<SharedCircuits>(planned);
  switches.settings.slotCount = plan.slotCount;
  switches.circuits = std::move(plan.circuits);
  if (switches.settings.bestEffort != BestEffortTime::none && switches.wanted)
    return proveBestEffort(setup, stop);
  return {};
}

}  // namespace

SwitchModel slottedModel() {
  SwitchModel model;
  model.name = "slotted";
  model.label = "Slotted: circuits whose slots move on hop by hop";
  model.source =
      "Goossens, Dielissen & Radulescu, Æthereal network on chip, IEEE Design & Test 2005";
  model.own = slottedParameters;
  model.elsewhere = slottedDefaults;
  model.virtualChannels = slottedVcs;
  model.resolve = resolveSlottedSwitches;
  model.fit = fitSlotted;
  model.complete = planSlotted;
  model.timesLoneMessages = false;
  return model;
}

}  // namespace hopscope
