// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "engine/scheduling/circuit_registers.h"

namespace hopscope {

/// A slot for each circuit of a crossbar, so that no port has two in one slot.
struct SlotAssignment {
  std::uint32_t slotCount = 0;      ///< as few as possible: the most circuits of one port
  std::vector<std::uint32_t> slot;  ///< of each pair, in their order
};

/// Colours the edges of a bipartite graph by alternating paths (König 1916): as many slots as the
/// busiest port has circuits, and none less could do. A pair may stand there more than once. Takes
/// time for at most two ports' circuits a pair, and a table of ports times slots. Once `stop` is
/// requested the rest has no slot.
SlotAssignment colourEdges(const std::vector<PortPair>& pairs, std::uint32_t ports,
                           const std::stop_token& stop = {});

}  // namespace hopscope
