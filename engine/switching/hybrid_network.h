// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/routing/routing_algorithm.h"
#include "engine/switching/hybrid_settings.h"
#include "engine/switching/switching.h"

namespace hopscope {

/// A network of one hybrid crossbar, or a hybrid tree (circuitTree).
struct HybridPlan {
  std::shared_ptr<const Topology> topology;
  Cycle wire = 1;   ///< from a terminal to the crossbar, or to the top of the tree; at least 1
  Cycle above = 0;  ///< of it, from the lowest switch of the tree to its top
  HybridSettings settings;
  LookupPlan lookups;
  std::shared_ptr<const RoutingAlgorithm> routing;
  TrafficPlan traffic;
  std::shared_ptr<Workload> workload = nullptr;  ///< what terminals do beside
  std::uint64_t seed = 1;
};

/// A crossbar on which circuits and worms share time slots, and its terminals. A packet that finds
/// no room in its NIC is refused; the latency starts when the NIC has taken it.
std::unique_ptr<Switching> makeHybridNetwork(const HybridPlan& plan);

}  // namespace hopscope
