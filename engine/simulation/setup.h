// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/ids.h"
#include "engine/forwarding/lookup_settings.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/topology/topology.h"
#include "engine/traffic/traffic_pattern.h"

namespace hopscope {

enum class AllocatorKind : std::uint8_t { separableInputFirst, islip };

/// One switch's microarchitecture (virtual cut-through; Benito 2020, section 3). Sizes in flits.
struct SwitchSettings {
  Cycle latency = 1;                   ///< head in to head out, without a table lookup
  std::uint32_t speedupNumerator = 1;  ///< internal speed-up as an exact fraction, >= 1
  std::uint32_t speedupDenominator = 1;
  std::uint32_t injectionBuffer = 0;  ///< per terminal
  std::uint32_t localBuffer = 0;      ///< per VC of an input port on a local link
  std::uint32_t globalBuffer = 0;     ///< per VC of an input port on a global link
  std::uint32_t outputBuffer = 0;     ///< per output port; 0: input-queued, needs speed-up 1
  AllocatorKind allocator = AllocatorKind::separableInputFirst;
  std::uint32_t iterations = 1;

  bool operator==(const SwitchSettings&) const = default;
};

/// How long to run, and the seed that fixes every random choice.
struct RunSettings {
  Cycle warmup = 0;
  Cycle measure = 1;
  Cycle maxCycles = 0;  ///< the drain gives up here; at least warmup + measure
  Cycle window = 1000;  ///< length of a recorded window
  std::uint64_t seed = 1;
};

/// A compiled design: the network and the parts chosen for it, checked against each other.
struct Setup {
  std::shared_ptr<const Topology> topology;
  std::vector<Cycle> linkLatency;  ///< per link; >= 1 between routers, >= 0 at terminals
  VcCounts virtualChannels;
  std::vector<SwitchSettings> switches;  ///< the distinct ones
  std::vector<std::uint16_t> switchOf;   ///< per router: index into `switches`
  std::vector<LookupSettings> lookups;   ///< the distinct ones
  std::vector<std::uint16_t> lookupOf;   ///< per router: index into `lookups`
  std::shared_ptr<const RoutingAlgorithm> routing;
  std::shared_ptr<const TrafficPattern> traffic;
  double load = 0;  ///< offered, flits per terminal and cycle, [0, 1]
  std::uint32_t packetFlits = 1;
  double picosecondsPerCycle = 1000;
  RunSettings run;
};

}  // namespace hopscope
