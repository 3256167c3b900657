// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/ids.h"
#include "engine/fabric/link_rate.h"
#include "engine/fabric/vc_counts.h"
#include "engine/forwarding/lookup_settings.h"
#include "engine/forwarding/node_reduction.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/simulation/switches.h"
#include "engine/switching/injection.h"
#include "engine/topology/topology.h"
#include "engine/traffic/traffic_pattern.h"
#include "engine/traffic/traffic_source.h"
#include "engine/workload/application_plan.h"

namespace hopscope {

/// How long to run, and the seed that fixes every random choice.
struct RunSettings {
  Cycle warmup = 0;  ///< where it is found: it ends here at the latest
  Cycle measure = 1;
  Cycle maxCycles = 0;  ///< the drain gives up here; at least warmup + measure
  Cycle window = 1000;  ///< length of a recorded window
  std::uint64_t seed = 1;
  bool findWarmup = false;  ///< the warm-up's end is found by MSER-5
  double untilCi = 0;       ///< measure until the interval is below this share of the mean; 0: once
  unsigned replications = 1;  ///< of the design; a Simulation is one of them
};

/// How one run uses the machine. No result depends on it.
struct Execution {
  unsigned threads = 1;
  std::uint32_t portsAPart = 0;   ///< of a network that is simulated part by part; 0: as suits it
  std::size_t timelineItems = 0;  ///< spans and messages of applications that are kept; 0: none
  std::size_t recordBytes = 0;    ///< memory for the Recording of its windows; 0: none
  /// Memory for packets where source queues are unbounded: beyond saturation they fill it, and the
  /// run ends.
  std::size_t packetBytes = std::size_t{512} << 20;
  /// Where it is requested, programs of applications do nothing more, even within a cycle that
  /// would take minutes: who requests it goes no further, and the run is not complete.
  std::stop_token stop = {};
};

/// Other lookups, of the same kinds at the same routers.
struct LookupChange {
  std::vector<LookupSettings> lookups;                           ///< as in Setup
  std::vector<std::uint16_t> lookupOf;                           ///< likewise
  std::vector<std::shared_ptr<const NodeReduction>> reductions;  ///< likewise
};

/// What changes at a cycle: the traffic, and maybe the routing.
struct TrafficPhase {
  Cycle at = 0;
  std::shared_ptr<const TrafficPattern> traffic;
  double load = 0;
  bool reprogram = false;  ///< routes change: caches are emptied, and off for Setup::reprogram
  /// From then on; nullptr: it stays. Only where Setup::reroutes.
  std::shared_ptr<const RoutingAlgorithm> routing = nullptr;
  /// `routing` is another algorithm: terminals are silent until the network has run empty, and what
  /// this phase changes begins then.
  bool drains = false;
  std::shared_ptr<const LookupChange> lookups = nullptr;  ///< caches are made anew, empty
  std::string what = {};  ///< in words, with the design's ids: "Channel 9 fails."
};

/// What a switch takes beside its lookups.
struct EnergySettings {
  double bufferPerByte = 0.1407;  ///< nJ, to write and read it
  double opticalPort = 0.6;       ///< W
  double electricalPort = 0.48;   ///< W
  double fixed = 30;              ///< W

  bool operator==(const EnergySettings&) const = default;
};

/// A compiled design: the network and the parts chosen for it, checked against each other.
struct Setup {
  std::shared_ptr<const Topology> topology;
  std::vector<Cycle> linkLatency;   ///< per link; >= 1 between routers, >= 0 at terminals
  std::vector<LinkRate> linkRates;  ///< per link, of each of its channels; empty: all are full
  VcCounts virtualChannels;
  Switches switches;
  std::vector<LookupSettings> lookups;  ///< the distinct ones
  std::vector<std::uint16_t> lookupOf;  ///< per router: index into `lookups`
  /// Per entry of `lookups`: what its caches know destinations by, or nullptr; empty: nowhere.
  std::vector<std::shared_ptr<const NodeReduction>> reductions;
  std::shared_ptr<const RoutingAlgorithm> routing;
  std::shared_ptr<const TrafficPattern> traffic;
  double load = 0;                      ///< offered, flits per terminal and cycle, [0, 1]
  std::uint32_t packetFlits = 1;        ///< of every packet, or of the longest
  std::vector<PacketSize> packetSizes;  ///< empty: all of `packetFlits`
  /// Makes what terminals do beside sending at this load, of this setup; null: nothing. Then the
  /// run ends once that has finished and all has arrived, or with `run`.
  std::function<std::shared_ptr<Workload>(const Setup&)> workload = nullptr;
  /// Applications on its terminals, instead of `workload`; their zero-load times are found out when
  /// the run is set up. null: none.
  std::shared_ptr<const ApplicationPlan> applications = nullptr;
  Execution execution;
  std::vector<TrafficPhase> phases;  ///< in order of time, each > 0
  Cycle prefetch = 0;                ///< TrafficPlan::prefetch, where there are caches
  bool reroutes = false;             ///< phases may change the routing
  Cycle reprogram = 10'000;          ///< from a change of routes until caches are on again
  double picosecondsPerCycle = 1000;
  double flitBytes = 25;
  EnergySettings energy;
  RunSettings run;
};

inline VcReuse reuseOf(const Setup& setup) {
  return std::visit([](const auto& switches) { return switches.reuse(); }, setup.switches);
}

/// A routing and the cycle from which it is in force.
struct RoutingFrom {
  Cycle at = 0;
  std::shared_ptr<const RoutingAlgorithm> routing;
};

/// The routing of cycle 0, and those that phases bring.
inline std::vector<RoutingFrom> routingsOf(const Setup& setup) {
  std::vector<RoutingFrom> routings = {{0, setup.routing}};
  for (const TrafficPhase& phase : setup.phases)
    if (phase.routing) routings.push_back({phase.at, phase.routing});
  return routings;
}

}  // namespace hopscope
