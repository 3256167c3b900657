// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/make_network.h"

#include <utility>

#include "engine/simulation/packet_lengths.h"
#include "engine/simulation/traffic_class_names.h"
#include "engine/switching/hybrid_network.h"
#include "engine/switching/slotted_network.h"
#include "engine/switching/vct_network.h"
#include "engine/switching/wormhole_network.h"

namespace hopscope {
namespace {

std::unique_ptr<Switching> make(const Setup& s, const VctSwitches& switches,
                                std::shared_ptr<Workload> workload) {
  // Detours have a virtual channel beside those that a routing looks at.
  const bool sumsQueues = s.routing->looksElsewhere() && !s.reroutes;
  return makeVctNetwork({{s.topology, s.linkLatency, s.virtualChannels, switches.kinds,
                          switches.kindOf, packetLengths(s), s.linkRates, sumsQueues},
                         lookupsOf(s),
                         s.routing,
                         trafficOf(s),
                         std::move(workload),
                         s.run.seed,
                         s.execution.threads,
                         s.execution.portsAPart,
                         noticeFlits(s)});
}

std::unique_ptr<Switching> make(const Setup& s, const WormholeSwitches& switches,
                                std::shared_ptr<Workload> workload) {
  return makeWormholeNetwork({s.topology, s.linkLatency, s.virtualChannels, switches.settings,
                              switches.bufferFlits, lookupsOf(s), s.routing, trafficOf(s),
                              std::move(workload), s.run.seed, s.reroutes, s.execution.packetBytes,
                              s.execution.threads, s.execution.portsAPart, s.linkRates});
}

CircuitNetworkPlan withCircuits(const Setup& s, std::shared_ptr<Workload> workload) {
  return {s.topology, lookupsOf(s), s.routing, trafficOf(s), std::move(workload), s.run.seed};
}

std::unique_ptr<Switching> make(const Setup& s, const HybridSwitches& switches,
                                std::shared_ptr<Workload> workload) {
  return makeHybridNetwork(
      {withCircuits(s, std::move(workload)), switches.wire, switches.above, switches.settings});
}

std::unique_ptr<Switching> make(const Setup& s, const SlottedSwitches& switches,
                                std::shared_ptr<Workload> workload) {
  return makeSlottedNetwork({withCircuits(s, std::move(workload)), switches.settings,
                             switches.circuits, s.virtualChannels, s.packetFlits});
}

}  // namespace

LookupPlan lookupsOf(const Setup& s) {
  return {s.lookups,    s.lookupOf, s.picosecondsPerCycle, s.run.seed, s.topology->terminalCount(),
          s.reductions, s.routing};
}

TrafficPlan trafficOf(const Setup& s) {
  ClassNames names;
  nameClasses(s, names);
  return {s.traffic,
          s.load,
          s.packetSizes.empty() ? std::vector<PacketSize>{{s.packetFlits, 1.0}} : s.packetSizes,
          s.prefetch,
          classIdsOf(*s.traffic, names),
          s.applications ? s.applications->trafficClass : std::uint8_t{0}};
}

std::unique_ptr<Switching> makeNetwork(const Setup& s, std::shared_ptr<Workload> workload) {
  return std::visit([&](const auto& switches) { return make(s, switches, workload); }, s.switches);
}

}  // namespace hopscope
