// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/routing/router_view.h"
#include "engine/routing/routing_algorithm.h"

namespace hopscope::routings {

/// Flits that wait for outputs between routers, on all virtual channels of them. A copy of what it
/// needs of the network.
class PathQueues {
 public:
  PathQueues(const Topology& topology, const VcCounts& vcs);

  /// For one output.
  double at(const RouterView& view, RouterId router, PortIndex port) const;

  /// For all outputs on a path: a packet at `router` that would take `step` and then what `routing`
  /// says.
  double along(const RoutingAlgorithm& routing, const RouterView& view, RouterId router,
               RouteChoice step, TerminalId destination) const;

 private:
  /// What a port leads to.
  struct Lead {
    RouterId router = kNone;  ///< kNone: a terminal
    PortIndex input = kNoPort;
    std::uint8_t vcs = 0;
  };

  const Lead& lead(RouterId router, PortIndex port) const {
    return leads_[firstPort_[router] + port];
  }

  std::vector<std::uint32_t> firstPort_;
  std::vector<Lead> leads_;  ///< per Topology::ports
};

}  // namespace hopscope::routings
