// SPDX-License-Identifier: GPL-3.0-or-later
// Valiant and UGAL-L over shortest paths. Valiant goes to a router drawn among all, then to the
// destination. UGAL-L (on the Slim Fly: Besta & Hoefler, SC 2014, section IV-C) compares the
// minimal path with those by several routers, drawn together: the first at random, the others at
// distances from it that only the two ends decide. A packet takes the virtual channel of its hop
// number, so it needs two for each hop of the longest path.
#include "engine/routing/table_valiant.h"

#include <algorithm>

#include "engine/routing/entries.h"
#include "engine/routing/path_queues.h"
#include "engine/routing/shortest_tables.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {
namespace {

/// RouteState::detail: the hops taken, then these.
constexpr unsigned kHopBits = 5;
constexpr std::uint32_t kTableSecondLeg = 1u << kHopBits;
constexpr std::uint32_t kTableDetour = kTableSecondLeg << 1;
constexpr std::uint32_t kTableUndecided = kTableDetour << 1;  ///< UGAL, at the source
constexpr unsigned kTableIntermediateShift = kHopBits + 3;    ///< the router, on the first leg only

class TableValiant : public RoutingAlgorithm {
 public:
  TableValiant(const Topology& topology, const VcCounts& vcs)
      : tables_(shortestTables(topology, true)),
        classes_(2 * longestPath(topology, true), vcs),
        targets_(topology.terminals) {}

  void starts(TerminalId source, TerminalId destination,
              std::vector<RouteState>& out) const override {
    for (RouterId between = 0; between < tables_.routers(); ++between)
      out.push_back(over(between, targets_[source].router, destination));
  }

  RouteState start(TerminalId source, TerminalId destination, Rng& rng) const override {
    return over(rng.below(tables_.routers()), targets_[source].router, destination);
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

  PathKind pathKind(RouteState state) const override {
    return (state.detail & kTableDetour) != 0 ? PathKind::other : PathKind::minimal;
  }
  RouterId intermediate(RouterId, RouteState state) const override {
    const bool decided = (state.detail & (kTableSecondLeg | kTableUndecided)) == 0;
    return decided ? state.detail >> kTableIntermediateShift : RouterId{kNone};
  }

 protected:
  std::uint32_t distance(RouterId from, RouterId to) const {
    std::uint32_t hops = 0;
    for (; from != to; ++hops) from = tables_.next(0, from, to, 0)->to;
    return hops;
  }

  /// The state of a packet at its source that goes by way of a router.
  RouteState over(RouterId between, RouterId from, TerminalId destination) const {
    const RouterId to = targets_[destination].router;
    if (between == from) return {destination, kTableSecondLeg};
    const bool detour = distance(from, between) + distance(between, to) > distance(from, to);
    return {destination, between << kTableIntermediateShift | (detour ? kTableDetour : 0)};
  }

  RouterId routers() const { return tables_.routers(); }
  RouterId routerOf(TerminalId terminal) const { return targets_[terminal].router; }

 private:
  HopTables tables_;
  HopClasses classes_;
  std::vector<TerminalPlace> targets_;
};

class TableUgal final : public TableValiant {
 public:
  TableUgal(const Topology& topology, const VcCounts& vcs, const TableUgalRules& rules)
      : TableValiant(topology, vcs), rules_(rules), queues_(topology, vcs) {}

  void starts(TerminalId, TerminalId destination, std::vector<RouteState>& out) const override {
    for (RouterId drawn = 0; drawn < routers(); ++drawn) out.push_back(open(drawn, destination));
  }

  RouteState start(TerminalId, TerminalId destination, Rng& rng) const override {
    return open(rng.below(routers()), destination);
  }

  RouteChoice route(RouterId router, PortIndex input, RouteState state) const override {
    if ((state.detail & kTableUndecided) == 0) return TableValiant::route(router, input, state);
    return TableValiant::route(router, input, {state.destination, kTableSecondLeg});
  }

  void candidates(RouterId router, PortIndex input, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    out.push_back(route(router, input, state));
    const std::size_t first = out.size() - 1;
    forEachDetour(router, input, state, [&](const RouteChoice& step, RouterId) {
      if (std::find(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(), step) == out.end())
        out.push_back(step);
    });
  }

  Decides decides() const override { return Decides::atSource; }

  RouteChoice choose(const RouterView& view, RouterId router, PortIndex input, RouteState state,
                     Rng&) const override {
    RouteChoice best = route(router, input, state);
    if ((state.detail & kTableUndecided) == 0) return best;
    const RouterId target = routerOf(state.destination);
    const auto cost = [&](const RouteChoice& step, unsigned hops) {
      return queues_.at(view, router, step.port) * hops;
    };
    double least = cost(best, distance(router, target)) - rules_.threshold;
    forEachDetour(router, input, state, [&](const RouteChoice& step, RouterId between) {
      const double other = cost(step, distance(router, between) + distance(between, target));
      if (other >= least) return;
      least = other;
      best = step;
    });
    return best;
  }

 private:
  static RouteState open(RouterId drawn, TerminalId destination) {
    return {destination, drawn << kTableIntermediateShift | kTableUndecided};
  }

  /// Of a number, as good as drawn.
  static std::uint32_t mix(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    std::uint32_t hash = a * 0x9e3779b1u ^ b * 0x85ebca77u ^ c * 0xc2b2ae3du;
    hash = (hash ^ hash >> 15) * 0x2c1b3c6du;
    return hash ^ hash >> 13;
  }

  /// The first step of each path by a router that was drawn, and that router.
  template <typename Act>
  void forEachDetour(RouterId router, PortIndex input, RouteState state, Act&& act) const {
    if ((state.detail & kTableUndecided) == 0) return;
    const RouterId target = routerOf(state.destination);
    if (router == target) return;
    const std::uint32_t drawn = state.detail >> kTableIntermediateShift;
    for (unsigned i = 0; i < rules_.paths; ++i) {
      const std::uint32_t further = i == 0 ? 0 : mix(router, target, i) % routers();
      const RouterId between = (drawn + further) % routers();
      if (between == router || between == target) continue;
      act(TableValiant::route(router, input, over(between, router, state.destination)), between);
    }
  }

  TableUgalRules rules_;
  PathQueues queues_;
};

}  // namespace

bool hasTableValiant(const Topology& topology) {
  return structureOf(topology).alike;
}

Issues checkTableValiant(const Sentence& label, const Topology& topology, const VcCounts& vcs) {
  Issues issues = tableIssues(label, kMostTableRouters, topology);
  if (hasErrors(issues)) return issues;
  return hopClassIssues(label, topology, 2 * longestPath(topology, true), vcs);
}

std::unique_ptr<RoutingAlgorithm> makeTableValiant(const Topology& topology, const VcCounts& vcs) {
  return std::make_unique<TableValiant>(topology, vcs);
}

std::unique_ptr<RoutingAlgorithm> makeTableUgal(const Topology& topology, const VcCounts& vcs,
                                                const TableUgalRules& rules) {
  return std::make_unique<TableUgal>(topology, vcs, rules);
}

VcCounts tableValiantChannels(const Topology& topology) {
  return HopClasses::needed(topology, 2 * longestPath(topology, true));
}

}  // namespace hopscope::routings
