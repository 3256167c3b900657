// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/fabric/calendar.h"
#include "engine/fabric/fabric.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/switching/observation.h"
#include "engine/switching/partition.h"
#include "engine/switching/route_stage.h"

namespace hopscope {

/// Switching::forEachUnderWay, of one part.
void forEachUnderWay(const Fabric& fabric, const Part& part, const Calendar& calendar, Cycle next,
                     const std::function<void(const PacketUnderWay&)>& visit);

/// Adds the packets of a part whose head is on a wire between two cycles, until there are `most`;
/// `next` is the cycle to come.
void observePackets(const Fabric& fabric, const RoutingAlgorithm& routing, const Calendar& calendar,
                    Cycle next, std::uint32_t most, std::vector<MovingPacket>& out);

/// Switching::find, in one part.
std::optional<MovingPacket> findPacket(const Fabric& fabric, const RoutingAlgorithm& routing,
                                       const Part& part, const Calendar& calendar, Cycle next,
                                       TerminalId source, CycleStamp birth);

/// Switching::observeQueues, of one part: into the places of its channels.
void observeQueues(const Fabric& fabric, const RoutingAlgorithm& routing, const Part& part,
                   const Calendar& calendar, Cycle next, std::vector<ChannelQueue>& out);

/// Buffers, queues and, where there are `routes`, caches of one router.
void observeRouter(const Fabric& fabric, const RouteStage* routes, RouterId router, Cycle next,
                   const SwitchSettings& settings, RouterDetail& out);

/// The packets at the front of its buffers, and what each waits for.
void observeWaiting(const Fabric& fabric, const RoutingAlgorithm& routing, const Calendar& calendar,
                    RouterId router, Cycle next, const SwitchSettings& settings,
                    std::vector<WaitingHead>& out);

}  // namespace hopscope
