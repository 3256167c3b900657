// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/routing/routing_algorithm.h"
#include "engine/switching/slotted_circuits.h"
#include "engine/switching/switching.h"

namespace hopscope {

/// A network of any topology on which all that is sent has circuits.
struct SlottedPlan {
  std::shared_ptr<const Topology> topology;
  SlottedSettings settings;
  std::shared_ptr<const std::vector<PlannedCircuit>> circuits;  ///< by source and destination
  LookupPlan lookups;
  std::shared_ptr<const RoutingAlgorithm> routing;
  TrafficPlan traffic;
  std::shared_ptr<Workload> workload = nullptr;  ///< what terminals do beside
  std::uint64_t seed = 1;
};

/// Circuits whose slots move on by one each hop, and the terminals that send over them. A packet
/// that finds no room in its interface is refused, as is one that has no circuit.
std::unique_ptr<Switching> makeSlottedNetwork(const SlottedPlan& plan);

}  // namespace hopscope
