// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/design/design.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// Which terminals the traffic of a design, or of one of its phases, has a destination for. The
/// others (the diagonal of a transpose) have nothing to send, which is no fault of the network.
/// Where the traffic does not fit the network, all are said to send.
std::vector<bool> sendingTerminals(const Design& design, const Topology& topology);

}  // namespace hopscope
