// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "engine/core/ids.h"
#include "engine/scheduling/tree_scheduler.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// The network as a tree that circuits can be scheduled on: one with one side, at most
/// kMostTreeLevels high and without parallel links.
std::optional<TreeStructure> circuitTree(const Topology& topology);

/// The channels of a circuit's way in their order, those of its terminals included.
std::vector<ChannelId> treePath(const Topology& topology, const TreeStructure& tree,
                                const TreeCircuit& circuit);

}  // namespace hopscope
