// SPDX-License-Identifier: GPL-3.0-or-later
// Valiant routing over shortest paths: to a router drawn among all, then to the destination. A
// packet takes the virtual channel of its hop number, so it needs two for each hop of the longest
// way.
#include "engine/routing/table_valiant.h"

#include "engine/routing/entries.h"
#include "engine/routing/shortest_tables.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {
namespace {

/// RouteState::detail: the hops taken, then these.
constexpr unsigned kHopBits = 5;
constexpr std::uint32_t kTableSecondLeg = 1u << kHopBits;
constexpr std::uint32_t kTableDetour = kTableSecondLeg << 1;
constexpr unsigned kTableIntermediateShift = kHopBits + 2;  ///< the router, on the first leg only

class TableValiant final : public RoutingAlgorithm {
 public:
  TableValiant(const Topology& topology, const VcCounts& vcs)
      : tables_(shortestTables(topology, true)),
        classes_(2 * longestWay(topology, true), vcs),
        targets_(topology.terminals) {}

  void starts(TerminalId source, TerminalId destination,
              std::vector<RouteState>& out) const override {
    for (RouterId between = 0; between < tables_.routers(); ++between)
      out.push_back(over(between, source, destination));
  }

  RouteState start(TerminalId source, TerminalId destination, Rng& rng) const override {
    return over(rng.below(tables_.routers()), source, destination);
  }

  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    const TerminalPlace& target = targets_[state.destination];
    std::uint32_t detail = state.detail;
    if ((detail & kTableSecondLeg) == 0 && detail >> kTableIntermediateShift == router)
      detail = (detail & (kTableSecondLeg - 1)) | (detail & kTableDetour) | kTableSecondLeg;
    const bool second = (detail & kTableSecondLeg) != 0;
    const RouterId towards = second ? target.router : detail >> kTableIntermediateShift;
    if (router == towards) return {target.port, 1, detail};
    const HopTables::Hop* hop = tables_.next(0, router, towards, state.destination);
    if (hop == nullptr) return {};
    return {tables_.port(*hop, state.destination),
            classes_.of(hop->kind, detail & (kTableSecondLeg - 1)), detail + 1};
  }

  bool nonminimal(RouteState state) const override { return (state.detail & kTableDetour) != 0; }

 private:
  std::uint32_t distance(RouterId from, RouterId to) const {
    std::uint32_t hops = 0;
    for (; from != to; ++hops) from = tables_.next(0, from, to, 0)->to;
    return hops;
  }

  RouteState over(RouterId between, TerminalId source, TerminalId destination) const {
    const RouterId from = targets_[source].router, to = targets_[destination].router;
    if (between == from) return {destination, kTableSecondLeg};
    const bool detour = distance(from, between) + distance(between, to) > distance(from, to);
    return {destination, between << kTableIntermediateShift | (detour ? kTableDetour : 0)};
  }

  HopTables tables_;
  HopClasses classes_;
  std::vector<TerminalPlace> targets_;
};

}  // namespace

bool hasTableValiant(const Topology& topology) {
  return structureOf(topology).alike;
}

Issues checkTableValiant(const Topology& topology, const VcCounts& vcs) {
  Issues issues = tableIssues(sentence("Valiant"), kMostTableRouters, topology);
  if (hasErrors(issues)) return issues;
  return hopClassIssues(sentence("Valiant"), topology, 2 * longestWay(topology, true), vcs);
}

std::unique_ptr<RoutingAlgorithm> makeTableValiant(const Topology& topology, const VcCounts& vcs) {
  return std::make_unique<TableValiant>(topology, vcs);
}

VcCounts tableValiantChannels(const Topology& topology) {
  return HopClasses::needed(topology, 2 * longestWay(topology, true));
}

}  // namespace hopscope::routings
