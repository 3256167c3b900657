// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/switching/wormhole_state.h"

/// Allocation by one round of iSLIP (McKeown 1999), requests and grants as bits of machine words:
/// the fast way, for the commonest routers (State::lean).
namespace hopscope::wormhole {

/// Matches input ports with output ports: fills `winners`, moves pointers. Outputs grant to input
/// ports, input ports accept; of the lanes of one port that want the same output the one whose turn
/// comes first stands for all. Looks at requests made before this cycle.
void allocateSwitch(State& s);

/// Gives free output lanes to the heads that ask. Every free output lane grants to a head, each
/// head accepts one.
void allocateLanes(State& s, Cycle now);

}  // namespace hopscope::wormhole
