// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "engine/simulation/setup.h"

namespace hopscope {

/// The input buffers at the end of a channel, and how long a flit has its place in them.
struct CreditLoop {
  Cycle cycles = 0;  ///< from the grant to the return of the credit, where nothing is in its way
  Cycle room = 0;    ///< flits in each virtual channel
  Cycle parts = 0;   ///< virtual channels
};

/// Of a channel between routers of switches that take packets as a whole, or into a router of
/// wormhole switches: through the switch, along the channel, and back. Nothing elsewhere, and where
/// there are no credits but pauses.
std::optional<CreditLoop> creditLoop(const Setup& setup, ChannelId channel);

}  // namespace hopscope
