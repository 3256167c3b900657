// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/simulation/path_follower.h"
#include "engine/simulation/setup.h"

namespace hopscope {

/// A channel that messages of a critical path took.
struct PathLink {
  ChannelId channel = kNone;
  std::uint64_t messages = 0;
  Cycle waiting = 0;  ///< for it: in the source queue, for the route, for room and for the crossbar
  Cycle moving = 0;   ///< through the router before it and along it; of the last one the tail, too

  bool operator==(const PathLink&) const = default;
};

/// The channels that a packet took from terminal to terminal, in order; together their cycles are
/// those of the journey. Empty where its hops are not known.
std::vector<PathLink> linksOf(const Journey& journey);

/// What the time of a critical path's messages went into, link by link.
struct PathTrace {
  CriticalChain chain;
  std::vector<FollowedMessage> messages;  ///< in the order of the chain
  /// Of their last packets, those first that were waited for longest.
  std::vector<PathLink> links;
  Cycle interface = 0;  ///< before their first packets, behind other messages
  Cycle packets = 0;    ///< until the last packets, behind the others of the same message
  /// Of last packets, that no link is told of: the switches do not tell them, another message was
  /// followed, or they stayed at their terminal.
  Cycle unknown = 0;
  /// From the last packet's arrival on: the cycle in which it is taken in, and more where another
  /// packet came later.
  Cycle takingIn = 0;
  /// All messages of the chain were found and followed; else the run repeated was another one, or
  /// was called off, or messages that were alike overtook each other.
  bool whole = false;
};

/// Repeats the run of `setup` up to the end of `chain`, which was found in that run, its twins
/// counted, and follows its messages. `goOn(share)` is asked now and then, and told how far it is,
/// 0..1; false: what was found so far is returned.
PathTrace tracePath(Setup setup, CriticalChain chain, const std::function<bool(double)>& goOn);

}  // namespace hopscope
