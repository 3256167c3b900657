// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/routing/routing_algorithm.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// The channels that a packet may take from a terminal to another one, in order, those of both
/// terminals included: every step that the routing lets it take.
std::vector<ChannelId> possibleChannels(const Topology& topology, const RoutingAlgorithm& routing,
                                        TerminalId source, TerminalId destination);

}  // namespace hopscope
