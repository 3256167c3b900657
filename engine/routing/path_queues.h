// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/routing/routing_algorithm.h"

namespace hopscope::routings {

/// Whose queues UGAL compares (Singh, PhD thesis, Stanford, 2005; Besta & Hoefler, SC 2014, section
/// IV-C): those of its own router times the hops of the way, or the sum of all on the way.
enum class UgalQueues : std::uint8_t { local, global };

/// What it costs to go a way, by what waits for its outputs. A copy of what it needs of the
/// network.
class PathQueues {
 public:
  PathQueues(const Topology& topology, const VcCounts& vcs, UgalQueues queues);

  UgalQueues which() const { return queues_; }

  /// Of a packet at `router` that would take `step` and then what `routing` says, `hops` channels
  /// in all; in flits, UGAL-L's times hops.
  double cost(const RoutingAlgorithm& routing, const RouterView& view, RouterId router,
              const RouteChoice& step, TerminalId destination, unsigned hops) const {
    return queues_ == UgalQueues::local ? at(view, router, step.port) * hops
                                        : along(routing, view, router, step, destination);
  }

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
  /// All flits that wait for an output between routers.
  double at(const RouterView& view, RouterId router, PortIndex port) const;
  double along(const RoutingAlgorithm& routing, const RouterView& view, RouterId router,
               RouteChoice step, TerminalId destination) const;

  UgalQueues queues_;
  std::vector<std::uint32_t> firstPort_;
  std::vector<Lead> leads_;  ///< per Topology::ports
};

}  // namespace hopscope::routings
