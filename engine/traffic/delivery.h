// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/core/ids.h"
#include "engine/routing/path_kind.h"

namespace hopscope {

/// A packet whose tail has reached its terminal.
struct Delivery {
  Cycle at = 0;       ///< when the tail was there
  Cycle latency = 0;  ///< since generation
  TerminalId source = kNone, destination = kNone;
  std::uint32_t flits = 1;
  std::uint32_t hops = 0;             ///< router-to-router channels
  bool measured = false;              ///< generated in the measured interval
  PathKind path = PathKind::minimal;  ///< said of every packet
  std::uint8_t trafficClass = 0;
  std::uint64_t letter = 0;  ///< what it says to its terminal (NewPacket), where it says anything
};

}  // namespace hopscope
