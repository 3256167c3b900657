// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/routing/routing_algorithm.h"
#include "engine/switching/journey.h"
#include "engine/switching/wormhole_part_state.h"

namespace hopscope::wormhole {

/// The packet whose head departs is the one that is followed, if one is.
inline bool isFollowed(const PartState& s, const WormPacket& packet) {
  return s.journeys != nullptr && packet.probe == 0 &&
         s.journeys->follows(packet.source, packet.birth, packet.hasLetter != 0);
}

/// A hop of the packet that is followed, whose head departs from this input now; the caller adds
/// what it spent in this router. At the first one, what was before it is there already.
LatencySplit& noteHop(const PartState& s, const RoutingAlgorithm& routing, Cycle now, PortId input,
                      PortId output, const WormPacket& packet);

}  // namespace hopscope::wormhole
