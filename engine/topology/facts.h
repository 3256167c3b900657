// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "engine/topology/topology.h"

namespace hopscope {

/// What one can say of a network without running it. Distances are in links, terminal to terminal.
struct TopologyFacts {
  std::uint64_t groups = 0;  ///< 0 where the family has none
  std::uint64_t routers = 0;
  std::uint64_t terminals = 0;
  std::uint64_t links = 0;                ///< cables, terminal links included
  std::uint64_t channels = 0;             ///< 2 * links
  std::uint64_t radix = 0;                ///< ports of the largest router
  std::optional<std::uint64_t> diameter;  ///< absent while unknown, or disconnected
  /// Between routers that have terminals.
  std::optional<std::uint64_t> routerDiameter;
  std::optional<double> averageDistance;  ///< over all ordered pairs, self included
  std::optional<double> averageDistanceExcludingSelf;
  std::optional<std::uint64_t> bisection;  ///< links; where a formula is known
};

/// What needs no more than a walk over the routers: no distances, no bisection.
TopologyFacts countFacts(const Topology& topology);

/// Counts and, by breadth-first search from every router (one core, O(routers * links)), distances.
/// Bisection comes from the family's formula (Generator::facts).
TopologyFacts measureFacts(const Topology& topology);

}  // namespace hopscope
