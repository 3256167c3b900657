// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/ids.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// How long packets take where nobody else is: the zero-load time of one of S flits, from the cycle
/// in which the first is sent to the end of that in which the last arrives, is S more than this.
class HeadTimes {
 public:
  struct Plan {
    std::shared_ptr<const Topology> topology;
    std::shared_ptr<const RoutingAlgorithm> routing;
    std::vector<Cycle> linkLatency;  ///< per link
    std::vector<Cycle> router;       ///< per router: from a head's arrival to its departure
    Cycle once = 0;                  ///< what a packet takes beside routers and links
    /// Cycles a row of a router's linear table, of which it reads those up to the destination's;
    /// empty where no router has one.
    std::vector<double> perRow{};
  };
  explicit HeadTimes(Plan plan) : plan_(std::move(plan)) {}

  /// Along the shortest of the ways on which a packet may set out, as the routing has them go in an
  /// idle network. A walk along them.
  Cycle operator()(TerminalId source, TerminalId destination) const;

 private:
  Cycle along(RouteState state, TerminalId source, TerminalId destination) const;
  Cycle readsTable(RouterId router, TerminalId destination) const;

  Plan plan_;
};

}  // namespace hopscope
