// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/routing/wait_table.h"

namespace hopscope {

/// An edge of a WaitGraph.
using Wait = std::pair<std::uint32_t, std::uint32_t>;

/// An order in which every node comes before those it may wait for, or a cycle.
struct DependencyOrder {
  std::vector<std::uint32_t> rank;   ///< per node; only where there is no cycle
  std::vector<std::uint32_t> cycle;  ///< a shortest one, node by node
};

/// Orders the graph (Kahn 1962). `more` are further edges.
DependencyOrder orderOf(const WaitGraph& graph, const std::vector<Wait>& more = {});

/// A shortest cycle through one of the nodes that `through` marks; empty where there is none.
std::vector<std::uint32_t> cycleThrough(const WaitGraph& graph, const std::vector<bool>& through);

}  // namespace hopscope
