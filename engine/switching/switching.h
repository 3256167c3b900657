// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "engine/switching/observed_network.h"

namespace hopscope {

/// Everything that moves: the routers of one microarchitecture over a network, the channels between
/// them and the terminals facing them. Driven and read by simulation/, between two cycles. One seed
/// gives one result, bit for bit, however it is divided into calls of `advance` and threads.
class Switching : public ObservedNetwork {
 public:
  /// Simulates up to, not including, cycle `until` >= now(). Does not allocate in the steady state.
  /// Where there is a workload, cycles in which nothing can happen are skipped.
  void advance(Cycle until);
  /// The first cycle from now() on in which something may happen, if nobody changes anything.
  Cycle restsUntil() const;

  /// Packets generated from now on are to be measured, or not. What was tallied of measured packets
  /// is forgotten when measuring begins. Then room is made too for what the network, which has
  /// settled, needs at the most.
  virtual void setMeasuring(bool measuring) = 0;
  virtual void setTraffic(const TrafficPlan& plan) = 0;  ///< from now on
  /// Another routing, from now on: heads that have been granted nothing are routed anew; what a
  /// packet was granted, it takes. While packets are under way it decides where the one before did
  /// and broadcasts by the same rule (RoutingAlgorithm). Only where the plan said so (`reroutes`).
  virtual void setRouting(std::shared_ptr<const RoutingAlgorithm> routing) = 0;
  /// Writes the path of the packet that `log` follows into it, from now on; nullptr: no longer.
  virtual void setJourneyLog(JourneyLog* log) = 0;
  /// Adds what is delivered to such groups from now on; those kept before are forgotten.
  virtual void groupDeliveries(const DeliveryGroups& groups) = 0;
  /// Begins a new window in the tally and in the caches' marks.
  virtual void beginWindow() = 0;

  using ObservedNetwork::routes;
  virtual RouteStage& routes() = 0;
  /// Keeps the last lookups of one router from now on (RouteStage::watch).
  virtual void watchLookups(RouterId router) = 0;
  /// Keeps what the allocators of one router are asked for and grant, cycle by cycle, from now on
  /// (RouterDetail::allocation); kNone: of none.
  virtual void watchAllocations(RouterId router) = 0;
  /// Keeps the latest turns of time slots and the latest step of their scheduler from now on
  /// (CircuitDetail::turns and step), or none any more.
  virtual void watchCircuits(bool /*wanted*/) {}

 protected:
  /// Simulates every cycle up to, not including, `until`.
  virtual void run(Cycle until) = 0;
  /// Lets the time be `until`. Nothing is under way, and nothing is offered before.
  virtual void rest(Cycle until) = 0;
  virtual bool hasWorkload() const = 0;
  /// TrafficSource::nextOffer, of all terminals.
  virtual Cycle nextOffer() const = 0;
};

}  // namespace hopscope
