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

/// What a SwitchSettings means in cycles and packets.
struct SwitchTimes {
  std::uint32_t latency = 1;
  std::uint32_t transferCycles = 1;  ///< a packet across the crossbar
  std::uint32_t queueSlots = 1;      ///< packets that an output queue holds
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
  std::vector<DepartureRun> runs;        ///< per PortId a ring of `runsEach`
  std::uint32_t runsEach = 1;
  std::vector<SwitchTimes> times;  ///< per SwitchSettings

  /// Flits granted to a virtual channel of an output and not credited back.
  std::uint32_t& used(PortId output, VcIndex vc) { return usedIn(*this, output, vc); }
  std::uint32_t used(PortId output, VcIndex vc) const { return usedIn(*this, output, vc); }

  /// The words of the mask of inputs that wait for an output's credit.
  std::uint64_t* waiting(PortId output) {
    return waitingWords_ == 1 ? &outputs[output].waiting
                              : &manyWaiting_[std::size_t{output} * waitingWords_];
  }
  unsigned waitingWords() const { return waitingWords_; }

  /// Brings stamps of ports [first, last) that are long past nearer to `now`, so that they are not
  /// taken for the future when the stamp has gone round. Due every 2^30 cycles.
  void refresh(PortId first, PortId last, CycleStamp now);

 private:
  template <typename Self>
  static auto usedIn(Self& self, PortId output, VcIndex vc)
      -> decltype((self.outputs[output].used[vc])) {
    return self.mostVcs_ <= OutputPort::kVcs
               ? self.outputs[output].used[vc]
               : self.manyUsed_[std::size_t{output} * self.mostVcs_ + vc];
  }

  unsigned mostVcs_ = 1, waitingWords_ = 1;
  std::vector<std::uint32_t> manyUsed_;     ///< where ports have more than OutputPort::kVcs
  std::vector<std::uint64_t> manyWaiting_;  ///< where routers have more than OutputPort::kInputs
};

}  // namespace hopscope
