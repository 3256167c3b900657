// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/fault_detour.h"

#include <algorithm>
#include <utility>

#include "engine/routing/detour_state.h"
#include "engine/routing/router_view.h"
#include "engine/routing/up_down_tables.h"

namespace hopscope {
namespace {

using routings::HopTables;
using routings::UpDownTables;

/// What a routing sees of its router when some of the outputs have failed: they are never free, and
/// their queues never drain.
class SurvivingView final : public RouterView {
 public:
  SurvivingView(const RouterView& view, const Topology& topology, const std::vector<bool>& dead)
      : view_(view), topology_(topology), dead_(dead) {}

  std::uint32_t occupancy(RouterId router, PortIndex port, VcIndex vc) const override {
    // More than any real one, and still a number with all virtual channels of a path together.
    constexpr std::uint32_t kEndless = 1u << 26;
    return dead(router, port) ? kEndless : view_.occupancy(router, port, vc);
  }
  std::uint32_t capacity(RouterId router, PortIndex port) const override {
    return view_.capacity(router, port);
  }
  bool idle(RouterId router, PortIndex port) const override {
    return !dead(router, port) && view_.idle(router, port);
  }
  VcMask free(RouterId router, PortIndex port) const override {
    return dead(router, port) ? 0 : view_.free(router, port);
  }
  double meanOccupancy(RouterId router, PortIndex port) const override {
    return view_.meanOccupancy(router, port);
  }
  bool paused(RouterId router, PortIndex port, VcIndex vc) const override {
    return dead(router, port) || view_.paused(router, port, vc);
  }
  Cycle now() const override { return view_.now(); }
  bool failed(RouterId router, PortIndex port) const override { return dead(router, port); }
  RouterMemory* memory() const override { return view_.memory(); }

 private:
  bool dead(RouterId router, PortIndex port) const {
    return dead_[topology_.firstPort[router] + port];
  }

  const RouterView& view_;
  const Topology& topology_;
  const std::vector<bool>& dead_;
};

}  // namespace

FaultDetour::FaultDetour(std::shared_ptr<const Topology> topology,
                         std::shared_ptr<const RoutingAlgorithm> base, const VcCounts& vcs,
                         NetworkFaults faults, std::shared_ptr<const FaultDetour> before,
                         DetourTables& tables)
    : WrappedRouting(std::move(base)),
      topology_(std::move(topology)),
      vcs_(vcs),
      faults_(std::move(faults)),
      before_(std::move(before)),
      lost_(*topology_, faults_),
      deadPorts_(topology_->ports.size()) {
  for (std::size_t p = 0; p < deadPorts_.size(); ++p)
    deadPorts_[p] = lost_.links[topology_->ports[p].link];
  const UpDownTables* const until = before_ == nullptr ? nullptr : before_->tables();
  const auto chart =
      chartDetours(*topology_, lost_.links, until == nullptr ? nullptr : &until->order());
  if (!chart) return;
  tables_ = tables.of(*topology_, *chart);
  keepsOrder_ = until == nullptr || chart->order == until->order();
}

FaultDetour::~FaultDetour() = default;

void FaultDetour::starts(TerminalId source, TerminalId destination,
                         std::vector<RouteState>& out) const {
  const auto& terminals = topology_->terminals;
  if (faults_.routers[terminals[source].router] || faults_.routers[terminals[destination].router])
    return;
  base().starts(source, destination, out);
}

void FaultDetour::candidates(RouterId router, PortIndex input, RouteState state,
                             std::vector<RouteChoice>& out) const {
  if (drains(router, state.destination)) return before_->candidates(router, input, state, out);
  if (onDetour(state.detail)) {
    out.push_back(detour(router, state));
    return;
  }
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  base().candidates(router, input, state, out);
  const auto alive = std::remove_if(out.begin() + first, out.end(), [&](const RouteChoice& choice) {
    return dead(router, choice.port);
  });
  if (alive == out.end()) return;
  out.erase(alive, out.end());
  out.push_back(detour(router, state));
}

RouteChoice FaultDetour::route(RouterId router, PortIndex input, RouteState state) const {
  if (drains(router, state.destination)) return before_->route(router, input, state);
  if (onDetour(state.detail)) return detour(router, state);
  return aliveOrDetour(router, state, base().route(router, input, state));
}

RouteChoice FaultDetour::choose(const RouterView& view, RouterId router, PortIndex input,
                                RouteState state, Rng& rng) const {
  if (drains(router, state.destination)) return before_->choose(view, router, input, state, rng);
  if (onDetour(state.detail)) return detour(router, state);
  const SurvivingView surviving(view, *topology_, deadPorts_);
  return aliveOrDetour(router, state, base().choose(surviving, router, input, state, rng));
}

RouteState FaultDetour::redraw(const RouterView& view, const SourceAttempt& attempt,
                               Rng& rng) const {
  if (onDetour(attempt.state.detail) || drains(attempt.router, attempt.state.destination))
    return attempt.state;
  const SurvivingView surviving(view, *topology_, deadPorts_);
  return base().redraw(surviving, attempt, rng);
}

std::unique_ptr<RouterMemory> FaultDetour::makeMemory(const MemoryPlan& plan) const {
  MemoryPlan scaled = plan;
  scaled.meanFlits *= static_cast<double>(vcs_.global) / (vcs_.global + 1);
  return base().makeMemory(scaled);
}

RouteState FaultDetour::onLink(RouteState state, std::uint32_t link) const {
  return onDetour(state.detail) ? state : base().onLink(state, link);
}

PathKind FaultDetour::pathKind(RouteState state) const {
  return onDetour(state.detail) ? PathKind::other : base().pathKind(state);
}

RouterId FaultDetour::intermediate(RouterId router, RouteState state) const {
  return onDetour(state.detail) ? kNone : base().intermediate(router, state);
}

RouteChoice FaultDetour::aliveOrDetour(RouterId router, RouteState state,
                                       const RouteChoice& choice) const {
  return dead(router, choice.port) ? detour(router, state) : choice;
}

RouteChoice FaultDetour::detour(RouterId router, RouteState state) const {
  const TerminalPlace& target = topology_->terminals[state.destination];
  if (router == target.router) return {target.port, 1, state.detail};
  const auto phase = state.detail == kDetourDown ? UpDownTables::kOnlyDown : UpDownTables::kMayGoUp;
  // What goes down already and finds its way failed goes on as it would have before.
  for (const FaultDetour* e = this; e != nullptr && e->tables_; e = e->before_.get()) {
    // By router, not by terminal: those of one router stay in one routing class.
    const HopTables::Hop* hop = e->tables_->next(phase, router, target.router, target.router);
    if (hop == nullptr) continue;
    const bool up = e->tables_->after(router, *hop) == UpDownTables::kMayGoUp;
    return {e->tables_->port(*hop, target.router), VcMask{1} << vcs_.of(hop->kind),
            up ? kDetourUp : kDetourDown};
  }
  return {};
}

}  // namespace hopscope
