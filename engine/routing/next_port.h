// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "engine/forwarding/rule_generator.h"
#include "engine/routing/routing_algorithm.h"

namespace hopscope {

/// A routing algorithm that has one path for each pair, for tables that are fixed in advance.
struct FixedRouting {
  std::string name;  ///< in the registry
  std::shared_ptr<const RoutingAlgorithm> algorithm;
};

/// The algorithm `wanted` where it has one path for each pair, or the first of the network's family
/// that does; shortest paths for networks of no family. The issue says that none can be made.
std::variant<FixedRouting, Issues> fixedRouting(const Topology& topology,
                                                const std::string& wanted);

/// The ports that this routing takes, asked afresh at every router. The algorithm lives as long as
/// the function.
NextPort nextPortOf(const Topology& topology, std::shared_ptr<const RoutingAlgorithm> algorithm);

}  // namespace hopscope
