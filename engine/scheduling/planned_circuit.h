// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// A circuit in its slot.
struct PlannedCircuit {
  TerminalId source = kNone, destination = kNone;
  std::uint32_t slot = 0;  ///< in which it leaves its terminal
  /// Channels in their order, terminals' included; one slot each where slots are shifted.
  std::vector<ChannelId> path;

  bool operator==(const PlannedCircuit&) const = default;
};

}  // namespace hopscope
