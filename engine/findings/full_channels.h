// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <unordered_map>
#include <vector>

#include "engine/design/design.h"
#include "engine/fabric/link_rate.h"
#include "engine/simulation/results.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// Use of a channel that may be the reason of saturation.
inline constexpr double kBusy = 0.5;
/// A channel that is used so much, told as 97 %, has no time left.
inline constexpr double kFull = 0.965;

/// Of what was measured, the stretches in which most was offered.
struct HighestLoad {
  double load = 0;   ///< flits per terminal and cycle
  double share = 1;  ///< of the measured time; 1: the load was the same all the time
};
HighestLoad highestLoadOf(const Design& design, const Results& results);

/// Whether some channel was full in a window of what was measured.
bool someWereFull(const Results& results);

/// The channels of a run that are full, or busy for so long that a phase may have filled them. All
/// that it is made of lives as long.
class FullChannels {
 public:
  FullChannels(const Design& design, const Topology& topology, const Results& results);

  /// One that carries hardly more than what a router's own terminals send, `own` flits a cycle: no
  /// arbiter gives them more of it. It leaves the router or one of these terminals, or is a slow
  /// one to the terminal that they send to. kNone: there is none. It compares sums, and is no
  /// proof: part of what they send may go another way, and part of what the channel carries come
  /// from elsewhere. `senders`: those terminals. Where phases change the load, a channel that
  /// carries less than they send at the highest is full for as long, whatever it is on the mean.
  ChannelId ownOf(RouterId router, double own, double senders) const;

 private:
  const std::vector<double>& use_;
  std::vector<LinkRate> rates_;
  HighestLoad highest_;
  /// Busy channels from each router and from its terminals, and slow ones to any terminals.
  std::unordered_map<RouterId, std::vector<ChannelId>> busyOf_;
  std::vector<ChannelId> busyToTerminals_;
};

}  // namespace hopscope
