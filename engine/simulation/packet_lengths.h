// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/simulation/setup.h"

namespace hopscope {

/// How long packets of a run may be, in all its phases: flits, ascending, each once.
std::vector<std::uint32_t> packetLengths(const Setup& setup);

/// Flits of a notice of congestion; 0: as long as the shortest packet, or there are none.
std::uint32_t noticeFlits(const Setup& setup);

/// Whether a network that was made for packets of these lengths carries those of `setup`, too.
bool carries(const std::vector<std::uint32_t>& lengths, const Setup& setup);

}  // namespace hopscope
