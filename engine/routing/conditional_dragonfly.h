// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/core/sentence.h"
#include "engine/routing/conditional.h"
#include "engine/routing/dragonfly_slots.h"
#include "engine/routing/dragonfly_wiring.h"

namespace hopscope::routings {

/// Slots, and where paths begin in their order.
struct SlotOrder {
  DragonflySlots slots;
  DragonflySlots::Taken minimal = 0, within = 0;
};
/// What "vc_slots" says for so many virtual channels; nothing where that is no order.
std::optional<SlotOrder> conditionalSlots(const Values& values, const VcCounts& vcs);
/// What forbids the paths lgl and glgl, and what hosts lack global ports for. `label` is the
/// algorithm's name in sentences.
Issues checkDiversions(const Sentence& label, const Topology& topology, const VcCounts& vcs,
                       const Values& values);

/// The paths of rules on a Dragonfly: minimal, or by the global port that belongs to the host and
/// minimal from the group behind it on. Towards another group they depend on that group alone, and
/// within one on the switch, so that rules can follow them.
class DiversionPaths {
 public:
  // RouteState::detail: slots taken; then flags, and until the packet leaves the port of its host.
  static constexpr std::uint32_t kTaken = (1u << DragonflySlots::kBits) - 1;
  static constexpr std::uint32_t kOpen = 1u << DragonflySlots::kBits;  ///< at its source
  static constexpr std::uint32_t kDiverted = kOpen << 1;
  static constexpr std::uint32_t kFreeFlag = kOpen << 2;  ///< for who holds this
  static constexpr unsigned kHostShift = DragonflySlots::kBits + 3;

  DiversionPaths(const Topology& topology, const SlotOrder& order, bool repeats);

  RouteState start(TerminalId source, TerminalId destination) const;
  RouteChoice minimally(RouterId router, RouteState state) const {
    return step(router, state, order_.slots);
  }
  /// Minimally, by other slots.
  RouteChoice step(RouterId router, RouteState state, const DragonflySlots& slots) const;
  /// kNoPort where there is no other path, or it begins with the same port.
  RouteChoice diverted(RouterId router, RouteState state) const;

  /// The virtual channels of a packet that leaves its source minimally.
  VcMask minimalVcs(LinkKind kind) const {
    return (kind == LinkKind::global ? order_.slots.global(order_.minimal)
                                     : order_.slots.local(order_.minimal))
        .vcs;
  }
  /// RoutingAlgorithm::intermediate: what is diverted goes minimally from the router behind the
  /// port of its host on, its first one.
  RouterId intermediate(RouterId router, RouteState state) const {
    const bool first = (state.detail & (kDiverted | kTaken)) ==
                       (kDiverted | std::uint32_t{order_.slots.global(0).taken});
    return first && !isOpen(state) ? router : RouterId{kNone};
  }

  static bool isOpen(RouteState state) { return (state.detail & kOpen) != 0; }
  const DragonflyWiring& wiring() const { return wiring_; }

 private:
  using Place = DragonflyWiring::Place;

  std::uint32_t trunkFor(Place here, std::uint32_t group) const;
  std::uint32_t linkOf(Place here, std::uint32_t towards) const;

  DragonflyWiring wiring_;
  SlotOrder order_;
  std::vector<std::vector<PortIndex>> ports_;       ///< router, host
  std::vector<std::vector<std::uint32_t>> groups_;  ///< behind these ports
};

}  // namespace hopscope::routings
