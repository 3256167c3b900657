// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/ids.h"
#include "engine/fabric/packet_pool.h"
#include "engine/fabric/ports.h"
#include "engine/fabric/switch_settings.h"
#include "engine/fabric/timing_wheel.h"
#include "engine/fabric/vc_counts.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// A head on its way to an input port.
struct Arrival {
  PacketIndex packet = kNone;
  PortId input = kNone;
};

/// Room that a buffer downstream gives back.
struct Credit {
  PortId output = kNone;
  std::uint16_t flits = 0;
  VcIndex vc = 0;
};

/// What a fabric is made of.
struct FabricPlan {
  std::shared_ptr<const Topology> topology;
  std::vector<Cycle> linkLatency;  ///< per link
  VcCounts virtualChannels;
  std::vector<SwitchSettings> switches;
  std::vector<std::uint16_t> switchOf;  ///< per router
  std::uint32_t packetFlits = 1;
};

/// The compiled network and what moves in it: flat arrays of ports, virtual channels, credits and
/// packets, and the calendar. Data without behaviour; switching/ moves it.
struct Fabric {
  explicit Fabric(const FabricPlan& plan);

  std::shared_ptr<const Topology> topology;
  std::uint32_t packetFlits = 1;
  std::vector<InputPort> inputs;    ///< per PortId
  std::vector<OutputPort> outputs;  ///< per PortId
  std::vector<InputVc> inputVcs;
  std::vector<std::uint32_t> inputRoom;  ///< flits each InputVc holds
  std::vector<std::uint32_t> used;       ///< per output VC: flits granted and not credited back
  std::vector<Cycle> departures;         ///< rings of the output queues
  std::vector<std::uint64_t> waiting;    ///< masks of inputs that wait for an output's credit
  std::vector<std::uint32_t> transferCycles;  ///< per SwitchSettings: a packet across the crossbar
  std::vector<std::uint64_t> channelFlits;    ///< per channel, sent since cycle 0

  PacketPool packets;
  TimingWheel<Arrival> arrivals;
  TimingWheel<Credit> credits;
  TimingWheel<PortId> alarms;           ///< inputs to try again
  TimingWheel<PacketIndex> deliveries;  ///< tails at their terminal

  /// Credits equal what is on its way, in the buffers and coming back, for every virtual channel;
  /// queues are in order and within their room. One sentence a violation; a walk over everything.
  std::vector<std::string> violations(Cycle next) const;
};

}  // namespace hopscope
