// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/routing/routing_algorithm.h"
#include "engine/switching/observation.h"
#include "engine/switching/route_stage.h"
#include "engine/switching/wormhole_part_state.h"

/// What can be seen of a wormhole network between two cycles; `next` is the cycle to come.
namespace hopscope::wormhole {

/// Switching::forEachUnderWay.
void forEachUnderWay(const PartStates& parts, Cycle next,
                     const std::function<void(const PacketUnderWay&)>& visit);

/// The flits on wires, each drawn as its packet.
void observePackets(const PartStates& parts, const RoutingAlgorithm& routing, Cycle next,
                    std::uint32_t most, std::vector<MovingPacket>& out);

/// Switching::find.
std::optional<MovingPacket> findPacket(const PartStates& parts, const RoutingAlgorithm& routing,
                                       Cycle next, TerminalId source, CycleStamp birth);

/// Switching::observeQueues.
void observeQueues(const PartStates& parts, const RoutingAlgorithm& routing, Cycle next,
                   std::vector<ChannelQueue>& out);

/// Where there are no `routes`, buffers alone.
void observeRouter(const PartStates& parts, const RouteStage* routes, RouterId router, Cycle next,
                   RouterDetail& out);

/// The packets at the front of a router's buffers, and what each waits for; of its part.
void observeWaiting(const PartState& part, RouterId router, Cycle next,
                    std::vector<WaitingHead>& out);

/// The head at the front of an input VC has been routed, and holds no virtual channel yet.
bool asksForChannel(const PartState& part, VcId vcId);

/// Of the packets at the front of input buffers that want the same output, all but one; summed over
/// all outputs.
std::uint64_t outputConflicts(const State& state);

/// Credits equal what is on its way, in buffers and coming back; flits of a packet stay in order
/// and together; every packet is accounted for. One sentence a violation.
std::vector<std::string> violations(const PartStates& parts, Cycle next, std::uint64_t generated,
                                    std::uint64_t delivered);

}  // namespace hopscope::wormhole
