// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/ids.h"
#include "engine/fabric/departure_rings.h"
#include "engine/fabric/link_rate.h"
#include "engine/fabric/packet_pool.h"
#include "engine/fabric/pause_limits.h"
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
  std::vector<std::uint16_t> switchOf;       ///< per router
  std::vector<std::uint32_t> lengths = {1};  ///< that packets may have, flits; ascending
  std::vector<LinkRate> linkRates = {};      ///< per link; empty: all are full
  bool sumsQueues = false;                   ///< Fabric::queueSums are kept
};

/// The farthest ahead anything is scheduled.
struct Horizons {
  Cycle arrivals = 1;    ///< of heads at an input
  Cycle deliveries = 1;  ///< of tails at their terminal
  Cycle credits = 1;     ///< and of what has senders stop

  Cycle farthest() const { return std::max({arrivals, deliveries, credits}); }
};

/// Cycles within which a channel has taken what a queue before it holds, so many flits, and two
/// packets.
inline Cycle queueSpan(const LinkRate& rate, std::uint32_t queue, std::uint32_t packetFlits) {
  return rate.span(std::uint64_t{queue} + 2 * std::uint64_t{packetFlits});
}

/// What a SwitchSettings means in cycles and flits.
struct SwitchTimes {
  std::uint32_t latency = 1;
  std::uint32_t queueRoom = 1;  ///< flits of packets whose head is still in an output queue
  /// As long as the link is taken for no more cycles ahead, there is surely room for one more.
  std::uint32_t queueSurely = 1;
  std::uint32_t transferCycles = 1;  ///< a packet across the crossbar, where all are alike
};

/// The compiled network: flat arrays of ports, virtual channels and credits. Data without
/// behaviour; switching/ moves packets through it. Parts of the network never write into each
/// other's ports.
struct Fabric {
  explicit Fabric(const FabricPlan& plan);

  std::shared_ptr<const Topology> topology;
  std::array<std::uint32_t, kMostLengths> lengths{};  ///< of packets, flits; ascending, then 0
  /// Flits of every packet; 0: of several lengths, or some link is not full, where packets that are
  /// alike do not take alike long.
  std::uint32_t alike = 0;
  /// Flits of the longest packets. Every packet asks for so much room, so that those that need it
  /// do not starve behind shorter ones.
  std::uint32_t longest = 1;
  LengthIndex longestIndex = 0;  ///< in `lengths`
  Horizons horizons;
  std::vector<InputPort> inputs;    ///< per PortId
  std::vector<OutputPort> outputs;  ///< per PortId
  std::vector<InputVc> inputVcs;
  std::vector<std::uint32_t> inputRoom;  ///< flits each InputVc holds
  DepartureRings runs;
  std::vector<SwitchTimes> times;        ///< per SwitchSettings
  std::vector<PauseLimits> pauseLimits;  ///< per PortId, of its input; empty: credits tell of room
  std::vector<LinkPace> paces;           ///< per PortId, of its output; empty: all links are full
  /// Per PortId, of its output: flitsAhead on all virtual channels together. For decisions that
  /// look at many outputs all over the network, of which a line of the cache holds sixteen; empty
  /// where none do.
  std::vector<std::uint32_t> queueSums;
  /// Cycles across the crossbar by SwitchSettings and length; empty: all packets are alike.
  std::vector<std::array<std::uint32_t, kMostLengths>> transfers;

  std::uint32_t flits(std::uint32_t length) const { return lengths[length]; }
  /// The same where it is known whether all packets are alike.
  template <bool kAlike>
  std::uint32_t flitsOf(std::uint32_t length) const {
    return kAlike ? alike : lengths[length];
  }
  /// Cycles in which a packet of so many flits is there that comes in by a port.
  std::uint32_t incoming(PortId input, std::uint32_t flits) const {
    return paces.empty() ? flits : static_cast<std::uint32_t>(paces[input].rate().span(flits));
  }
  /// The length of packets of so many flits, which must be one of the plan's; the next one else.
  LengthIndex lengthOf(std::uint32_t flits) const;

  /// Flits granted to a virtual channel of an output and not credited back; with kPaused while its
  /// receiver has it stop, so that there is no room.
  std::uint32_t& used(PortId output, VcIndex vc) { return usedIn(*this, output, vc); }
  std::uint32_t used(PortId output, VcIndex vc) const { return usedIn(*this, output, vc); }
  /// The flits alone.
  std::uint32_t flitsAhead(PortId output, VcIndex vc) const { return used(output, vc) & ~kPaused; }
  static constexpr std::uint32_t kPaused = 1U << 31;
  /// Where pauses tell, credits are only counted: there is always room (OutputPort::room).
  static constexpr std::uint32_t kAnyRoom = 1U << 30;

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
  void limitByPauses(const FabricPlan& plan);
  void paceLinks(const FabricPlan& plan);
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
