// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/topology/topology.h"

namespace hopscope {

using PartIndex = std::uint16_t;

/// Consecutive routers with their terminals, [first, last).
struct Part {
  RouterId firstRouter = 0, lastRouter = 0;
  TerminalId firstTerminal = 0, lastTerminal = 0;
};

/// A network cut into parts that can be simulated one after the other, or at the same time, for
/// `lookahead` cycles: nothing that leaves a part is anywhere else sooner.
struct Partition {
  std::vector<Part> parts;
  Cycle lookahead = 0;  ///< the shortest channel between two parts; unbounded where there is one
  std::vector<PartIndex> partOf;  ///< per router
};

/// Cuts between groups where the channels between them are long enough; parts of about `portsAPart`
/// ports, whose state fits into a core's cache. One part where that gains nothing.
Partition cut(const Topology& topology, const std::vector<Cycle>& linkLatency,
              std::uint32_t portsAPart);

/// Cuts into about `parts` of as many ports, where they may be in step after few cycles: between
/// any two routers, or `betweenGroups` alone. One part where terminals do not count upwards with
/// their routers, and fewer than asked for where there are not so many groups.
Partition cutEvenly(const Topology& topology, const std::vector<Cycle>& linkLatency,
                    std::uint32_t parts, bool betweenGroups);

/// The part of the router behind a port; kNone where it leads to a terminal.
std::uint32_t partBehind(const Topology& topology, const Partition& partition, PortId port);

/// The other parts that there are channels to, in their order.
std::vector<std::uint32_t> neighboursOf(const Topology& topology, const Partition& partition,
                                        std::uint32_t part);

}  // namespace hopscope
