// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/hybrid_starvation.h"

#include <utility>
#include <variant>

#include "engine/scheduling/slot_scheduler.h"

namespace hopscope {
namespace {

/// A pair that nothing would ever carry.
Issues checkReached(const Setup& setup, const HybridSettings& s) {
  if (s.worms || s.loaded.size() < s.circuitSlots) return {};
  const auto pair = pairWithoutSlot(setup.topology->terminalCount(), s);
  if (!pair) return {};
  if (s.commanded.empty())
    return {{Severity::error, "switch.preload",
             sentence("All slots are loaded, and none leads from port {} to port {}.", pair->input,
                      pair->output),
             sentence("Load fewer slots, load that pair too, or switch the slot of worms on.")}};
  return {{Severity::error, "switch.slots",
           sentence("All {} slots of circuits are loaded, or kept for programs that load them, and "
                    "none leads from port {} to port {}: what terminals send there of themselves "
                    "would wait for ever.",
                    s.circuitSlots, pair->input, pair->output),
           sentence("Choose more slots, switch the slot of worms on, or let nobody send but "
                    "programs.")}};
}

/// Circuits that are never given up for want of use fill all slots; then other pairs wait for ever:
/// those that never had one, or those whose circuit a scheduler took away.
Issues checkGivenUp(const Setup& setup, const HybridSettings& s) {
  if (s.eviction == Eviction::timeOut || s.loaded.size() >= s.circuitSlots) return {};
  const SlotSchedulerEntry& scheduler = *slotSchedulers().find(s.scheduler);
  if (s.worms && !scheduler.takesAway) return {};
  const std::size_t free = s.circuitSlots - s.loaded.size();
  // Nothing moves a circuit once it stands: a pair's input may be busy in the slots of ports - 2
  // others, and its output in those of ports - 2 more. Beside worms, only those wait whose circuit
  // was taken, and with a slot for each other port none has to be.
  const std::size_t ports = setup.topology->terminalCount();
  if (setup.topology->routerCount() == 1 && (s.worms ? free + 1 >= ports : free + 3 >= 2 * ports))
    return {};
  if (s.worms)
    return {{Severity::error, "switch.eviction",
             sentence("The scheduler {} takes circuits from pairs with data, and where others are "
                      "not given up for want of use they wait for ever.",
                      scheduler.name),
             sentence("Evict circuits by \"time_out\", or choose another scheduler.")}};
  return {{Severity::error, "switch.eviction",
           sentence("Without a slot of worms, circuits that stay can fill all {} free slots, and "
                    "other pairs of {} ports wait for ever.",
                    free, setup.topology->terminalCount()),
           sentence("Evict circuits by \"time_out\", or switch the slot of worms on.")}};
}

}  // namespace

std::optional<PortPair> pairWithoutSlot(TerminalId ports, const HybridSettings& settings) {
  BitMatrix reached(ports, ports);
  const auto reach = [&reached](const LoadedConfiguration& each) {
    for (const PortPair& pair : each.pairs) reached.set(pair.input, pair.output);
  };
  for (const LoadedConfiguration& each : settings.loaded) reach(each);
  for (const CommandedConfiguration& each : settings.commanded) reach(each.configuration);
  for (TerminalId input = 0; input < ports; ++input)
    for (TerminalId output = 0; output < ports; ++output)
      if (input != output && !reached.at(input, output)) return PortPair{input, output};
  return std::nullopt;
}

Issues checkStarvation(const Setup& setup, double highestLoad) {
  const HybridSettings& s = std::get<HybridSwitches>(setup.switches).settings;
  Issues issues;
  if (highestLoad > 0) issues = checkReached(setup, s);
  // Who only plays programs that load circuits is told when they wait in vain.
  if (highestLoad > 0 || s.commanded.empty())
    for (Issue& each : checkGivenUp(setup, s)) issues.push_back(std::move(each));
  return issues;
}

}  // namespace hopscope
