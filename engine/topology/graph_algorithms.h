// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/topology/placement.h"
#include "engine/topology/topology.h"

/// Graph work done by Boost.Graph, with plain types at the border.
namespace hopscope {

/// Number of each router's connected component, counted from 0 in the order of their first router.
std::vector<std::uint32_t> routerComponents(const Topology& topology);

/// Length of a shortest path from `from` to every router, in links; kNone where there is none.
std::vector<std::uint32_t> routerDistances(const Topology& topology, RouterId from);

/// A shortest cycle of the directed graph whose node i has the edges i -> successors[i][…]: its
/// nodes in order, the last one leads back to the first. Empty where there is no cycle. The same
/// graph always gives the same cycle.
std::vector<std::uint32_t> shortestCycle(const std::vector<std::vector<std::uint32_t>>& successors);

/// A force-directed layout of a connected graph (Kamada & Kawai 1989 below 150 nodes, Fruchterman &
/// Reingold 1991 above) with edges about `edgeLength` long. The same graph always gives the same
/// places; the middle is near (0, 0).
std::vector<Point> forceLayout(std::uint32_t nodes,
                               const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges,
                               double edgeLength);

}  // namespace hopscope
