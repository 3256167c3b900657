// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/fabric/calendar.h"
#include "engine/fabric/fabric.h"
#include "engine/switching/observation.h"
#include "engine/switching/route_stage.h"

namespace hopscope {

/// Adds the packets of a part whose head is on a wire between two cycles, until there are `most`;
/// `next` is the cycle to come.
void observePackets(const Fabric& fabric, const Calendar& calendar, Cycle next, std::uint32_t most,
                    std::vector<MovingPacket>& out);

/// Buffers, queues and caches of one router. `outputRoom` is its output queues in flits.
void observeRouter(const Fabric& fabric, const RouteStage& routes, RouterId router, Cycle next,
                   std::uint32_t outputRoom, RouterDetail& out);

}  // namespace hopscope
