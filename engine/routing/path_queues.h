// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
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
  double at(const RouterView& view, PortId output) const {
    const RouterId router = owners_[output];
    return at(view, router, static_cast<PortIndex>(output - firstPort_[router]));
  }

  /// The outputs of paths, one path after the other.
  struct Outputs {
    static constexpr std::size_t kMost = 9;
    std::array<PortId, kMost> ids{};
    std::uint8_t count = 0;
  };

  /// Adds the path of a packet at `router` that would take `step` and then what `routing` says.
  /// False where there is no more room.
  bool follow(const RoutingAlgorithm& routing, RouterId router, RouteChoice step,
              TerminalId destination, Outputs& into) const;

  /// For all outputs on such a path, of any length. Ends early, with less than all, where there are
  /// `enough`.
  double along(const RoutingAlgorithm& routing, const RouterView& view, RouterId router,
               RouteChoice step, TerminalId destination, double enough) const;

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
  std::vector<Lead> leads_;       ///< per Topology::ports
  std::vector<RouterId> owners_;  ///< likewise: whose port it is
};

}  // namespace hopscope::routings
