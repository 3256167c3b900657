// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/fabric/calendar.h"
#include "engine/fabric/fabric.h"
#include "engine/switching/observation.h"

namespace hopscope {

/// How often receivers had their senders stop, and for how long; since cycle 0.
struct PauseCounts {
  std::uint64_t pauses = 0;    ///< of a virtual channel of an output
  std::uint64_t cycles = 0;    ///< paused, summed over virtual channels
  std::uint64_t channels = 0;  ///< virtual channels that can be paused

  PauseCounts& operator+=(const PauseCounts& other) {
    pauses += other.pauses;
    cycles += other.cycles;
    channels += other.channels;
    return *this;
  }
};

/// Stop and go for each virtual channel (IEEE 802.1Qbb priority-based flow control) at the ports of
/// a part of the network. A receiver says XOFF when less room is left than its PauseLimits keep,
/// and XON when enough is free again; each takes the channel's latency. What the sender has granted
/// by then still comes.
class PauseControl {
 public:
  /// Of ports [first, last).
  PauseControl(Fabric& fabric, PortId first, PortId last);

  /// A packet has joined the queue of a virtual channel, or left it. True where the sender is to be
  /// told: XOFF then, or XON.
  bool filled(PortId input, VcIndex vc);
  bool drained(PortId input, VcIndex vc);

  /// What a receiver said comes to its sender.
  void hear(Cycle now, const Pause& pause);

  PauseCounts counts(Cycle now) const;
  /// The channels that are paused now, appended to `out`. A walk over all ports of the part, where
  /// there is any.
  void observe(std::vector<ChannelPause>& out) const;

 private:
  Fabric& fabric_;
  PortId first_;
  std::vector<std::uint16_t> stopped_;  ///< per input: virtual channels whose sender was told to
  std::uint64_t paused_ = 0;            ///< virtual channels of outputs, now
  Cycle since_ = 0;                     ///< up to here counted_.cycles counts
  PauseCounts counted_;
};

}  // namespace hopscope
