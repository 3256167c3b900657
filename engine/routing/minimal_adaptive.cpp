// SPDX-License-Identifier: GPL-3.0-or-later
// Minimal adaptive routing on mesh, torus, ring and hypercube: at every hop any port that brings
// the packet nearer, by the free virtual channels there and what waits in them. The lowest virtual
// channels are the escape: dimension order, on rings with one channel for packets that have the
// dateline ahead and one for the others, so that the channel follows from the place alone and a
// packet may enter and leave the escape at any hop (Duato 1993).
#include "engine/routing/entries.h"
#include "engine/routing/grid_paths.h"
#include "engine/routing/port_contest.h"

namespace hopscope::routings {
namespace {

class MinimalAdaptive final : public RoutingAlgorithm {
 public:
  MinimalAdaptive(const Topology& topology, const VcCounts& vcs)
      : grid_(topology),
        escape_(VcHalves::of(0, hasDatelines(topology) ? 2 : 1)),
        adaptive_(allVirtualChannels(vcs.local) & ~escape_.all) {}

  void candidates(RouterId router, PortIndex, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    const GridPaths::Target& target = grid_.target(state.destination);
    if (router == target.router) {
      out.push_back({target.port, 1, 0});
      return;
    }
    forEachDirection(router, target, [&](PortIndex port) {
      out.push_back({port, adaptive_, 0, 0});
    });
    out.push_back(escape(router, target));
  }

  /// In an idle network: the lowest dimension.
  RouteChoice route(RouterId router, PortIndex, RouteState state) const override {
    const GridPaths::Target& target = grid_.target(state.destination);
    if (router == target.router) return {target.port, 1, 0};
    return {grid_.port(router, grid_.step(router, target.router).direction, target.link), adaptive_,
            0, 0};
  }

  Decides decides() const override { return Decides::everyHop; }

  RouteChoice choose(const RouterView& view, RouterId router, PortIndex, RouteState state,
                     Rng& rng) const override {
    const GridPaths::Target& target = grid_.target(state.destination);
    if (router == target.router) return {target.port, 1, 0};
    PortContest contest(view, router, adaptive_, rng);
    forEachDirection(router, target, [&](PortIndex port) { contest.offer(port); });
    if (!contest.anyFree()) return escape(router, target);
    return {contest.best(), adaptive_, 0, 0};
  }

  std::uint32_t routingClass(TerminalId terminal) const override {
    return grid_.target(terminal).link;
  }

 private:
  /// Each port that brings a packet nearer.
  template <typename Act>
  void forEachDirection(RouterId router, const GridPaths::Target& target, Act&& act) const {
    for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
      const GridPaths::Step step = grid_.stepIn(d, router, target.router);
      if (step.direction == GridPaths::kArrived) continue;
      act(grid_.port(router, step.direction, target.link));
      if (grid_.eitherDirection(d, router, target.router))
        act(grid_.port(router, static_cast<std::uint8_t>(step.direction ^ 1u), target.link));
    }
  }

  RouteChoice escape(RouterId router, const GridPaths::Target& target) const {
    const GridPaths::Step step = grid_.step(router, target.router);
    const std::size_t d = step.direction / 2u;
    VcMask vcs = escape_.all;
    if (grid_.hasDateline(d))
      vcs = grid_.crossesAhead(d, step, router, target.router) ? escape_.lower : escape_.upper;
    return {grid_.port(router, step.direction, target.link), vcs, 0};
  }

  GridPaths grid_;
  VcHalves escape_;
  VcMask adaptive_;
};

VcCounts minimalAdaptiveChannels(const Topology& topology) {
  return {hasDatelines(topology) ? 3u : 2u, 1};
}

}  // namespace

RoutingEntry minimalAdaptive() {
  RoutingEntry entry;
  entry.name = "minimal_adaptive";
  entry.label = "Minimal adaptive";
  entry.help =
      "Any shortest path, chosen hop by hop by what is free. The lowest virtual channel, on rings "
      "the lowest two, is an escape in dimension order that keeps it free of deadlock.";
  entry.escape = true;
  entry.source = "Duato, IEEE Transactions on Parallel and Distributed Systems 4 (1993)";
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values&) -> Issues {
    if (!isGrid(topology))
      return {wrongNetwork(sentence("Minimal adaptive"),
                           sentence("a mesh, torus, ring or hypercube"), topology)};
    return tooFewVirtualChannels(sentence("Minimal adaptive on {}", gridInWords(topology)),
                                 minimalAdaptiveChannels(topology), vcs);
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs, const Values&) {
    return std::make_unique<MinimalAdaptive>(topology, vcs);
  };
  entry.virtualChannels = [](const Topology& topology, const Values&) {
    return minimalAdaptiveChannels(topology);
  };
  return entry;
}

}  // namespace hopscope::routings
