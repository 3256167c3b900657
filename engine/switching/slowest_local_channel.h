// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "engine/topology/topology.h"

namespace hopscope {

/// How long news takes within a group (MemoryPlan::localLatency). `latencyOf(port)` is that of the
/// channel that leaves by it.
template <typename LatencyOf>
Cycle slowestLocalChannel(const Topology& t, const LatencyOf& latencyOf) {
  Cycle slowest = 0;
  for (PortId id = 0; id < t.ports.size(); ++id)
    if (t.kindOf(t.ports[id].link) == LinkKind::local)
      slowest = std::max(slowest, Cycle{latencyOf(id)});
  return slowest;
}

}  // namespace hopscope
