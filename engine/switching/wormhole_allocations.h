// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "engine/switching/wormhole_part_state.h"

/// What a lean router's allocators are asked for and grant, where one is looked into
/// (PartState::allocations): read off the masks before and after they work, so that they need not
/// know.
namespace hopscope::wormhole {

void noteRequests(const PartState& state, Cycle now);
/// The virtual channels that may cross the switch.
void noteCrossings(const PartState& state, const VcId* inVcs, std::size_t count);
/// After virtual channels were given.
void noteChannels(const PartState& state);

}  // namespace hopscope::wormhole
