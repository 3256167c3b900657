// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "engine/routing/dragonfly_policy.h"
#include "engine/routing/dragonfly_slots.h"
#include "engine/routing/dragonfly_wiring.h"

namespace hopscope::routings {

/// Valiant, UGAL-L and Piggyback on a Dragonfly. A packet draws its intermediate router, the root,
/// at its source. Phase A leads minimally to it (or to its group), phase B from there minimally to
/// the destination. UGAL and Piggyback decide at each attempt to leave the source whether it goes
/// that way at all.
class DragonflyNonminimal final : public RoutingAlgorithm {
 public:
  DragonflyNonminimal(const Topology& topology, const DragonflySlots& slots,
                      const DragonflyPolicy& policy);

  /// Whether root, link and slot find room in a route state.
  static bool fits(const Topology& topology);

  void starts(TerminalId source, TerminalId destination,
              std::vector<RouteState>& out) const override;
  double likelihood(TerminalId source, TerminalId destination, RouteState state) const override;
  RouteState start(TerminalId source, TerminalId destination, Rng& rng) const override;
  void candidates(RouterId router, PortIndex input, RouteState state,
                  std::vector<RouteChoice>& out) const override;
  RouteChoice route(RouterId router, PortIndex input, RouteState state) const override;
  Decides decides() const override;
  RouteChoice choose(const RouterView& view, RouterId router, PortIndex input, RouteState state,
                     Rng& rng) const override;
  bool comparesTwoWays() const override;
  TwoWays twoWays(RouterId router, PortIndex input, RouteState state) const override;
  std::optional<CongestionBroadcast> broadcast() const override;
  bool nonminimal(RouteState state) const override;
  std::uint32_t routingClass(TerminalId terminal) const override;

 private:
  using Place = DragonflyWiring::Place;

  enum class Phase : std::uint32_t {
    open,     ///< at the source, which the packet has not left
    minimal,  ///< on the minimal way
    a,        ///< on the way to the root
    b,        ///< from the root on
  };
  /// RouteState::detail taken apart.
  struct Detail {
    DragonflySlots::Taken taken = 0;
    Phase phase = Phase::open;
    std::uint32_t trunk = 0;  ///< the link taken between two groups
    /// On the way: a router; or routers + group where phase A ends on entering it. At the source,
    /// whatever was drawn (Pool).
    std::uint32_t root = 0;
  };
  /// What is drawn at the source.
  enum class Pool {
    none,     ///< nothing: the packet goes minimally
    inside,   ///< a router of the own group
    links,    ///< link * routers of a group + position: a global link of the own router
    groups,   ///< routers + group: another group
    routers,  ///< a router of another group
    all,      ///< any router
  };
  /// The root, and the link that leads to its group.
  struct Root {
    std::uint32_t root = 0, trunk = 0;
  };

  std::uint32_t pack(const Detail& detail) const;
  Detail unpack(std::uint32_t packed) const;

  Pool poolFor(Place source, Place target) const;
  std::uint32_t positionsDrawn() const;
  std::uint32_t groupOfDrawn(Pool pool, Place source, std::uint32_t drawn) const;
  std::uint32_t trunksDrawn(Pool pool, Place source, Place target, std::uint32_t drawn) const;
  std::uint32_t draw(Pool pool, Place source, Rng& rng) const;
  /// Calls `each(drawn)` for everything in the pool.
  template <typename Each>
  void forAll(Pool pool, Place source, Each&& each) const;

  Root rootOf(Place here, Place target, const Detail& detail) const;
  std::uint32_t trunkOf(const Detail& detail, TerminalId destination) const;
  bool arrived(RouterId router, Place here, std::uint32_t root) const;
  RouteChoice eject(RouteState state) const;
  RouteChoice minimalStep(Place here, Place target, TerminalId destination,
                          const Detail& detail) const;
  /// Towards the root; the minimal step where the packet is there already.
  RouteChoice rootStep(RouterId router, Place here, Place target, TerminalId destination,
                       const Detail& detail) const;
  unsigned minimalHops(Place from, Place to, std::uint32_t trunk) const;
  unsigned rootHops(Place from, Place to, const Detail& detail, TerminalId destination) const;
  unsigned consecutiveHops(Place from, Place to) const;
  std::uint32_t consecutiveOwner(std::uint32_t from, std::uint32_t to) const;

  DragonflyWiring wiring_;
  DragonflySlots slots_;
  DragonflyPolicy policy_;
  std::uint32_t globalsPerRouter_;
  unsigned trunkShift_ = 0, rootShift_ = 0;
};

}  // namespace hopscope::routings
