// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/fabric/timing_wheel.h"
#include "engine/fabric/vc_counts.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/switching/hybrid_packets.h"
#include "engine/switching/observation.h"
#include "engine/switching/slotted_circuits.h"

namespace hopscope::slotted {

/// Packets without a circuit, in what circuits leave free of the channels (Goossens, Dielissen &
/// Radulescu, Æthereal, IEEE Design & Test 2005: best-effort services beside the guaranteed ones,
/// with buffers at the inputs of switches and credits from link to link; they never delay a
/// circuit).
///
/// - When: a channel carries a flit of best effort in cycles of slots that no circuit has there
///   (BestEffortTime::free), or in all cycles in which no circuit sends over it (idle). A switch
///   knows either before: who has a slot stands in a table, and a flit of a circuit comes to its
///   next channel a slot after the last. Whatever best effort does, circuits send as if there were
///   none.
/// - How: by the routing's path, as in an idle network, hop by hop. A flit takes a slot's length
///   from a channel to the next, as those of circuits do, and may leave in the cycle in which it
///   comes. A packet is granted a channel where the virtual channel behind it has room for the
///   longest packet there is (virtual cut-through), and has the channel until its tail has passed;
///   of those that ask for one, the one goes first that has asked for longest. So whoever waits
///   holds one buffer and waits for the next, and freedom of deadlock is that of the routing's
///   virtual channels with VcReuse::whole; designs of which it is not proved are refused.
/// - Each virtual channel of an input reads its buffer by itself. Room comes back to the sender a
///   slot's length after a flit has left. Interfaces have a queue of their own for it, as large as
///   that of circuits, so that neither waits for the other.
class BestEffort {
 public:
  struct Plan {
    const SlottedSettings& settings;  ///< bufferFlits hold the longest packet
    const Topology& topology;
    const PlannedCircuits& planned;
    const VcCounts& virtualChannels;
    std::uint32_t longestPacket;
  };
  /// `packets` are those of the whole network. It outlives this, as what the plan names does.
  BestEffort(const Plan& plan, std::shared_ptr<const RoutingAlgorithm> routing,
             hybrid::HybridPackets& packets);

  void setRouting(std::shared_ptr<const RoutingAlgorithm> routing) {
    routing_ = std::move(routing);
  }
  /// What is larger than its queue waits until that is empty.
  bool hasRoom(TerminalId source, std::uint32_t flits) const {
    return nicUsed_[source] == 0 || nicUsed_[source] + flits <= settings_.nicFlits;
  }
  /// Hands a packet over in cycle `now`.
  void enter(Cycle now, const hybrid::HybridPacket& packet, RouteState state);
  /// Channels that `circuit` takes with a flit that leaves its terminal now, cycle by cycle.
  void keepClear(Cycle now, std::uint32_t circuit);
  /// Flits come to buffers, and others leave them, or their terminals. Calls
  /// grant(packet, from channel, onto channel, cycle of the head's arrival) as one leaves a switch.
  template <typename Grant>
  void move(Cycle now, Grant&& grant) {
    arrive(now);
    const std::uint64_t* const taken = takenIn(now);
    for (std::uint32_t w = 0; w < words_; ++w)
      for (std::uint64_t left = active_[w] & ~taken[w]; left != 0; left &= left - 1) {
        const ChannelId channel = 64 * w + static_cast<std::uint32_t>(std::countr_zero(left));
        std::uint32_t& holder = outputs_[channel].holder;
        if (holder == kNone) {
          holder = granted(channel, now);
          if (holder == kNone) continue;
          const Stay& stay = stays_[holder];
          if (stay.in != kNone) grant(packets_[stay.packet], stay.in, channel, stay.headAt);
        }
        sendFlit(now, channel);
      }
    endOfCycle(now);
  }
  /// Calls deliver(packet, state at the end, channels between switches) for those whose last flit
  /// is at their processor now; they are gone then.
  template <typename Deliver>
  void deliver(Cycle now, Deliver&& deliver) {
    deliveries_.drain(now, [&](const Delivery& each) {
      lastMove_ = now;
      deliver(packets_[each.packet], each.state, each.hops);
      packets_.give(each.packet);
    });
  }

