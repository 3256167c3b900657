// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "engine/core/declare.h"
#include "engine/design/circuit_rules.h"
#include "engine/design/section_lists.h"
#include "engine/design/switch_models.h"
#include "engine/simulation/circuit_plan.h"

namespace hopscope {
namespace {

using declare::number;

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
  });
  return switches;
}

/// A slot takes a flit from any channel to the next, so slots are as long as the longest of them
/// needs.
void fitSlotted(Setup& setup, const SettingsReader& read) {
  refuseBesideCircuits(setup, read);
  const Cycle slot = std::get<SlottedSwitches>(setup.switches).settings.slotLength;
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

Issues planSlotted(Setup& setup) {
  auto& switches = std::get<SlottedSwitches>(setup.switches);
  auto planned =
      shareShiftedCircuits(setup, switches.settings.slotCount, switches.settings.slotsEach);
  if (auto* issues = std::get_if<Issues>(&planned)) return std::move(*issues);
  auto& plan = std::get<SharedCircuits>(planned);
  switches.settings.slotCount = plan.slotCount;
  switches.circuits = std::move(plan.circuits);
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
  return model;
}

}  // namespace hopscope
