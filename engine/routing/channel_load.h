// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/core/destination_share.h"
#include "engine/fabric/link_rate.h"
#include "engine/routing/routing_algorithm.h"

namespace hopscope {

/// Appends where a terminal sends what (TrafficPattern::destinations).
using Destinations = std::function<void(TerminalId source, std::vector<DestinationShare>& out)>;

/// What every channel carries when each terminal that sends offers one flit per cycle.
struct ChannelLoads {
  std::vector<double> perChannel;  ///< flits per cycle
  double sent = 0;                 ///< by all terminals, flits per cycle
  double lost = 0;                 ///< of these, not delivered
  /// Channels between routers that a packet takes in the mean; 0 where nothing is sent.
  double hopsMean = 0;
  /// Flits per cycle from each channel into a router to each out of it, those to terminals
  /// included; empty unless they were asked for. See turn().
  std::vector<double> perTurn;
  std::vector<std::size_t> firstTurn;  ///< per router

  double turn(const Topology& topology, RouterId router, PortIndex in, PortIndex out) const {
    return perTurn[firstTurn[router] + std::size_t{in} * topology.radix(router) + out];
  }

  /// A channel that carries most of what it can; kNone in a network without channels. `rates`: per
  /// link; empty: all are full.
  ChannelId busiest(const std::vector<LinkRate>& rates = {}) const;
  /// The load per terminal at which the busiest channel carries all it can; at most 1, as terminals
  /// send no more. Infinite where nothing is sent. Tables that look routes up
  /// may be full before (simulation/saturation_bound.h).
  double saturationBound(const std::vector<LinkRate>& rates = {}) const;
};

/// Exact, by following the shares of all packets through `starts` and `candidates`: states are as
/// likely as the algorithm says, candidates equally likely (Dally & Towles 2004, section 3.3). That
/// is the load of an oblivious routing (Decides::never); where an algorithm chooses by what it
/// sees, it is the load of blind choice. Nothing where it would take more than `mostDecisions`
/// decisions (a million takes about 0.1 s). `turns`: those are counted, too.
std::optional<ChannelLoads> channelLoads(const Topology& topology, const RoutingAlgorithm& routing,
                                         const Destinations& destinations,
                                         std::uint64_t mostDecisions = 20'000'000,
                                         bool turns = false);

}  // namespace hopscope
