// SPDX-License-Identifier: GPL-3.0-or-later
// On a HyperX the highest dimension is corrected first, as its rules have the highest priority.
// While its port is paused, a packet corrects a lower dimension first; or it leaves its first
// switch by the link to another row that belongs to its host, and goes minimally from there on.
// Each hop takes the next virtual channel, so that no cycle can close.
#include <vector>

#include "engine/routing/conditional.h"
#include "engine/routing/entries.h"
#include "engine/routing/grid_paths.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {
namespace {

/// RouteState::detail: hops taken, then the flags and, until the packet leaves, its host.
constexpr std::uint32_t kHops = 0xf;
constexpr std::uint32_t kUndecidedHost = 1u << 4;
constexpr std::uint32_t kByAnotherRow = 1u << 5;
constexpr unsigned kHostOfSource = 6;

class HyperxGrid {
 public:
  explicit HyperxGrid(const Topology& topology) : lag_(structureOf(topology).lag) {
    RouterId stride = 1;
    for (const std::int64_t size : gridSizes(topology)) {
      dimensions_.push_back({static_cast<std::uint32_t>(size), stride, columns_});
      columns_ += static_cast<std::uint32_t>(size);
      stride *= static_cast<RouterId>(size);
    }
    ports_.assign(std::size_t{topology.routerCount()} * columns_ * lag_, kNoPort);
    for (RouterId router = 0; router < topology.routerCount(); ++router)
      for (PortIndex p = 0; p < topology.radix(router); ++p) {
        const LinkEnd& peer = topology.port(router, p).peer;
        if (peer.isTerminal) continue;
        std::size_t d = 0;
        while (at(router, d) == at(peer.node, d)) ++d;
        PortIndex* link = &ports_[place(router, d, at(peer.node, d))];
        while (*link != kNoPort) ++link;
        *link = p;
      }
  }

  std::size_t dimensions() const { return dimensions_.size(); }
  std::uint32_t size(std::size_t d) const { return dimensions_[d].size; }
  std::uint32_t at(RouterId router, std::size_t d) const {
    return router / dimensions_[d].stride % dimensions_[d].size;
  }
  /// To the switch with that coordinate; of parallel links by the coordinate.
  PortIndex port(RouterId router, std::size_t d, std::uint32_t to) const {
    return ports_[place(router, d, to) + to % lag_];
  }

 private:
  struct Dimension {
    std::uint32_t size;
    RouterId stride;
    std::uint32_t firstColumn;
  };
  std::size_t place(RouterId router, std::size_t d, std::uint32_t to) const {
    return (std::size_t{router} * columns_ + dimensions_[d].firstColumn + to) * lag_;
  }

  std::uint32_t lag_, columns_ = 0;
  std::vector<Dimension> dimensions_;
  std::vector<PortIndex> ports_;  ///< router, dimension and coordinate, link
};

/// The links of a router to other rows, dimension by dimension; host i has the i-th.
std::vector<PortIndex> linksToRows(const HyperxGrid& grid, RouterId router) {
  std::vector<PortIndex> ports;
  for (std::size_t d = 1; d < grid.dimensions(); ++d)
    for (std::uint32_t to = 0; to < grid.size(d); ++to)
      if (to != grid.at(router, d)) ports.push_back(grid.port(router, d, to));
  return ports;
}

PortIndex rowOfHost(const std::vector<PortIndex>& links, std::size_t host, bool repeats) {
  if (links.empty() || (host >= links.size() && !repeats)) return kNoPort;
  return links[host % links.size()];
}

class ConditionalHyperx final : public RoutingAlgorithm {
 public:
  ConditionalHyperx(const Topology& topology, const ConditionalPolicy& policy)
      : grid_(topology), policy_(policy), homes_(topology.terminals) {
    if (!policy.byRow) return;
    for (RouterId router = 0; router < topology.routerCount(); ++router)
      rows_.push_back(linksToRows(grid_, router));
  }

  RouteState start(TerminalId source, TerminalId destination, Rng& /*rng*/) const override {
    if (!policy_.byRow || sameRow(homes_[source].router, homes_[destination].router))
      return {destination, 0};
    return {destination, kUndecidedHost | std::uint32_t{homes_[source].port} << kHostOfSource};
  }

  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    const TerminalPlace& home = homes_[state.destination];
    for (std::size_t d = grid_.dimensions(); d-- > 0;)
      if (grid_.at(router, d) != grid_.at(home.router, d)) return hop(router, d, home, state);
    return {home.port, 1, state.detail & kByAnotherRow};
  }

