// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/core/issue.h"
#include "engine/design/design.h"
#include "engine/topology/formats/network_file.h"
#include "engine/topology/placement.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// A drawn design of the network that a file holds. The most common latency of each class becomes
/// that class's, the others stay with their links. Drawn terminals have one latency for all: where
/// a file has several, an issue says which one is used.
Design importedDesign(const NetworkFile& network, Issues& issues);

/// The design's network with the latencies in force, for a file. `placement` may be empty.
NetworkFile exportedNetwork(const Design& design, const Topology& topology,
                            const Placement& placement);

}  // namespace hopscope
