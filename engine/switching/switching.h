// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/switching/delivery_tally.h"
#include "engine/switching/injection.h"
#include "engine/switching/journey.h"
#include "engine/switching/observation.h"
#include "engine/switching/route_stage.h"

namespace hopscope {

/// Everything that moves: the routers of one microarchitecture over a network, the channels between
/// them and the terminals facing them. Driven and read by simulation/, between two cycles. One seed
/// gives one result, bit for bit, however it is divided into calls of `advance` and threads.
class Switching {
 public:
  virtual ~Switching() = default;

  /// Simulates up to, not including, cycle `until` >= now(). Does not allocate in the steady state.
  virtual void advance(Cycle until) = 0;
  virtual Cycle now() const = 0;  ///< cycles simulated

  /// Packets generated from now on are to be measured, or not. What was tallied of measured packets
  /// is forgotten when measuring begins. Then room is made too for what the network, which has
  /// settled, needs at the most.
  virtual void setMeasuring(bool measuring) = 0;
  virtual void setTraffic(const TrafficPlan& plan) = 0;  ///< from now on
  /// Another routing, from now on: heads that have been granted nothing are routed anew; what a
  /// packet was granted, it takes. While packets are under way it decides where the one before did
  /// and broadcasts by the same rule (RoutingAlgorithm). Only where the plan said so (`reroutes`).
  virtual void setRouting(std::shared_ptr<const RoutingAlgorithm> routing) = 0;
  /// Writes the way of the packet that `log` follows into it, from now on; nullptr: no longer.
  virtual void setJourneyLog(JourneyLog* log) = 0;
  /// Appends every packet that is delivered from now on; nullptr: no longer. Not with threads.
  virtual void setDeliveryLog(std::vector<Delivery>* log) = 0;
  /// Begins a new window in the tally and in the caches' marks.
  virtual void beginWindow() = 0;

  virtual InjectionCounts injected() const = 0;
  /// Packets generated and not delivered, but for empty ones.
  virtual std::uint64_t alive() const = 0;
  virtual bool idle() const = 0;  ///< no packet is under way or announced, not even an empty one
  virtual std::uint64_t measuredDelivered() const = 0;  ///< cheap, for the end of the drain
  virtual std::uint64_t flitHops() const = 0;           ///< routers traversed, per flit
  virtual void tally(DeliveryTally& into) const = 0;    ///< adds what was delivered
  virtual const std::vector<std::uint64_t>& channelFlits() const = 0;  ///< sent, per channel
  virtual const RouteStage& routes() const = 0;
  virtual RouteStage& routes() = 0;
  /// Keeps the last lookups of one router from now on (RouteStage::watch).
  virtual void watchLookups(RouterId router) = 0;

  /// Keeps what the allocators of one router are asked for and grant, cycle by cycle, from now on
  /// (RouterDetail::allocation); kNone: of none.
  virtual void watchAllocations(RouterId router) = 0;

  /// The cycle in which anything last moved in a router. With packets waiting and nothing moving
  /// for longer than `longestPause()`, nothing will move any more: a deadlock.
  virtual Cycle lastMove() const = 0;
  virtual Cycle longestPause() const = 0;
  virtual bool headsWait() const = 0;  ///< a walk over all buffers
  /// Virtual channels each of which waits for the next one, and the last for the first; empty where
  /// there is no such circle. A walk over all buffers.
  virtual std::vector<WaitingVc> waitingCycle() const = 0;

  /// At most `most` packets whose head is on a wire.
  virtual void observePackets(std::uint32_t most, std::vector<MovingPacket>& out) const = 0;
  /// Where the packet's head is that `source` generated in the cycle of that stamp: on a channel,
  /// or in the buffer behind it. Nothing where no such packet is under way. A walk over all
  /// packets.
  virtual std::optional<MovingPacket> find(TerminalId source, CycleStamp birth) const = 0;
  /// Buffers, queues and caches of one router.
  virtual void observeRouter(RouterId router, RouterDetail& out) const = 0;

  /// Packets that want an output another one wants too, all but one at each output, right now; a
  /// walk over all buffers. Nothing where this switch cannot be asked.
  virtual std::optional<std::uint64_t> outputConflicts() const { return std::nullopt; }

  /// Conservation of packets, flits and credits; order within virtual channels. One sentence a
  /// violation; a walk over everything.
  virtual std::vector<std::string> violations() const = 0;
};

}  // namespace hopscope
