// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/fabric/link_rate.h"
#include "engine/fabric/vc_counts.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/switching/switching.h"
#include "engine/switching/wormhole_settings.h"

namespace hopscope {

/// A network of flit-level routers with virtual channels.
struct WormholePlan {
  std::shared_ptr<const Topology> topology;
  std::vector<Cycle> linkLatency;  ///< per link
  VcCounts virtualChannels;        ///< terminals' channels included
  WormholeSettings settings;
  std::vector<std::uint32_t> bufferFlits;  ///< per router; empty: all as in `settings`
  LookupPlan lookups;
  std::shared_ptr<const RoutingAlgorithm> routing;
  TrafficPlan traffic;
  std::shared_ptr<Workload> workload = nullptr;  ///< what terminals do beside
  std::uint64_t seed = 1;
  bool reroutes = false;  ///< the routing may be replaced (Switching::setRouting)
  std::size_t packetBytes = std::size_t{512} << 20;  ///< memory for all packets alive
  unsigned threads = 1;                              ///< no result depends on it
  /// Nor on this; 0: so many that they pay. There is one part where a decision depends on routers
  /// far off, or tables serve heads of several inputs as they come.
  std::uint32_t portsAPart = 0;
  std::vector<LinkRate> linkRates = {};  ///< per link; empty: all are full
};

/// Wormhole flow control with virtual channels and credits, flit by flit (Dally & Towles 2004,
/// chapters 16 and 17). Terminals queue until memory is full: a cycle that begins with so many
/// packets alive takes in no other one. The latency starts at generation.
std::unique_ptr<Switching> makeWormholeNetwork(const WormholePlan& plan);

}  // namespace hopscope
