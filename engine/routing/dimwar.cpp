// SPDX-License-Identifier: GPL-3.0-or-later
// DimWAR on a HyperX: dimensions in order, and in each of them at most one hop that does not bring
// the packet nearer, decided at the router where it comes up. That hop has the lower half of the
// virtual channels, the one that corrects the coordinate the upper: dimension by dimension, and
// within one from lower to upper, channels wait for each other in no cycle.
#include "engine/routing/entries.h"
#include "engine/routing/grid_paths.h"
#include "engine/routing/hyperx_paths.h"
#include "engine/routing/port_queue.h"
#include "engine/routing/weighted_step.h"

namespace hopscope::routings {
namespace {

constexpr VcCounts kDimwarChannels{2, 1};

/// RouteState::detail.
constexpr std::uint32_t kDerouted = 1;           ///< in the dimension the packet is in
constexpr std::uint32_t kDeroutedSomewhere = 2;  ///< took a non-minimal path

class Dimwar final : public RoutingAlgorithm {
 public:
  Dimwar(const Topology& topology, const VcCounts& vcs, double threshold)
      : paths_(topology),
        vcs_(VcHalves::of(0, vcs.local)),
        channels_(vcs.local),
        threshold_(threshold) {}

  void candidates(RouterId router, PortIndex input, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    out.push_back(route(router, input, state));
    forEachDeroute(router, state, [&](const RouteChoice& step) { out.push_back(step); });
  }

  RouteChoice route(RouterId router, PortIndex, RouteState state) const override {
    const HyperxPaths::Target& target = paths_.target(state.destination);
    const std::uint32_t detail = state.detail & kDeroutedSomewhere;
    if (router == target.router) return {target.port, 1, detail};
    return {paths_.port(router, target.router, target.link), vcs_.upper, detail};
  }

  Decides decides() const override { return Decides::everyHop; }

  RouteChoice choose(const RouterView& view, RouterId router, PortIndex input, RouteState state,
                     Rng& rng) const override {
    const RouteChoice minimal = route(router, input, state);
    const RouterId target = paths_.target(state.destination).router;
    if (router == target || (state.detail & kDerouted) != 0) return minimal;
    const std::uint32_t hops = paths_.distance(router, target);
    WeightedStep step(threshold_, hops, rng);
    step.offer(minimal, queuedFlits(view, router, minimal.port, channels_), hops);
    forEachDeroute(router, state, [&](const RouteChoice& deroute) {
      step.offer(deroute, queuedFlits(view, router, deroute.port, channels_), hops + 1);
    });
    return step.best();
  }

  PathKind pathKind(RouteState state) const override {
    return (state.detail & kDeroutedSomewhere) != 0 ? PathKind::other : PathKind::minimal;
  }

  std::uint32_t routingClass(TerminalId terminal) const override {
    return paths_.target(terminal).link;
  }

 private:
  /// Each hop to a wrong coordinate in the dimension that is to be corrected next.
  template <typename Act>
  void forEachDeroute(RouterId router, RouteState state, Act&& act) const {
    const HyperxPaths::Target& target = paths_.target(state.destination);
    if (router == target.router || (state.detail & kDerouted) != 0) return;
    std::size_t d = 0;
    while (paths_.at(router, d) == paths_.at(target.router, d)) ++d;
    for (std::uint32_t c = 0; c < paths_.size(d); ++c)
      if (c != paths_.at(router, d) && c != paths_.at(target.router, d))
        act(RouteChoice{paths_.port(router, d, c, target.link), vcs_.lower,
                        kDerouted | kDeroutedSomewhere});
  }

  HyperxPaths paths_;
  VcHalves vcs_;
  unsigned channels_;
  double threshold_;
};

}  // namespace

RoutingEntry dimwar() {
  RoutingEntry entry;
  entry.name = "dimwar";
  entry.label = "DimWAR";
  entry.help =
      "Dimension by dimension, at most one hop in each that brings the packet no nearer, where "
      "queue times remaining hops is less on that path.";
  entry.source = "McDonald, Isaev, Flores, Davis & Kim, SC 2019";
  entry.parameters = {derouteThreshold()};
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values&) -> Issues {
    if (!isHyperx(topology))
      return {wrongNetwork(sentence("DimWAR"), sentence("a HyperX"), topology)};
    return tooFewVirtualChannels(sentence("DimWAR"), kDimwarChannels, vcs);
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs, const Values& values) {
    return std::make_unique<Dimwar>(topology, vcs, realAt(values, "threshold"));
  };
  entry.virtualChannels = [](const Topology&, const Values&) { return kDimwarChannels; };
  return entry;
}

}  // namespace hopscope::routings
