// SPDX-License-Identifier: GPL-3.0-or-later
// Dimension-order routing on mesh, torus, ring, hypercube and HyperX: lowest dimension first, in a
// torus the shorter way round and, where both are equal, towards higher coordinates. Rings of four
// and more close a cycle of dependencies, so there a packet changes to the upper half of the
// virtual channels once it has crossed the link between the last coordinate and 0 (the dateline),
// dimension by dimension.
#include "engine/routing/entries.h"
#include "engine/routing/grid_paths.h"
#include "engine/routing/hyperx_routing.h"

namespace hopscope::routings {
namespace {

class DimensionOrder final : public RoutingAlgorithm {
 public:
  DimensionOrder(const Topology& topology, const VcCounts& vcs, const GridRules& rules)
      : grid_(topology, rules),
        vcs_(VcHalves::of(0, vcs.local)),
        roundRobin_(rules.links == LagSelect::roundRobin ? grid_.links() : 1) {}

  /// Parallel links that are taken in turn: each of them.
  void candidates(RouterId router, PortIndex input, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    const std::size_t first = out.size();
    for (std::uint32_t link = 0; link < roundRobin_; ++link) {
      out.push_back(route(router, input, onLink(state, link)));
      if (out.back() == out[first] && link > 0) out.pop_back();
    }
  }

  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    const GridPaths::Target& target = grid_.target(state.destination);
    const GridPaths::Step step = grid_.step(router, target.router);
    if (step.direction == GridPaths::kArrived) return {target.port, 1, state.detail & kMemory};
    std::uint32_t memory = state.detail & kMemory;
    const VcMask vcs = takeDateline(grid_, step, vcs_, memory);
    const auto link = static_cast<std::uint16_t>(state.detail >> kDatelineBits);
    return {grid_.port(router, step.direction, roundRobin_ > 1 ? link : target.link), vcs, memory};
  }

  std::uint32_t parallelLinks() const override { return roundRobin_; }
  RouteState onLink(RouteState state, std::uint32_t link) const override {
    return {state.destination, (state.detail & kMemory) | link << kDatelineBits};
  }

  std::uint32_t routingClass(TerminalId terminal) const override {
    return grid_.target(terminal).link;
  }
  Evenness evenness() const override {
    return grid_.links() == 1 ? Evenness::rows : Evenness::none;
  }

 private:
  static constexpr std::uint32_t kMemory = (1u << kDatelineBits) - 1;  ///< of datelines

  GridPaths grid_;
  VcHalves vcs_;
  std::uint32_t roundRobin_;  ///< parallel links that are taken in turn
};

/// A node reduction that is not the usual one has the routing follow it.
GridRules rulesOf(const Values& values) {
  GridRules rules;
  if (values.count(kPrintedThreshold) != 0) rules.threshold = RingThreshold::ceil;
  if (values.count(kLinksByCrc) != 0) rules.links = LagSelect::crc;
  if (values.count(kLinksRoundRobin) != 0) rules.links = LagSelect::roundRobin;
  return rules;
}

VcCounts dimensionOrderChannels(const Topology& topology) {
  return {hasDatelines(topology) ? 2u : 1u, 1};
}

}  // namespace

RoutingEntry dimensionOrder() {
  RoutingEntry entry;
  entry.name = "dimension_order";
  entry.label = "Dimension order";
  entry.help =
      "Corrects one coordinate after the other. In a torus packets take the shorter way round and "
      "change virtual channels at the dateline. Half way round an even ring both ways are as long: "
      "all take the one to higher coordinates, so under uniform traffic these channels carry more "
      "than the others (a ring of 8 bears 0.8 of the load that it would if ways were drawn).";
  entry.source = "Dally & Seitz, IEEE Transactions on Computers 36 (1987)";
  entry.parameters = {allowCyclesParameter()};
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values& values) -> Issues {
    if (!isGrid(topology) && !isHyperx(topology))
      return {wrongNetwork(sentence("Dimension order"),
                           sentence("a mesh, torus, ring, hypercube or HyperX"), topology)};
    return cyclesAllowed(
        tooFewVirtualChannels(sentence("Dimension order on {}", gridInWords(topology)),
                              dimensionOrderChannels(topology), vcs),
        values);
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs,
                  const Values& values) -> std::unique_ptr<RoutingAlgorithm> {
    if (isHyperx(topology)) return hyperxDimensionOrder(topology, vcs);
    return std::make_unique<DimensionOrder>(topology, vcs, rulesOf(values));
  };
  entry.virtualChannels = [](const Topology& topology, const Values&) {
    return dimensionOrderChannels(topology);
  };
  return entry;
}

}  // namespace hopscope::routings
