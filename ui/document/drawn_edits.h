// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "engine/design/design.h"
#include "engine/topology/placement.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// Parts of a drawn network by their own ids.
struct DrawnParts {
  std::set<std::uint32_t> routers, terminals, links;
};

/// True where the design lists its routers and links itself.
bool isDrawn(const Design& design);

/// The "latency" or "bandwidth" of the links of a class; nothing where it has no such setting.
std::optional<Value> valueOfClass(const Design& design, const std::string& linkClass,
                                  const std::string& what);

/// The same network as a drawn one. Ids are the dense ids of the generated network, so overrides
/// keep their meaning; every part keeps its place; link classes become "local" or "global" and
/// links whose class differs in latency carry their own. Routing that no longer fits becomes
/// up_down. A drawn design comes back as it is.
Design asDrawn(const Design& design, const Topology& topology, const Placement& placement);

/// One more than the highest id.
template <typename Parts>
std::uint32_t freshId(const Parts& parts) {
  std::uint32_t fresh = 0;
  for (const auto& part : parts)
    if (part.id >= fresh) fresh = part.id + 1;
  return fresh;
}

/// Removes parts of a drawn network with everything that hangs on them: links and terminals of
/// removed routers, their places and their overrides.
void removeParts(Design& drawn, const DrawnParts& parts);

/// Where the routing in force does not fit the design's network: up_down instead.
void fitRouting(Design& design);

}  // namespace hopscope
