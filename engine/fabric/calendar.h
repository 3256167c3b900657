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

/// Room that a buffer downstream gives back.
struct Credit {
  PortId output = kNone;
  std::uint16_t flits = 0;
  VcIndex vc = 0;
};

/// All that is under way in a part of the network: its packets, and what happens to them when.
struct Calendar {
  explicit Calendar(Cycle horizon)
      : arrivals(horizon), credits(horizon), alarms(horizon), deliveries(horizon) {}

  PacketPool queued;
  TimingWheel<Arrival> arrivals;
  TimingWheel<Credit> credits;
  TimingWheel<PortId, 256> alarms;      ///< inputs to try again
  TimingWheel<Packet, 256> deliveries;  ///< tails at their terminal
};

}  // namespace hopscope