  std::uint64_t flitHops() const { return flitHops_; }
  Cycle lastMove() const { return lastMove_; }
  /// A packet that nothing hinders sends a flit within so many cycles.
  Cycle longestPause() const {
    return settings_.slotCount * settings_.slotLength + deliveries_.horizon();
  }
  /// Flits per channel, counted as they leave a terminal or switch.
  const std::vector<std::uint64_t>& channelFlits() const { return channelFlits_; }
  /// Flits in the buffers behind each channel; those into terminals have none.
  void observeQueued(std::vector<std::uint32_t>& perChannel) const;
  void observeQueues(Cycle now, std::vector<ChannelQueue>& out) const;
  void observeRouter(Cycle now, RouterId router, RouterDetail& out) const;
  /// The channel its head is on, or behind which it is, and how far along it.
  void place(Cycle now, const hybrid::HybridPacket& packet, MovingPacket& out) const;
  void leaveRoom();
  /// Flits and room that are miscounted, between two cycles. A sentence each.
  std::vector<std::string> violations(Cycle now) const;

 private:
  /// A packet in a buffer, or coming to it, or in its interface.
  struct Stay {
    PacketIndex packet = kNone;
    std::uint32_t buffer = kNone;  ///< kNone: the interface of its source
    std::uint32_t next = kNone;    ///< behind it there, or in the free list
    std::uint32_t nextAsking = kNone;
    std::uint32_t arrived = 0, sent = 0;  ///< flits
    std::uint32_t down = kNone;  ///< the next stay; kNone: not granted, or it leaves the network
    ChannelId in = kNone;        ///< by which it comes; kNone: from its processor
    ChannelId out = kNone;       ///< that it wants or has
    VcMask vcs = 1;              ///< of that
    std::uint16_t hops = 0;      ///< channels between switches behind it
    Cycle headAt = 0;            ///< when its head is, or was, here
    RouteState state;
  };
  struct Queue {
    std::uint32_t first = kNone, last = kNone;
  };
  struct Output {
    std::uint32_t holder = kNone;  ///< the stay whose packet has the channel
    Queue asking;                  ///< who asked first comes first
  };
  struct Arrival {
    std::uint32_t stay = kNone;  ///< that flits come to; kNone: only room does
    std::uint32_t flits = 0;
    std::uint32_t buffer = kNone;  ///< in which there is room again for one
  };
  struct Delivery {
    PacketIndex packet = kNone;
    RouteState state;
    std::uint32_t hops = 0;
  };

  const std::uint64_t* takenIn(Cycle now) const;
  void arrive(Cycle now);
  std::uint32_t granted(ChannelId channel, Cycle now);
  void sendFlit(Cycle now, ChannelId channel);
  void endOfCycle(Cycle now);
  /// It is the first of its queue, and its head is there.
  void ask(std::uint32_t index);
  void leave(std::uint32_t index);
  std::uint32_t newStay();
  Queue& queueOf(const Stay& stay) {
    return stay.buffer == kNone ? nicQueues_[packets_[stay.packet].source] : queues_[stay.buffer];
  }
  std::uint32_t bufferCount(ChannelId channel) const {
    return firstBuffer_[channel + 1] - firstBuffer_[channel];
  }
  /// Puts a stay behind the last of a queue that is linked by `next`.
  void append(Queue& queue, std::uint32_t index, std::uint32_t Stay::*next) {
    (queue.first == kNone ? queue.first : stays_[queue.last].*next) = index;
    queue.last = index;
  }
  /// Calls visit(stay) for those in a buffer, or coming to it.
  template <typename Visit>
  void forEachIn(const Queue& queue, Visit&& visit) const {
    for (std::uint32_t each = queue.first; each != kNone; each = stays_[each].next)
      visit(stays_[each]);
  }
  std::uint32_t flitsIn(const Queue& queue) const;

  SlottedSettings settings_;
  const Topology& topology_;
  const PlannedCircuits& planned_;
  std::shared_ptr<const RoutingAlgorithm> routing_;
  hybrid::HybridPackets& packets_;
  std::uint32_t longest_, words_;
  std::vector<std::uint32_t> firstBuffer_;  ///< per channel: the first behind it; and the end
  std::vector<std::uint32_t> room_;         ///< per buffer: as its sender knows
  std::vector<Queue> queues_;               ///< per buffer, in the order of grants
  std::vector<Queue> nicQueues_;            ///< per terminal
  std::vector<std::uint32_t> nicUsed_;      ///< likewise: flits
  std::vector<Output> outputs_;             ///< per channel
  std::vector<std::uint64_t> active_;       ///< channels that somebody has or asks for
  /// Slot by slot (free) or cycle by cycle (idle): channels that circuits take.
  std::vector<std::uint64_t> taken_;
  std::vector<Stay> stays_;
  std::uint32_t freeStay_ = kNone;
  std::vector<std::uint32_t> fronts_;  ///< stays that came to the front in this cycle
  TimingWheel<Arrival> arrivals_;
  TimingWheel<Delivery> deliveries_;
  std::vector<std::uint64_t> channelFlits_;
  std::uint64_t flitHops_ = 0;
  Cycle lastMove_ = 0;
};

}  // namespace hopscope::slotted
