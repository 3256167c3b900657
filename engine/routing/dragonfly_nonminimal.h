// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/routing/alike_sources.h"
#include "engine/routing/dragonfly_paths.h"
#include "engine/routing/dragonfly_policy.h"

namespace hopscope::routings {

class DragonflyMemory;

/// Non-minimal routing on a Dragonfly, decided at the source: Valiant, UGAL-L, Piggyback, ACOR,
/// PB-ACOR, TPR and LIAN (DragonflyMode). A packet draws an intermediate router, its root, at its
/// source; what compares decides at each attempt to leave it whether the packet goes there at
/// all, and what recomputes draws anew after each attempt in vain.
class DragonflyNonminimal final : public RoutingAlgorithm, public AlikeSources {
 public:
  DragonflyNonminimal(const Topology& topology, const DragonflySlots& slots,
                      const DragonflyPolicy& policy);

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
  bool redraws() const override { return policy_.recompute; }
  RouteState redraw(const RouterView& view, const SourceAttempt& attempt, Rng& rng) const override;
  std::unique_ptr<RouterMemory> makeMemory(const MemoryPlan& plan) const override;
  Learnt learns() const override {
    return policy_.escalates() && !policy_.level.perPacket ? Learnt::level : Learnt::nothing;
  }
  PathKind pathKind(RouteState state) const override;
  RouterId intermediate(RouterId router, RouteState state) const override {
    return paths_.intermediate(router, state, legsApart_);
  }
  std::optional<std::uint32_t> firstLegClass(TerminalId destination) const override {
    if (!legsApart_) return std::nullopt;
    return paths_.firstLegClass(destination);
  }
  std::uint32_t routingClass(TerminalId terminal) const override;
  Evenness evenness() const override { return paths_.wiring().evenness(); }
  std::uint32_t sourceClass(TerminalId source, TerminalId destination) const override {
    return paths_.sourceClass(source, destination);
  }

 private:
  /// The policy of phase A that a head's next draw follows.
  PhaseA policyFor(DragonflyMemory* memory, Cycle now, const SourceAttempt& attempt) const;
  PhaseA nextLevel(const SourceAttempt& attempt) const;
  PhaseA byCounters(DragonflyMemory& memory, Cycle now, const SourceAttempt& attempt) const;
  /// UGAL's T in flits, by the traffic that the router sends to the destination's group.
  double byRegion(DragonflyMemory* memory, Cycle now, RouterId router,
                  TerminalId destination) const;

  DragonflyPaths paths_;
  DragonflyPolicy policy_;
  bool legsApart_;         ///< what is drawn at the source is a router, and all go by way of it
  std::uint32_t globals_;  ///< links of a router to other groups, h
};

}  // namespace hopscope::routings
