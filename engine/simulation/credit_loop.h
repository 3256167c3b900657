// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "engine/simulation/setup.h"

namespace hopscope {

/// The input buffers at the end of a channel, and how long a flit has its place in them.
struct CreditLoop {
  Cycle cycles = 0;  ///< from the grant to the return of the credit, where nothing is in its way
  Cycle room = 0;    ///< flits in each virtual channel
  Cycle parts = 0;   ///< virtual channels
  /// Flits that find their room together or not at all: those of a packet that is taken as a whole,
  /// where all are alike, else one.
  Cycle together = 1;
  bool overridden = false;  ///< that router has buffers of its own, which no setting changes

  /// Flits in all virtual channels that are ever used.
  Cycle used() const { return parts * (room - room % together); }
};

/// Those of a setup, which need not have its traffic yet: then its packets are taken to be alike
/// unless it has sizes of them.
class CreditLoops {
 public:
  explicit CreditLoops(const Setup& setup);

  /// Of a channel between routers of switches that take packets as a whole, or into a router of
  /// wormhole switches: through the switch, along the channel, and back. Nothing elsewhere, and
  /// where there are no credits but pauses.
  std::optional<CreditLoop> of(ChannelId channel) const;

 private:
  CreditLoop loopOf(const VctSwitches& switches, ChannelId channel) const;
  CreditLoop loopOf(const WormholeSwitches& switches, ChannelId channel) const;

  const Setup& setup_;
  Cycle together_;
};

/// Cycles that a packet of so many flits waits at the end of a channel, to be taken by the next one
/// in one piece: none where that is no faster. Of switches that take packets as a whole.
Cycle gathers(const Setup& setup, ChannelId from, ChannelId to, std::uint32_t flits);

}  // namespace hopscope
