// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/routing/routing_algorithm.h"
#include "engine/switching/mailbox.h"
#include "engine/switching/partition.h"
#include "engine/switching/wormhole_part_state.h"
#include "engine/switching/wormhole_router.h"
#include "engine/switching/wormhole_terminal_ports.h"

namespace hopscope::wormhole {

/// A part of a wormhole network, simulated for some cycles at a time, on its own. What it sends to
/// others they find in its queues (PartState), but for letters, which wait in a mailbox: one for
/// even stretches of cycles and one for odd ones, so that a part reads what others sent in the
/// latest stretch when it begins the next.
class WormholePart {
 public:
  struct Surroundings {
    const State& state;
    const Partition& partition;
    std::uint32_t index;  ///< of this part
    PacketStore& packets;
    const RoutingAlgorithm& routing;
    RouteStage& routes;
    const TrafficPlan& traffic;
    Workload* workload;  ///< may be null
    std::uint64_t seed;
    bool reroutes;
  };
  explicit WormholePart(const Surroundings& surroundings);
  WormholePart(const WormholePart&) = delete;
  WormholePart& operator=(const WormholePart&) = delete;

  /// Stretch number `stretch` begins. `closed`: terminals are given no room for packets.
  void begin(std::uint64_t stretch, bool closed);
  /// Takes in the letters that another part sent in a stretch, the latest one.
  void receive(const WormholePart& from, std::uint64_t stretch);
  /// Simulates cycles [from, until).
  void advance(Cycle from, Cycle until);

  void setMeasuring(Cycle now, bool measuring);
  void setRouting(Cycle now, const RoutingAlgorithm& routing, bool idle);  ///< as Switching's
  /// Something is under way that others, or the clock, will bring on.
  bool underWay() const;

  PartState& state() { return state_; }
  const PartState& state() const { return state_; }
  Terminals& terminals() { return ports_.terminals(); }
  const Terminals& terminals() const { return ports_.terminals(); }
  const DeliveryCounter& delivered() const { return ports_.terminals().delivered(); }
  const WormholeRouter& router() const { return router_; }
  /// A packet was refused for want of memory.
  bool full() const { return ports_.full(); }

 private:
  std::uint32_t index_;
  PartState state_;
  std::array<Mailbox, 2> mailboxes_;
  TerminalPorts ports_;
  WormholeRouter router_;
};

using WormholeParts = std::vector<std::unique_ptr<WormholePart>>;

}  // namespace hopscope::wormhole
