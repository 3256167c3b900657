// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/routing/routing_algorithm.h"

namespace hopscope {

/// One virtual channel of a channel.
struct ChannelVc {
  ChannelId channel = kNone;
  VcIndex vc = 0;

  bool operator==(const ChannelVc&) const = default;
};

/// A pair for which the routing has no way, or one that ends at the wrong terminal.
struct UndeliveredPair {
  TerminalId source = kNone, destination = kNone;

  bool operator==(const UndeliveredPair&) const = default;
};

/// What walking an algorithm's decisions shows.
struct DependencyReport {
  std::uint64_t dependencies = 0;  ///< between virtual channels of router-to-router channels
  /// A shortest cycle of dependencies: each may wait for the next, the last for the first. Empty
  /// means free of deadlock (Dally & Seitz 1987). A routing that goes in circles shows here as
  /// well.
  std::vector<ChannelVc> cycle;
  std::uint64_t undeliveredPairs = 0;
  std::vector<UndeliveredPair> undelivered;  ///< the first few of them

  bool deadlockFree() const { return cycle.empty(); }
};

/// Walks `starts` and `candidates` of every pair of terminals and collects which virtual channel
/// can wait for which. Takes about terminals * (terminals + channels) decisions: below 2 s for a
/// thousand terminals.
DependencyReport examineDependencies(const Topology& topology, const RoutingAlgorithm& routing);

/// "Deadlock-free: channel dependencies checked, no cycle.", or the cycle channel by channel, and
/// what is not delivered.
std::string describe(const Topology& topology, const DependencyReport& report);

}  // namespace hopscope
