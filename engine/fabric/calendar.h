// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/fabric/fabric.h"
#include "engine/fabric/packet_pool.h"
#include "engine/fabric/timing_wheel.h"

namespace hopscope {

/// A head on its way to an input port.
struct Arrival {
  Packet packet;
  PortId input = kNone;
};

/// Room for one packet that a buffer downstream gives back. One word: output and virtual channel.
class Credit {
 public:
  Credit() = default;
  Credit(PortId output, VcIndex vc) : packed_(output * kMaxVcs + vc) {}

  PortId output() const { return packed_ / kMaxVcs; }
  VcIndex vc() const { return static_cast<VcIndex>(packed_ % kMaxVcs); }

 private:
  std::uint32_t packed_ = 0;
};

/// All that is under way in a part of the network: its packets, and what happens to them when.
struct Calendar {
  explicit Calendar(Cycle horizon) : arrivals(horizon), credits(horizon), deliveries(horizon) {}

  /// Makes room for what a network that has settled needs, so that nothing is allocated any more.
  void leaveRoom() {
    queued.leaveRoom();
    arrivals.leaveRoom();
    credits.leaveRoom();
    deliveries.leaveRoom();
  }

  PacketPool queued;
  TimingWheel<Arrival> arrivals;
  TimingWheel<Credit, 32> credits;
  TimingWheel<Packet> deliveries;  ///< tails at their terminal
};

}  // namespace hopscope