  void candidates(RouterId router, PortIndex input, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    out.push_back(route(router, input, state));
    const TerminalPlace& home = homes_[state.destination];
    if (router == home.router) return;
    if (policy_.byRow) {
      const RouteChoice other = byAnotherRow(router, state);
      if (other.port != kNoPort && other.port != out.back().port) out.push_back(other);
      return;
    }
    const PortIndex first = out.back().port;
    for (std::size_t d = grid_.dimensions(); d-- > 0;)
      if (grid_.at(router, d) != grid_.at(home.router, d))
        if (const RouteChoice other = hop(router, d, home, state); other.port != first)
          out.push_back(other);
  }

  Decides decides() const override { return policy_.byRow ? Decides::atSource : Decides::everyHop; }
  bool decidesOnce() const override { return policy_.onceAHead; }

  RouteChoice choose(const RouterView& view, RouterId router, PortIndex input, RouteState state,
                     Rng& /*rng*/) const override {
    const RouteChoice first = route(router, input, state);
    const TerminalPlace& home = homes_[state.destination];
    if (router == home.router || !isPaused(view, router, first)) return first;
    if (policy_.byRow) {
      const RouteChoice other = byAnotherRow(router, state);
      return other.port == kNoPort ? first : other;
    }
    // Dimension 0 has unconditional rules: what needs it goes there at last.
    RouteChoice chosen = first;
    for (std::size_t d = grid_.dimensions(); d-- > 0;) {
      if (grid_.at(router, d) == grid_.at(home.router, d)) continue;
      const RouteChoice other = hop(router, d, home, state);
      if (d == 0 || !isPaused(view, router, other)) {
        chosen = other;
        break;
      }
    }
    return chosen;
  }

  PathKind pathKind(RouteState state) const override {
    return (state.detail & kByAnotherRow) != 0 ? PathKind::other : PathKind::minimal;
  }

  void describe(const RouterView& view, RouterId router,
                std::vector<LearntFact>& out) const override {
    // A packet takes the channel of its hop number; rules towards dimension 0 hold always.
    const auto hops = policy_.byRow ? 1 : static_cast<unsigned>(grid_.dimensions());
    for (std::size_t d = policy_.byRow ? 0 : 1; d < grid_.dimensions(); ++d)
      for (std::uint32_t to = 0; to < grid_.size(d); ++to)
        if (to != grid_.at(router, d))
          describeRules(view, router, grid_.port(router, d, to), allVirtualChannels(hops), out);
  }

  std::uint32_t routingClass(TerminalId terminal) const override {
    return policy_.byRow ? homes_[terminal].port : 0;
  }

 private:
  bool sameRow(RouterId a, RouterId b) const { return a / grid_.size(0) == b / grid_.size(0); }

  RouteChoice hop(RouterId router, std::size_t d, const TerminalPlace& home,
                  RouteState state) const {
    return next(grid_.port(router, d, grid_.at(home.router, d)), state.detail & kByAnotherRow,
                state);
  }
  static RouteChoice next(PortIndex port, std::uint32_t kept, RouteState state) {
    const std::uint32_t hops = state.detail & kHops;
    return {port, VcMask{1} << hops, kept | (hops + 1)};
  }
  RouteChoice byAnotherRow(RouterId router, RouteState state) const {
    if ((state.detail & kUndecidedHost) == 0) return {};
    const PortIndex port = rowOfHost(rows_[router], state.detail >> kHostOfSource, policy_.repeats);
    return port == kNoPort ? RouteChoice{} : next(port, kByAnotherRow, state);
  }

  HyperxGrid grid_;
  ConditionalPolicy policy_;
  std::vector<TerminalPlace> homes_;
  std::vector<std::vector<PortIndex>> rows_;  ///< per router
};

}  // namespace

VcCounts conditionalHyperxVcs(const Topology& topology, const Values& values) {
  const auto dimensions = static_cast<unsigned>(gridSizes(topology).size());
  return {dimensions + (conditionalPolicy(values).byRow && dimensions > 1 ? 1 : 0), 1};
}

Issues checkConditionalHyperx(const Topology& topology, const VcCounts& vcs, const Values& values) {
  return tooFewVirtualChannels(sentence("Routing by conditional rules on a HyperX"),
                               conditionalHyperxVcs(topology, values), vcs);
}

std::unique_ptr<RoutingAlgorithm> conditionalHyperx(const Topology& topology,
                                                    const Values& values) {
  return std::make_unique<ConditionalHyperx>(topology, conditionalPolicy(values));
}

ConditionalRules conditionalHyperxRules(const Topology& topology, const Values& values) {
  const ConditionalPolicy policy = conditionalPolicy(values);
  ConditionalRules rules;
  rules.lowerDimensions = !policy.byRow;
  if (!policy.byRow) return rules;
  rules.diversion = [grid = HyperxGrid(topology), repeats = policy.repeats](RouterId router,
                                                                            PortIndex host) {
    return rowOfHost(linksToRows(grid, router), host, repeats);
  };
  return rules;
}

}  // namespace hopscope::routings
