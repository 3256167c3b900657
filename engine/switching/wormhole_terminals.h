// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/routing/routing_algorithm.h"
#include "engine/switching/delivery_counter.h"
#include "engine/switching/injection.h"
#include "engine/switching/wormhole_state.h"

namespace hopscope::wormhole {

/// The terminals of a wormhole network, phase by phase: what they generate waits in a queue of
/// theirs, of any length, and leaves it flit by flit; what comes is counted when its tail is there.
class Terminals {
 public:
  Terminals(State& state, const TrafficPlan& plan, std::uint64_t seed,
            const RoutingAlgorithm& routing);

  // The phases of cycle `now`.
  void deliver(Cycle now);
  void generate(Cycle now);
  /// Every terminal with a packet and a credit sends a flit. A packet takes the next virtual
  /// channel that has a credit.
  void send(Cycle now);

  void setRouting(const RoutingAlgorithm& routing) { routing_ = &routing; }
  void setTraffic(Cycle now, const TrafficPlan& plan);
  void setMeasuring(Cycle now, bool measuring);

  const Injection& injection() const { return injection_; }
  DeliveryCounter& delivered() { return delivered_; }
  const DeliveryCounter& delivered() const { return delivered_; }
  /// Probes under way, whose packets are still to come.
  std::uint64_t probesAlive() const { return injection_.counts().prefetches - delivered_.probes(); }
  /// A packet was refused for want of memory.
  bool full() const { return full_; }

 private:
  bool enter(Cycle now, const NewPacket& entering, Rng& draws);
  void receive(Cycle now, PacketIndex index);
  unsigned emptyBuffers(PortId output, unsigned vcs) const;

  State& state_;
  const RoutingAlgorithm* routing_;
  DeliveryCounter delivered_;
  Injection injection_;
  bool full_ = false;
};

}  // namespace hopscope::wormhole
