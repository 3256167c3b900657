// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "engine/routing/detour_chart.h"
#include "engine/routing/wrapped_routing.h"

namespace hopscope {

/// A routing over a network parts of which have failed. Where all that the routing wants at a
/// router goes over failed links, the packet changes for good to the detour: the shortest up*/down*
/// path over the surviving links, on a virtual channel of its own, the last of each channel. No
/// packet goes back from there, and the detour's channels wait for each other in one direction
/// only; so what is free of deadlock without faults is so with them.
///
/// Nothing is lost. A failed link takes nothing new; what was given to it, and what is on a detour
/// that already goes down and has no other path, still crosses it. A failed router passes on what
/// it holds and what is on its way to its terminals when it fails; one that faults have cut off
/// does too.
class FaultDetour final : public WrappedRouting {
 public:
  /// `base` has `vcs`; the network has one more on each link between routers. `before`: the routing
  /// until now, of the same base, or nullptr where no packet is under way. `tables`: those of the
  /// run so far, and of these faults from now on.
  FaultDetour(std::shared_ptr<const Topology> topology,
              std::shared_ptr<const RoutingAlgorithm> base, const VcCounts& vcs,
              NetworkFaults faults, std::shared_ptr<const FaultDetour> before,
              DetourTables& tables);
  ~FaultDetour() override;

  const NetworkFaults& faults() const { return faults_; }
  /// False where the routers had to be put into another up*/down* order than `before`. Then packets
  /// on a detour at that moment follow two orders, of which together nothing is proved.
  bool keepsOrder() const { return keepsOrder_; }
  /// Shared with other detours of the same chart; nullptr as long as nothing has ever failed.
  const routings::UpDownTables* tables() const { return tables_.get(); }

  /// Of pairs of terminals of live routers; of others none.
  void starts(TerminalId source, TerminalId destination,
              std::vector<RouteState>& out) const override;
  void candidates(RouterId router, PortIndex input, RouteState state,
                  std::vector<RouteChoice>& out) const override;
  RouteChoice route(RouterId router, PortIndex input, RouteState state) const override;
  RouteChoice choose(const RouterView& view, RouterId router, PortIndex input, RouteState state,
                     Rng& rng) const override;
  RouteState redraw(const RouterView& view, const SourceAttempt& attempt, Rng& rng) const override;
  /// A mean over virtual channels now includes one more, so packets count as that much shorter:
  /// nothing is judged otherwise while no packet is on a detour.
  std::unique_ptr<RouterMemory> makeMemory(const MemoryPlan& plan) const override;
  RouteState onLink(RouteState state, std::uint32_t link) const override;
  PathKind pathKind(RouteState state) const override;
  RouterId intermediate(RouterId router, RouteState state) const override;

 private:
  bool dead(RouterId router, PortIndex port) const {
    return deadPorts_[topology_->firstPort[router] + port];
  }
  /// A packet that a router without a way out holds, or that is on its way to one, goes as before.
  bool drains(RouterId router, TerminalId destination) const {
    return before_ != nullptr &&
           (lost_.routers[router] || lost_.routers[topology_->terminals[destination].router]);
  }
  /// Of a packet that is on the detour, or turns to it here.
  RouteChoice detour(RouterId router, RouteState state) const;
  RouteChoice aliveOrDetour(RouterId router, RouteState state, const RouteChoice& choice) const;

  std::shared_ptr<const Topology> topology_;
  VcCounts vcs_;
  NetworkFaults faults_;
  std::shared_ptr<const FaultDetour> before_;
  LostParts lost_;
  std::vector<bool> deadPorts_;
  std::shared_ptr<const routings::UpDownTables> tables_;
  bool keepsOrder_ = true;
};

}  // namespace hopscope
