// SPDX-License-Identifier: GPL-3.0-or-later
// O1TURN on a mesh: each packet draws at its source whether it corrects the dimensions upwards or
// downwards, and keeps to that order's half of the virtual channels. Either order alone is free of
// cycles, and the halves never mix.
#include "engine/routing/entries.h"
#include "engine/routing/grid_paths.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {
namespace {

/// RouteState::detail.
enum Order : std::uint32_t { kLowestFirst, kHighestFirst };

class O1Turn final : public RoutingAlgorithm {
 public:
  O1Turn(const Topology& topology, const VcCounts& vcs)
      : grid_(topology), vcs_(VcHalves::of(0, vcs.local)) {}

  void starts(TerminalId, TerminalId destination, std::vector<RouteState>& out) const override {
    out.push_back({destination, kLowestFirst});
    out.push_back({destination, kHighestFirst});
  }

  RouteState start(TerminalId, TerminalId destination, Rng& rng) const override {
    return {destination, rng.below(2) == 0 ? kLowestFirst : kHighestFirst};
  }

  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    const GridPaths::Target& target = grid_.target(state.destination);
    const bool lowest = state.detail == kLowestFirst;
    const GridPaths::Step step =
        lowest ? grid_.step(router, target.router) : grid_.lastStep(router, target.router);
    if (step.direction == GridPaths::kArrived) return {target.port, 1, state.detail};
    return {grid_.port(router, step.direction, target.link), lowest ? vcs_.lower : vcs_.upper,
            state.detail};
  }

  std::uint32_t routingClass(TerminalId terminal) const override {
    return grid_.target(terminal).link;
  }

 private:
  GridPaths grid_;
  VcHalves vcs_;
};

VcCounts o1turnChannels() {
  return {2, 1};
}

}  // namespace

RoutingEntry o1turn() {
  RoutingEntry entry;
  entry.name = "o1turn";
  entry.label = "O1TURN";
  entry.help =
      "Half of the packets correct the lowest dimension first, half the highest, each with virtual "
      "channels of its own. Close to the best throughput in the worst case on a square mesh.";
  entry.source = "Seo, Ali, Lim, Rafique & Thottethodi, ISCA 2005";
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values&) -> Issues {
    const auto grid = structureOf(topology).grid;
    if (!grid || grid->rows != RowLinks::line || !grid->anySizes)
      return {wrongNetwork(sentence("O1TURN"), sentence("a mesh"), topology)};
    return tooFewVirtualChannels(sentence("O1TURN"), o1turnChannels(), vcs);
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs, const Values&) {
    return std::make_unique<O1Turn>(topology, vcs);
  };
  entry.virtualChannels = [](const Topology&, const Values&) { return o1turnChannels(); };
  return entry;
}

}  // namespace hopscope::routings
