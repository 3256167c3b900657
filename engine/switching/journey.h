// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/core/ids.h"
#include "engine/fabric/cycle_stamp.h"
#include "engine/switching/delivery_tally.h"

namespace hopscope {

/// A packet at one router: from its head's arrival there to its arrival at the next end.
struct JourneyHop {
  ChannelId in = kNone, out = kNone;
  Cycle arrival = 0;   ///< of the head at this router
  Cycle wire = 0;      ///< of the first hop's channel cycles, those before the arrival
  LatencySplit spent;  ///< the first hop has the source queue, its wire, and the serialization too
};

/// All that one packet met on its way.
struct Journey {
  TerminalId source = kNone, destination = kNone;
  Cycle birth = -1;      ///< -1: its source has not sent it yet
  Cycle delivered = -1;  ///< when its tail was there; -1: it is under way
  /// Of a packet that was followed only from this channel on: cycles that it had spent when its
  /// head was at the end of it, of which no cause is known. kNone: followed from its birth on.
  ChannelId foundOn = kNone;
  Cycle unseen = 0;
  /// By way of which it goes, or went, as far as is decided; kNone: of none.
  RouterId intermediate = kNone;
  std::vector<JourneyHop> hops;

  /// Where its cycles went so far; once delivered, they add up to delivered - birth - unseen.
  LatencySplit total() const;
};

/// Follows one packet: the next that a terminal generates, or one that is under way. The parts of a
/// network write to it while they run, each what happens in it; it is read between two cycles.
/// Networks that follow nothing have none.
class JourneyLog {
 public:
  // Between two cycles. What was followed before is forgotten.
  void follow(TerminalId source);
  /// The packet that `source` sent at `birth`, which is on channel `on` or in the buffer behind it,
  /// and goes by way of router `intermediate`.
  void follow(TerminalId source, TerminalId destination, Cycle birth, ChannelId on,
              RouterId intermediate);
  const Journey& journey() const { return journey_; }

  /// `letter`: it has one (NewPacket).
  void begin(TerminalId source, TerminalId destination, bool letter, Cycle now);
  /// Is it this packet? One source generates at most one packet a cycle with a letter, and one
  /// without. Of one that was found under way it is not known which of them it is.
  bool follows(TerminalId source, CycleStamp birth, bool letter) const {
    return source == journey_.source && begun_.load(std::memory_order_acquire) &&
           birth == stampOf(journey_.birth) && letter_.value_or(letter) == letter;
  }
  /// A grant; the caller adds what the packet spent there. The hop at its first router has all that
  /// was before it, too.
  JourneyHop& hop(ChannelId in, ChannelId out, Cycle arrival);
  /// Nothing where it is kNone: it has passed what it went by way of.
  void goesBy(RouterId intermediate);
  /// Its tail is there, so many cycles behind its head. A first hop may have had them already.
  void end(Cycle now, Cycle behind);

 private:
  Journey journey_;
  std::optional<bool> letter_;
  std::atomic<bool> begun_ = false;
};

}  // namespace hopscope
