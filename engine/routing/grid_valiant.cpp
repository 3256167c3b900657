// SPDX-License-Identifier: GPL-3.0-or-later
// Valiant routing on grids: by dimension order to a router drawn among all, then by dimension order
// to the destination. The first leg has the lower half of the virtual channels, the second one the
// upper; on rings each half is split once more by the datelines.
#include "engine/routing/grid_valiant.h"

#include "engine/routing/entries.h"
#include "engine/routing/grid_paths.h"

namespace hopscope::routings {
namespace {

/// RouteState::detail: the dateline memory, then these.
constexpr std::uint32_t kDatelineMask = (1u << kDatelineBits) - 1;
constexpr std::uint32_t kGridSecondLeg = 1u << kDatelineBits;
constexpr std::uint32_t kGridDetour = kGridSecondLeg << 1;
constexpr unsigned kGridIntermediateShift =
    kDatelineBits + 2;  ///< the router, on the first leg only

class GridValiant final : public RoutingAlgorithm {
 public:
  GridValiant(const Topology& topology, const VcCounts& vcs) : grid_(topology) {
    for (const TerminalPlace& place : topology.terminals) home_.push_back(place.router);
    const unsigned first = (vcs.local + 1) / 2;
    leg_[0] = VcHalves::of(0, first);
    leg_[1] = VcHalves::of(first, vcs.local - first);
  }

  void starts(TerminalId source, TerminalId destination,
              std::vector<RouteState>& out) const override {
    for (RouterId between = 0; between < grid_.routers(); ++between)
      out.push_back(over(between, source, destination));
  }

  RouteState start(TerminalId source, TerminalId destination, Rng& rng) const override {
    return over(rng.below(static_cast<std::uint32_t>(grid_.routers())), source, destination);
  }

  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    const GridPaths::Target& target = grid_.target(state.destination);
    std::uint32_t detail = state.detail;
    if ((detail & kGridSecondLeg) == 0 && detail >> kGridIntermediateShift == router)
      detail = (detail & kGridDetour) | kGridSecondLeg;
    const bool second = (detail & kGridSecondLeg) != 0;
    const GridPaths::Step step =
        grid_.step(router, second ? target.router : detail >> kGridIntermediateShift);
    if (step.direction == GridPaths::kArrived) return {target.port, 1, detail};
    std::uint32_t memory = detail & kDatelineMask;
    const VcMask vcs = takeDateline(grid_, step, leg_[second ? 1 : 0], memory);
    return {grid_.port(router, step.direction, target.link), vcs,
            (detail & ~kDatelineMask) | memory};
  }

  PathKind pathKind(RouteState state) const override {
    return (state.detail & kGridDetour) != 0 ? PathKind::other : PathKind::minimal;
  }
  RouterId intermediate(RouterId, RouteState state) const override {
    const bool first = (state.detail & kGridSecondLeg) == 0;
    return first ? state.detail >> kGridIntermediateShift : RouterId{kNone};
  }

  std::uint32_t routingClass(TerminalId terminal) const override {
    return grid_.target(terminal).link;
  }
  std::optional<std::uint32_t> firstLegClass(TerminalId destination) const override {
    return grid_.target(destination).link;
  }

 private:
  RouteState over(RouterId between, TerminalId source, TerminalId destination) const {
    const RouterId from = home_[source], to = home_[destination];
    if (between == from) return {destination, kGridSecondLeg};
    const bool detour =
        grid_.distance(from, between) + grid_.distance(between, to) > grid_.distance(from, to);
    return {destination, between << kGridIntermediateShift | (detour ? kGridDetour : 0)};
  }

  GridPaths grid_;
  std::vector<RouterId> home_;  ///< per terminal
  VcHalves leg_[2];
};

}  // namespace

Issues checkGridValiant(const Topology& topology, const VcCounts& vcs) {
  return tooFewVirtualChannels(sentence("Valiant on {}", gridInWords(topology)),
                               gridValiantChannels(topology), vcs);
}

std::unique_ptr<RoutingAlgorithm> makeGridValiant(const Topology& topology, const VcCounts& vcs) {
  return std::make_unique<GridValiant>(topology, vcs);
}

VcCounts gridValiantChannels(const Topology& topology) {
  return {hasDatelines(topology) ? 4u : 2u, 1};
}

}  // namespace hopscope::routings
