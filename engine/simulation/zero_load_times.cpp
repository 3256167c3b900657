// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/zero_load_times.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/simulation/lone_messages.h"

namespace hopscope {
namespace {

/// A packet is at its terminal when its last flit is, which is the end of a cycle.
constexpr Cycle kOnce = 1;

/// The same for all destinations.
Picoseconds lookupTime(const LookupSettings& lookup) {
  switch (lookup.kind) {
    case LookupKind::algorithm:
    case LookupKind::dram:
      return 0;
    case LookupKind::cam:
      return lookup.camLatency;
    case LookupKind::cache:
    case LookupKind::nrfMap:
      return lookup.cache.latency;
  }
  return 0;
}

/// Whether the times are those of the packets alone, one after the other at a flit a cycle, where
/// what packets of one message cost each other depends on more than their way: on when they meet
/// the slots of their circuits, and on what caches hold by then. Slow channels make them wait in
/// any case, and caches count as holding the line then.
bool isOfOnePacketEach(const Setup& setup) {
  const bool circuits = std::holds_alternative<HybridSwitches>(setup.switches) ||
                        std::holds_alternative<SlottedSwitches>(setup.switches);
  return circuits ||
         (setup.linkRates.empty() &&
          std::any_of(setup.lookups.begin(), setup.lookups.end(), [](const LookupSettings& each) {
            return each.kind == LookupKind::cache || each.kind == LookupKind::nrfMap;
          }));
}

/// Messages of more flits may take longer than the head's time and one cycle a flit; nothing: that
/// is all that is known of them.
std::optional<std::uint64_t> plainFlits(const Setup& setup) {
  if (isOfOnePacketEach(setup)) return {};
  if (!setup.linkRates.empty()) return 0;
  const auto* const wormhole = std::get_if<WormholeSwitches>(&setup.switches);
  // A packet moves whole: it is those of one message that wait for each other.
  if (wormhole == nullptr) return setup.packetFlits;
  const WormholeSettings& s = wormhole->settings;
  const bool plain =
      !s.storeAndForward && s.delays.switchAllocation == 1 && s.delays.traversal <= 1;
  if (!plain) return 1;
  // A packet that stretches over several buffers waits for their room.
  std::uint32_t buffer = wormhole->bufferFlits.empty() ? s.bufferFlits : setup.packetFlits;
  for (const std::uint32_t each : wormhole->bufferFlits) buffer = std::min(buffer, each);
  return std::min(setup.packetFlits, buffer);
}

}  // namespace

std::shared_ptr<const HeadTimes> zeroLoadTimes(const Setup& setup) {
  const Cycle beside =
      std::visit([](const auto& switches) { return switches.beside(); }, setup.switches);
  HeadTimes::Plan plan{setup.topology, setup.routing, setup.linkLatency, {}, kOnce + beside};
  for (RouterId r = 0; r < setup.topology->routerCount(); ++r) {
    Cycle time =
        std::visit([r](const auto& switches) { return switches.headLatency(r); }, setup.switches);
    if (r < setup.lookupOf.size()) {
      const LookupSettings& settings = setup.lookups[setup.lookupOf[r]];
      const auto cycles = [&](Picoseconds of) {
        return static_cast<double>(of) / setup.picosecondsPerCycle;
      };
      time += static_cast<Cycle>(std::ceil(cycles(lookupTime(settings))));
      if (settings.kind == LookupKind::dram) {
        plan.perRow.resize(setup.topology->routerCount());
        plan.perRow[r] = cycles(settings.dramRead);
      }
    }
    plan.router.push_back(time);
  }
  if (const auto plain = plainFlits(setup)) {
    plan.plainFlits = *plain;
    plan.lone = loneMessages(setup);
  }
  return std::make_shared<const HeadTimes>(std::move(plan));
}

}  // namespace hopscope
