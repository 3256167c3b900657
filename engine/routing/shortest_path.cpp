// SPDX-License-Identifier: GPL-3.0-or-later
// Shortest paths on any connected network. A packet takes the virtual channel of its hop number, so
// that every dependency leads to a higher one (Günther, IEEE Transactions on Communications 29,
// 1981); that takes as many virtual channels as the longest path between terminals has hops.
// Tables: 2 bytes for every pair of routers, 134 MB at the limit of 8,192 routers.
#include "engine/routing/entries.h"
#include "engine/routing/shortest_tables.h"

namespace hopscope::routings {
namespace {

class ShortestPath final : public RoutingAlgorithm {
 public:
  ShortestPath(const Topology& topology, const VcCounts& vcs)
      : tables_(shortestTables(topology, false)),
        classes_(longestPath(topology, false), vcs),
        targets_(topology.terminals) {}

  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    const TerminalPlace& target = targets_[state.destination];
    if (router == target.router) return {target.port, 1, state.detail};
    const HopTables::Hop* hop = tables_.next(0, router, target.router, state.destination);
    if (hop == nullptr) return {};
    return {tables_.port(*hop, state.destination), classes_.of(hop->kind, state.detail),
            state.detail + 1};
  }

 private:
  HopTables tables_;
  HopClasses classes_;
  std::vector<TerminalPlace> targets_;
};

}  // namespace

RoutingEntry shortestPath() {
  RoutingEntry entry;
  entry.name = "shortest_path";
  entry.label = "Shortest path";
  entry.help =
      "Tables of shortest paths. Fits every connected network; each hop takes the next virtual "
      "channel, as many as the longest path has hops.";
  entry.source = "Günther, IEEE Transactions on Communications 29 (1981), hop classes";
  entry.parameters = {allowCyclesParameter()};
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values& values) {
    Issues issues = tableIssues(sentence("Shortest path"), kMostTableRouters, topology);
    if (hasErrors(issues)) return issues;
    return cyclesAllowed(
        hopClassIssues(sentence("Shortest path"), topology, longestPath(topology, false), vcs),
        values);
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs, const Values&) {
    return std::make_unique<ShortestPath>(topology, vcs);
  };
  entry.virtualChannels = [](const Topology& topology, const Values&) {
    return HopClasses::needed(topology, longestPath(topology, false));
  };
  return entry;
}

}  // namespace hopscope::routings
