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
#include "engine/fabric/vc_counts.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// What a fabric is made of.
struct FabricPlan {
  std::shared_ptr<const Topology> topology;
  std::vector<Cycle> linkLatency;  ///< per link
  VcCounts virtualChannels;
  std::vector<SwitchSettings> switches;
  std::vector<std::uint16_t> switchOf;  ///< per router
  std::uint32_t packetFlits = 1;
};

/// The compiled network: flat arrays of ports, virtual channels and credits. Data without
/// behaviour; switching/ moves packets through it. Parts of the network never write into each
/// other's ports.
struct Fabric {
  explicit Fabric(const FabricPlan& plan);

  std::shared_ptr<const Topology> topology;
  std::uint32_t packetFlits = 1;
  Cycle horizon = 1;                ///< the farthest ahead anything is scheduled
  std::vector<InputPort> inputs;    ///< per PortId
  std::vector<OutputPort> outputs;  ///< per PortId
  std::vector<InputVc> inputVcs;
  std::vector<std::uint32_t> inputRoom;  ///< flits each InputVc holds
  std::vector<std::uint32_t> used;       ///< per output VC: flits granted and not credited back
  std::vector<CycleStamp> departures;    ///< rings of the output queues
  std::vector<std::uint64_t> waiting;    ///< masks of inputs that wait for an output's credit
  std::vector<std::uint32_t> transferCycles;  ///< per SwitchSettings: a packet across the crossbar
  std::vector<std::uint64_t> channelFlits;    ///< per channel, sent since cycle 0
};

}  // namespace hopscope
