// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "engine/fabric/fabric.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/switching/switching.h"

namespace hopscope {

/// A network of virtual cut-through switches.
struct VctPlan {
  FabricPlan fabric;
  LookupPlan lookups;
  std::shared_ptr<const RoutingAlgorithm> routing;
  TrafficPlan traffic;                           ///< packets of fabric.lengths
  std::shared_ptr<Workload> workload = nullptr;  ///< what terminals do beside; likewise
  std::uint64_t seed = 1;
  unsigned threads = 1;           ///< no result depends on it
  std::uint32_t portsAPart = 0;   ///< nor on this; 0: so many that a core's cache holds them
  std::uint32_t noticeFlits = 0;  ///< of a notice of congestion; 0: as the shortest packet
};

/// Virtual cut-through: packets move whole, by events (Benito 2020, section 3).
std::unique_ptr<Switching> makeVctNetwork(const VctPlan& plan);

}  // namespace hopscope
