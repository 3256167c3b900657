// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/design/design.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// Which terminals the traffic of a design has a destination for from the beginning to the end, in
/// all of its phases. The others (the diagonal of a transpose, those of a router that fails) have
/// nothing to send for a while or for ever, which is no fault of the network. Where the traffic
/// does not fit the network, all are said to send.
std::vector<bool> sendingTerminals(const Design& design, const Topology& topology);

/// The load that a design offers before its phases, in flits per terminal and cycle; of
/// designInPhase(), the one in force then. 0 where the design has none.
double offeredLoad(const Design& design);

}  // namespace hopscope
