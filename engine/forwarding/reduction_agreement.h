// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/forwarding/node_reduction.h"

namespace hopscope {

/// Two destinations that a switch gives the same tag, and the routing two ports.
struct TagConflict {
  RouterId router = kNone;
  std::uint32_t tag = 0;
  TerminalId first = kNone, second = kNone;
  PortIndex firstPort = kNoPort, secondPort = kNoPort;
};

/// Calls `visit(router, output port)` along all paths of packets from one terminal to another.
using RouteWalk = std::function<void(TerminalId source, TerminalId destination,
                                     const std::function<void(RouterId, PortIndex)>& visit)>;

/// What the routing makes of the tags: the port of each, where the walk came across it.
struct TagPorts {
  std::vector<std::size_t> firstTag;  ///< routers + 1 entries into `ports`
  std::vector<PortIndex> ports;       ///< kNoPort: not seen
  bool complete = false;              ///< every pair of terminals was walked
  std::optional<TagConflict> conflict;

  PortIndex port(RouterId router, std::uint32_t tag) const { return ports[firstTag[router] + tag]; }
};

/// Compares a node reduction with the routing: cached by its tag, an answer of the table has to be
/// right for every destination with that tag. Up to half a million pairs of terminals all are
/// walked, beyond that as many, evenly spread. Stops at the first conflict.
TagPorts comparePorts(const NodeReduction& reduction, const Topology& topology,
                      const RouteWalk& walk);

/// The same reduction with tags that share a port joined: its tags are the ports. Tags that were
/// not seen stay apart.
std::shared_ptr<const NodeReduction> reducedToPorts(std::shared_ptr<const NodeReduction> reduction,
                                                    const Topology& topology,
                                                    std::shared_ptr<const TagPorts> ports);

/// How many maps from tags to ports serve all switches: switches share one where no tag has two
/// ports. Stops counting above 64.
std::size_t mappingPatterns(const TagPorts& ports);

}  // namespace hopscope
