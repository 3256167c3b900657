// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/sentence.h"
#include "engine/routing/learnt.h"
#include "engine/switching/circuit_counts.h"
#include "engine/switching/circuit_observation.h"
#include "engine/switching/delivery_groups.h"
#include "engine/switching/delivery_tally.h"
#include "engine/switching/injection.h"
#include "engine/switching/injection_counts.h"
#include "engine/switching/journey.h"
#include "engine/switching/notice_counts.h"
#include "engine/switching/observation.h"
#include "engine/switching/pause_control.h"
#include "engine/switching/route_stage.h"

namespace hopscope {

/// What there is to see of a network that runs (Switching), between two cycles. Nothing of it
/// changes a result.
class ObservedNetwork {
 public:
  virtual ~ObservedNetwork() = default;

  virtual Cycle now() const = 0;  ///< cycles simulated

  virtual InjectionCounts injected() const = 0;
  /// Flits that each terminal has generated at a rate since cycle 0, refused ones among them; `out`
  /// has as many entries as there are terminals.
  virtual void offered(std::vector<std::uint64_t>& out) const = 0;
  /// Packets generated and not delivered, but for probes.
  virtual std::uint64_t alive() const = 0;
  virtual bool idle() const = 0;  ///< no packet is under way or announced, not even a probe
  virtual std::uint64_t measuredDelivered() const = 0;  ///< cheap, for the end of the drain
  virtual std::uint64_t flitHops() const = 0;           ///< routers traversed, per flit
  virtual void tally(DeliveryTally& into) const = 0;    ///< adds what was delivered
  virtual DeliveryGroups deliveryGroups() const = 0;    ///< as Switching::groupDeliveries asked
  virtual const std::vector<std::uint64_t>& channelFlits() const = 0;  ///< sent, per channel
  /// Nothing where no queues send notices.
  virtual NoticeCounts notices() const { return {}; }
  /// All of them 0 where credits tell of room.
  virtual PauseCounts pauses() const { return {}; }
  /// The channels between routers that are paused now.
  virtual void observePaused(std::vector<ChannelPause>& out) const { out.clear(); }
  /// null where there are no circuits.
  virtual const CircuitCounts* circuits() const { return nullptr; }
  /// Time slots, in their order; empty where there are none.
  virtual const std::vector<SlotUse>& slotUses() const {
    static const std::vector<SlotUse> none;
    return none;
  }
  /// Nothing where circuits are not planned.
  virtual std::optional<ChannelUse> channelUse() const { return std::nullopt; }
  /// All about circuits; null where there are none, or more than one crossbar has them.
  virtual std::shared_ptr<const CircuitDetail> observeCircuits() const { return nullptr; }
  /// How often heads of source queues drew another state after an attempt in vain; nothing where
  /// the routing lets none do so.
  virtual std::optional<std::uint64_t> recomputations() const { return std::nullopt; }
  virtual Learnt learns() const { return Learnt::nothing; }
  /// That number at this moment: per router, or per port as Topology::firstPort counts them, NaN
  /// where a port leads to a terminal. Empty where nothing is learnt.
  virtual void learnt(std::vector<float>& out) const { out.clear(); }
  virtual const RouteStage& routes() const = 0;
  /// The cycle in which anything last moved in a router.
  virtual Cycle lastMove() const = 0;
  /// A packet that may go on does so within this many cycles, unless something it waits for is
  /// still under way.
  virtual Cycle longestPause() const = 0;
  /// A flit, a credit or the lookup of a head is still under way: what waits may yet go on. With
  /// nothing under way, and no move for longer than `longestPause()`, packets that wait for each
  /// other in a cycle wait for ever. A walk over all buffers.
  virtual bool underWay() const = 0;
  /// The source queues hold as many packets as memory is set aside for; others are refused.
  virtual bool full() const { return false; }
  /// What can never go on, as packets wait for each other, whatever else is under way: flits,
  /// credits, pauses and lookups that may still help are taken into account, and so is every step
  /// that a head may choose. As long as the routing stays the same. `still`: nothing is under way,
  /// and nothing has moved for longer than `longestPause()`; then heads want what they want now. A
  /// walk over all buffers, which allocates nothing once it has been made.
  virtual StandingBuffers standing(bool still) const = 0;

  /// Where nothing is under way, and packets wait all the same, but for no cycle of buffers: who
  /// waits for what, sentence by sentence. Empty where each may go on.
  virtual std::vector<Sentence> waitingInVain() const { return {}; }

  /// Visits every packet whose head has not arrived yet, also in source queues. A walk over all of
  /// them.
  virtual void forEachUnderWay(const std::function<void(const PacketUnderWay&)>& visit) const = 0;
  /// At most `most` packets whose head is on a wire.
  virtual void observePackets(std::uint32_t most, std::vector<MovingPacket>& out) const = 0;
  /// Where the packet's head is that `source` generated in the cycle of that stamp: on a channel,
  /// or in the buffer behind it. Nothing where no such packet is under way. A walk over all
  /// packets.
  virtual std::optional<MovingPacket> find(TerminalId source, CycleStamp birth) const = 0;
  /// Whether there are queues to see, and whether senders count credits for them.
  virtual bool hasQueues() const { return false; }
  virtual bool countsCredits() const { return false; }
  /// Every channel with the buffer behind it, per channel; a walk over all buffers and wires. Empty
  /// where there are no queues to see.
  virtual void observeQueues(std::vector<ChannelQueue>& out) const { out.clear(); }
  /// Buffers, queues and caches of one router.
  virtual void observeRouter(RouterId router, RouterDetail& out) const = 0;
  /// The buffers of one router alone, and the packets at their fronts: cheaper than all of it.
  virtual void observeBuffers(RouterId router, RouterDetail& out) const {
    observeRouter(router, out);
  }

  /// Packets that want an output another one wants too, all but one at each output, right now; a
  /// walk over all buffers. Nothing where this switch cannot be asked.
  virtual std::optional<std::uint64_t> outputConflicts() const { return std::nullopt; }

  /// Conservation of packets, flits and credits; order within virtual channels. One sentence a
  /// violation; a walk over everything.
  virtual std::vector<std::string> violations() const = 0;
};

}  // namespace hopscope
