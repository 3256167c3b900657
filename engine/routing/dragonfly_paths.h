// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/routing/dragonfly_policy.h"
#include "engine/routing/dragonfly_slots.h"
#include "engine/routing/dragonfly_wiring.h"
#include "engine/routing/path_comparison.h"
#include "engine/routing/path_kind.h"

namespace hopscope::routings {

/// The minimal and non-minimal paths of a Dragonfly, step by step. What a packet draws at its
/// source is its root, an intermediate router (or group): phase A leads minimally to it, phase B
/// from there minimally to the destination. Which roots there are depends on the policy of phase A,
/// which may be another one at each draw (DragonflyPolicy::levels). Says what can be done; the
/// algorithms say what is.
class DragonflyPaths {
 public:
  DragonflyPaths(const Topology& topology, const DragonflySlots& slots,
                 const DragonflyPolicy& policy);

  /// Whether root, link and slot find room in a route state.
  static bool fits(const Topology& topology);

  const DragonflyWiring& wiring() const { return wiring_; }

  /// RoutingAlgorithm::starts and likelihood.
  void starts(TerminalId source, TerminalId destination, std::vector<RouteState>& out) const;
  double likelihood(TerminalId source, TerminalId destination, RouteState state) const;

  /// RouteState::detail of a packet at its source that has drawn one of the policy's roots.
  std::uint32_t draw(RouterId source, TerminalId destination, PhaseA phaseA, Rng& rng) const;
  /// The policy with which that was drawn.
  PhaseA policyOf(std::uint32_t detail) const { return unpack(detail).phaseA; }

  /// The next step. A packet that has not left its source goes by its root or, unless
  /// `openGoesByRoot`, minimally.
  RouteChoice step(RouterId router, RouteState state, bool openGoesByRoot) const;
  /// Both steps of a packet at its source; the same one twice where it has no choice.
  PathComparison compare(RouterId router, RouteState state) const;

  PathKind kindOf(std::uint32_t detail) const;
  /// RoutingAlgorithm::intermediate; where only a group was drawn, the router by which it is
  /// entered. `openGoesByRoot`: a packet at its source goes by the router that it has drawn.
  RouterId intermediate(RouterId router, RouteState state, bool openGoesByRoot = false) const;
  /// RoutingAlgorithm::firstLegClass of a policy that draws routers: which ones depends on the
  /// destination's group.
  std::uint32_t firstLegClass(TerminalId destination) const;
  /// RoutingAlgorithm::routingClass.
  std::uint32_t routingClass(TerminalId terminal) const;
  /// AlikeSources::sourceClass, where all groups are linked evenly (DragonflyWiring::evenness).
  std::uint32_t sourceClass(TerminalId source, TerminalId destination) const;

 private:
  using Place = DragonflyWiring::Place;

  enum class Phase : std::uint32_t {
    open,     ///< at the source, which the packet has not left
    minimal,  ///< on the minimal path
    a,        ///< on the path to the root
    b,        ///< from the root on
  };
  /// RouteState::detail taken apart.
  struct Detail {
    DragonflySlots::Taken taken = 0;
    Phase phase = Phase::open;
    PhaseA phaseA = PhaseA::lgl;  ///< the policy of the draw
    std::uint32_t trunk = 0;      ///< the link taken between two groups
    /// On the path: a router; or routers + group where phase A ends on entering it. At the source,
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

  Pool poolFor(Place source, Place target, PhaseA phaseA) const;
  std::uint32_t positionsDrawn(PhaseA phaseA) const;
  std::uint32_t groupOfDrawn(Pool pool, Place source, std::uint32_t drawn) const;
  std::uint32_t trunksDrawn(Pool pool, Place source, Place target, std::uint32_t drawn) const;
  std::uint32_t drawFrom(Pool pool, Place source, PhaseA phaseA, Rng& rng) const;
  /// Calls `each(drawn)` for everything in the pool.
  template <typename Each>
  void forAll(Pool pool, Place source, PhaseA phaseA, Each&& each) const;

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
  bool mixed_;  ///< route states say which policy they were drawn with
  std::uint32_t globalsPerRouter_;
  unsigned trunkShift_ = 0, rootShift_ = 0;
};

}  // namespace hopscope::routings
