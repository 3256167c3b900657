// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_set>
#include <vector>

#include "engine/routing/routing_algorithm.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// Rounds of the exchange that warms caches up: as many as there are terminals, so that it is one
/// of all with all, or fewer where that would take too long.
std::uint64_t warmUpRounds(std::uint32_t terminals);

/// The lookups of an exchange of all terminals with all, which warms caches up before cycle 0: in
/// round i each terminal sends to the i-th after it.
class CacheWarmUp {
 public:
  /// A packet at a router, by the input port that it came in by.
  using Visit = std::function<void(RouterId, PortIndex, const RouteState&)>;

  CacheWarmUp(const Topology& topology, const RoutingAlgorithm& routing);

  /// Pair by pair where that is affordable, else by destinations; of networks that are too large
  /// for that too, some rounds pair by pair.
  void walk(const Visit& visit);

  /// Every lookup of so many rounds, evenly spread.
  void byPairs(std::uint64_t rounds, const Visit& visit);

  /// Every destination once at each port where packets pass on their way to it. A terminal's port
  /// sees the same as pair by pair, in the same order. The others see them in the order of their
  /// numbers, each router from another one on: of caches that are too small for all of them, other
  /// lines are left than by pairs, but as many, and not everywhere the same.
  void byDestinations(const Visit& visit);

 private:
  /// Where packets to one destination have been seen.
  struct Seen {
    TerminalId destination = kNone;
    std::uint32_t detail = 0;  ///< of the first
  };

  /// Calls step(router, input, state) until the packet is there, or it returns false.
  template <typename Step>
  void follow(TerminalId source, TerminalId destination, const Step& step);

  const Topology& topology_;
  const RoutingAlgorithm& routing_;
  std::vector<RouteState> starts_;
  std::vector<Seen> seen_;                     ///< per port
  std::unordered_set<std::uint64_t> further_;  ///< ports with further details
};

}  // namespace hopscope
