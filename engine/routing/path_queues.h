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

  /// The outputs of a path, up to so many of them.
  struct Path {
    static constexpr std::size_t kMost = 8;
    struct Output {
      RouterId router = kNone;
      PortIndex port = kNoPort;
      std::uint8_t vcs = 0;
    };
    std::array<Output, kMost> outputs{};
    std::uint8_t count = 0;
    bool whole = true;  ///< false: it goes on after those
  };

  /// The path of a packet at `router` that would take `step` and then what `routing` says.
  Path path(const RoutingAlgorithm& routing, RouterId router, RouteChoice step,
            TerminalId destination) const;

  /// For all outputs on it. Ends early, with less than all, where there are `enough`.
  static double along(const Path& path, const RouterView& view, double enough);
  /// The same for paths of any length.
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
  std::vector<Lead> leads_;  ///< per Topology::ports
};

}  // namespace hopscope::routings
