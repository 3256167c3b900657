// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/topology/topology.h"

namespace hopscope {

/// The link to each router's parent in a tree of shortest paths from router 0 (of every part of the
/// network, from its first); kNone at the roots. As IEEE 802.1D makes it where the first bridge is
/// the root.
std::vector<LinkId> spanningTree(const Topology& topology);

}  // namespace hopscope
