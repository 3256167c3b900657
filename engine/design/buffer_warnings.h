// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/core/issue.h"
#include "engine/simulation/setup.h"

namespace hopscope {

inline constexpr const char* kInjectionBuffer = "switch.buffers.injection";

/// Packets for each circuit for which an interface has room that spreads them over relays.
inline constexpr Cycle kPacketsForRelay = 4;

/// Warns of buffers too small for their channels: input buffers that can't cover a credit's round
/// trip, those of best effort between circuits among them, source queues with room for less than is
/// on a terminal's channel, or for one packet, output queues shorter than the switch is
/// deep, and interfaces with fewer packets than a rotor's circuits need to find some. Such a
/// network runs, but never at full rate, which is easily mistaken for a property of its topology or
/// routing. `highestLoad`: that terminals send of themselves in any phase, which the setup need not
/// have yet.
void warnAboutBuffers(const Setup& setup, double highestLoad, Issues& issues);

/// A size that keeps channels from their full rate, and the least to set instead.
struct ShortBuffer {
  std::string path;  ///< of the setting: "switch.buffers.local"
  Cycle leastFlits = 0;
};

/// What warnAboutBuffers() warns of, of a setup with its phases; not what overrides set.
std::vector<ShortBuffer> shortBuffers(const Setup& setup);

}  // namespace hopscope
