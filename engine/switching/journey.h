// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/fabric/cycle_stamp.h"
#include "engine/switching/delivery_tally.h"

namespace hopscope {

/// A packet at one router: from its head's arrival there to its arrival at the next end.
struct JourneyHop {
  ChannelId in = kNone, out = kNone;
  Cycle arrival = 0;   ///< of the head at this router
  LatencySplit spent;  ///< the first hop has the source queue, its wire, and the serialization too
};

/// All that one packet met on its way.
struct Journey {
  TerminalId source = kNone, destination = kNone;
  Cycle birth = -1;      ///< -1: its source has not sent it yet
  Cycle delivered = -1;  ///< when its tail was there; -1: it is under way
  std::vector<JourneyHop> hops;

  /// Where its cycles went so far; once delivered, they add up to delivered - birth.
  LatencySplit total() const;
};

/// Follows one packet: the next that a terminal generates. The parts of a network write to it while
/// they run, each what happens in it; it is read between two cycles. Networks that follow nothing
/// have none.
class JourneyLog {
 public:
  /// Between two cycles. What was followed before is forgotten.
  void follow(TerminalId source);
  const Journey& journey() const { return journey_; }

  void begin(TerminalId source, TerminalId destination, Cycle now);
  /// Is it this packet? One source generates at most one packet a cycle.
  bool follows(TerminalId source, CycleStamp birth) const {
    return source == journey_.source && begun_.load(std::memory_order_acquire) &&
           birth == stampOf(journey_.birth);
  }
  /// A grant; the caller adds what the packet spent there.
  LatencySplit& hop(ChannelId in, ChannelId out, Cycle arrival);
  void end(Cycle now) { journey_.delivered = now; }

 private:
  Journey journey_;
  std::atomic<bool> begun_ = false;
};

}  // namespace hopscope
