// SPDX-License-Identifier: GPL-3.0-or-later
// In a tree every port upwards is right. A hash of the source, the digit of its place at the
// switch's level, names one; while that is paused, the next ones are looked at in turn. Downwards
// there is one path, of parallel links by the child.
#include <algorithm>
#include <vector>

#include "engine/routing/conditional.h"
#include "engine/routing/entries.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {
namespace {

class ConditionalTree final : public RoutingAlgorithm {
 public:
  ConditionalTree(const Topology& topology, const VcCounts& vcs, const ConditionalPolicy& policy)
      : policy_(policy), all_(allVirtualChannels(vcs.local)), lag_(structureOf(topology).lag) {
    const RoutingEntry ancestors = nearestCommonAncestor();
    down_ = ancestors.make(topology, vcs, defaultsOf(ancestors.parameters));
    const TreeStructure tree = structureOf(topology).tree.value();
    std::uint32_t children = 1, parents = 1, places = 1;
    for (const std::uint32_t m : tree.m) places *= m;
    RouterId router = 0;
    for (std::size_t level = 0; level < tree.m.size(); ++level) {
      const Digit digit{children, tree.m[level], level == 0};
      children *= tree.m[level];
      parents *= tree.w[level];
      for (std::uint32_t i = 0; i < places / children * parents; ++i, ++router) {
        digits_.push_back(digit);
        auto& up = up_.emplace_back();
        for (PortIndex p = 0; p < topology.radix(router); ++p) {
          const LinkEnd& peer = topology.port(router, p).peer;
          if (!peer.isTerminal && peer.node > router) up.push_back(p);
        }
      }
    }
  }

  RouteState start(TerminalId source, TerminalId destination, Rng& /*rng*/) const override {
    return {destination, source};
  }

  RouteChoice route(RouterId router, PortIndex input, RouteState state) const override {
    const RouteChoice step = down_->route(router, input, {state.destination, 0});
    if (leadsUp(router, step.port)) return up(router, state, 0);
    if (digits_[router].leaf) return {step.port, step.vcs, state.detail};
    const std::uint32_t child = step.port / lag_;
    return {static_cast<PortIndex>(child * lag_ + child % lag_), step.vcs, state.detail};
  }

  void candidates(RouterId router, PortIndex input, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    out.push_back(route(router, input, state));
    if (!leadsUp(router, out.back().port)) return;
    for (unsigned i = 1; i < choices(router); ++i) out.push_back(up(router, state, i));
  }

  Decides decides() const override {
    return policy_.alternatives > 0 ? Decides::everyHop : Decides::never;
  }
  bool decidesOnce() const override { return policy_.onceAHead; }

  RouteChoice choose(const RouterView& view, RouterId router, PortIndex input, RouteState state,
                     Rng& /*rng*/) const override {
    const RouteChoice first = route(router, input, state);
    if (!leadsUp(router, first.port) || !isPaused(view, router, first)) return first;
    for (unsigned i = 1; i < choices(router); ++i)
      if (const RouteChoice other = up(router, state, i); !isPaused(view, router, other))
        return other;
    return first;  // the rule of highest priority, until its port goes on
  }

  void describe(const RouterView& view, RouterId router,
                std::vector<LearntFact>& out) const override {
    if (policy_.alternatives == 0) return;
    for (const PortIndex port : up_[router]) describeRules(view, router, port, all_, out);
  }

 private:
  /// Which digit of a terminal's number names the port upwards.
  struct Digit {
    std::uint32_t below, base;
    bool leaf;  ///< the switch's own terminals' digit
  };

  bool leadsUp(RouterId router, PortIndex port) const {
    return !up_[router].empty() && port >= up_[router].front();
  }
  /// Ports upwards that a packet may take.
  unsigned choices(RouterId router) const {
    return std::min(1 + policy_.alternatives, static_cast<unsigned>(up_[router].size()));
  }
  RouteChoice up(RouterId router, RouteState state, unsigned further) const {
    const Digit& digit = digits_[router];
    const std::uint32_t hash = state.detail / digit.below % digit.base;
    const std::vector<PortIndex>& ports = up_[router];
    return {ports[(hash + further) % ports.size()], all_, state.detail};
  }

  ConditionalPolicy policy_;
  VcMask all_;
  std::uint32_t lag_;  ///< parallel links
  std::unique_ptr<RoutingAlgorithm> down_;
  std::vector<Digit> digits_;               ///< per router
  std::vector<std::vector<PortIndex>> up_;  ///< likewise, ascending
};

}  // namespace

bool isConditionalTree(const Topology& topology) {
  const auto tree = structureOf(topology).tree;
  return tree && tree->sides == TreeSides::one;
}

std::unique_ptr<RoutingAlgorithm> conditionalTree(const Topology& topology, const VcCounts& vcs,
                                                  const Values& values) {
  return std::make_unique<ConditionalTree>(topology, vcs, conditionalPolicy(values));
}

ConditionalRules conditionalTreeRules(const Values& values) {
  ConditionalRules rules;
  rules.otherUplinks = conditionalPolicy(values).alternatives;
  return rules;
}

}  // namespace hopscope::routings
