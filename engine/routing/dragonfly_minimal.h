// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/routing/dragonfly_slots.h"
#include "engine/routing/dragonfly_wiring.h"
#include "engine/routing/routing_algorithm.h"

namespace hopscope::routings {

/// Local, global, local, leaving out the hops that are not needed. The state's detail: slots taken,
/// then the link between the groups where it is drawn.
class DragonflyMinimal final : public RoutingAlgorithm {
 public:
  DragonflyMinimal(const Topology& topology, const DragonflySlots& slots, bool randomTrunk);

  void starts(TerminalId source, TerminalId destination,
              std::vector<RouteState>& out) const override;
  RouteState start(TerminalId source, TerminalId destination, Rng& rng) const override;
  RouteChoice route(RouterId router, PortIndex input, RouteState state) const override;
  std::uint32_t routingClass(TerminalId terminal) const override;
  Evenness evenness() const override { return wiring_.evenness(); }

 private:
  /// Links between the two groups; 1 where nothing is drawn.
  std::uint32_t trunksBetween(TerminalId source, TerminalId destination) const;

  DragonflyWiring wiring_;
  DragonflySlots slots_;
  bool randomTrunk_;
};

}  // namespace hopscope::routings
