// SPDX-License-Identifier: GPL-3.0-or-later
// OmniWAR on a HyperX: at every hop any dimension that is still to be corrected, by the hop that
// corrects it or by one to another coordinate. Virtual channels follow the number of the hop, and a
// packet may take such a deroute as long as enough of them remain for the hops it needs; after one
// it does not go on in the same dimension with another.
#include <algorithm>

#include "engine/routing/entries.h"
#include "engine/routing/grid_paths.h"
#include "engine/routing/hyperx_paths.h"
#include "engine/routing/port_queue.h"
#include "engine/routing/shortest_tables.h"
#include "engine/routing/weighted_step.h"

namespace hopscope::routings {
namespace {

/// RouteState::detail: the hops taken, whether one of them was a deroute, and 1 + the dimension of
/// the last hop where that was one.
constexpr unsigned kOmniHopBits = 5;
constexpr std::uint32_t kOmniHops = (1u << kOmniHopBits) - 1;
constexpr std::uint32_t kOmniDerouted = 1u << kOmniHopBits;
constexpr unsigned kOmniLastShift = kOmniHopBits + 1;

/// Hops of the longest path.
unsigned hopsOf(const Topology& topology, const Values& values) {
  const auto dimensions = static_cast<unsigned>(gridSizes(topology).size());
  const Value& deroutes = values.at("deroutes");
  const auto* number = std::get_if<std::int64_t>(&deroutes);
  return dimensions + (number != nullptr ? static_cast<unsigned>(*number) : dimensions);
}

class Omniwar final : public RoutingAlgorithm {
 public:
  Omniwar(const Topology& topology, const VcCounts& vcs, unsigned hops, double threshold)
      : paths_(topology),
        classes_(hops, vcs),
        hops_(hops),
        channels_(vcs.local),
        threshold_(threshold) {}

  void candidates(RouterId router, PortIndex, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    const HyperxPaths::Target& target = paths_.target(state.destination);
    if (router == target.router)
      out.push_back(eject(target, state));
    else
      forEachStep(router, state,
                  [&](const RouteChoice& step, std::uint32_t) { out.push_back(step); });
  }

  /// In an idle network: the lowest dimension.
  RouteChoice route(RouterId router, PortIndex, RouteState state) const override {
    const HyperxPaths::Target& target = paths_.target(state.destination);
    if (router == target.router) return eject(target, state);
    return {paths_.port(router, target.router, target.link), classOf(state), minimally(state)};
  }

  Decides decides() const override { return Decides::everyHop; }

  RouteChoice choose(const RouterView& view, RouterId router, PortIndex, RouteState state,
                     Rng& rng) const override {
    const HyperxPaths::Target& target = paths_.target(state.destination);
    if (router == target.router) return eject(target, state);
    WeightedStep best(threshold_, paths_.distance(router, target.router), rng);
    forEachStep(router, state, [&](const RouteChoice& step, std::uint32_t hops) {
      best.offer(step, queuedFlits(view, router, step.port, channels_), hops);
    });
    return best.best();
  }

  PathKind pathKind(RouteState state) const override {
    return (state.detail & kOmniDerouted) != 0 ? PathKind::other : PathKind::minimal;
  }

  std::uint32_t routingClass(TerminalId terminal) const override {
    return paths_.target(terminal).link;
  }

 private:
  static RouteChoice eject(const HyperxPaths::Target& target, RouteState state) {
    return {target.port, 1, state.detail};
  }
  static std::uint32_t taken(RouteState state) { return state.detail & kOmniHops; }
  VcMask classOf(RouteState state) const { return classes_.of(LinkKind::local, taken(state)); }
  static std::uint32_t minimally(RouteState state) {
    return (state.detail & kOmniDerouted) | (taken(state) + 1);
  }

  /// Each step that leaves enough virtual channels for the rest of the path, with the hops from
  /// here to the destination.
  template <typename Act>
  void forEachStep(RouterId router, RouteState state, Act&& act) const {
    const HyperxPaths::Target& target = paths_.target(state.destination);
    const VcMask vcs = classOf(state);
    const std::uint32_t distance = paths_.distance(router, target.router);
    const bool mayDeroute = taken(state) + 1 + distance <= hops_;
    const std::uint32_t last = state.detail >> kOmniLastShift;
    for (std::size_t d = 0; d < paths_.dimensions(); ++d) {
      const std::uint32_t here = paths_.at(router, d), there = paths_.at(target.router, d);
      if (here == there) continue;
      act(RouteChoice{paths_.port(router, d, there, target.link), vcs, minimally(state)}, distance);
      if (!mayDeroute || last == d + 1) continue;
      const auto after = static_cast<std::uint32_t>((d + 1) << kOmniLastShift | kOmniDerouted |
                                                    (taken(state) + 1));
      for (std::uint32_t c = 0; c < paths_.size(d); ++c)
        if (c != here && c != there)
          act(RouteChoice{paths_.port(router, d, c, target.link), vcs, after}, distance + 1);
    }
  }

  HyperxPaths paths_;
  HopClasses classes_;
  unsigned hops_, channels_;
  double threshold_;
};

Parameter deroutesParameter() {
  Parameter parameter;
  parameter.name = "deroutes";
  parameter.label = "Deroutes";
  parameter.type = ParameterType::integer;
  parameter.fallback = std::string("dimensions");
  parameter.minimum = 0;
  parameter.maximum = kMaxVcs - 1;
  parameter.keywords = {{"dimensions", "As many as dimensions"}};
  parameter.unit = "hops";
  parameter.help =
      "Hops that a path may have beyond the number of dimensions, each on a virtual channel more. "
      "They need not bring the packet nearer.";
  return parameter;
}

}  // namespace

RoutingEntry omniwar() {
  RoutingEntry entry;
  entry.name = "omniwar";
  entry.label = "OmniWAR";
  entry.help =
      "Any dimension next, minimally or by a detour within it, where queue times remaining hops "
      "is least; as many detours as there are virtual channels for.";
  entry.source = "McDonald, Isaev, Flores, Davis & Kim, SC 2019";
  entry.parameters = {deroutesParameter(), derouteThreshold()};
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values& values) -> Issues {
    if (!isHyperx(topology))
      return {wrongNetwork(sentence("OmniWAR"), sentence("a HyperX"), topology)};
    const unsigned hops = hopsOf(topology, values);
    if (hops > kMaxVcs)
      return {{Severity::error, "deroutes",
               sentence("OmniWAR takes a virtual channel a hop, {} here; a port has {} at most.",
                        hops, kMaxVcs),
               sentence("Allow fewer deroutes.")}};
    return tooFewVirtualChannels(sentence("OmniWAR"), {hops, 1}, vcs);
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs, const Values& values) {
    return std::make_unique<Omniwar>(topology, vcs, hopsOf(topology, values),
                                     realAt(values, "threshold"));
  };
  entry.virtualChannels = [](const Topology& topology, const Values& values) {
    return isHyperx(topology) ? VcCounts{std::min(hopsOf(topology, values), kMaxVcs), 1}
                              : VcCounts{};
  };
  return entry;
}

}  // namespace hopscope::routings
