// SPDX-License-Identifier: GPL-3.0-or-later
// Up to a nearest common ancestor and down, on k-ary n-tree, Clos, XGFT and folded Clos. The path
// down is given; the path up is free, and any rule for it is free of deadlock with one virtual
// channel. Modes: by the destination (d-mod-k: the digits of its number that the level below has
// not used, so that every link of a level carries the same load under uniform traffic where levels
// have as many ports up as down), by a hash of the
// source, drawn at the source, or at every hop the port with the most room. On MiKANT the same
// rules have cyclic dependencies with one virtual channel, so they are not offered there.
#include <algorithm>

#include "engine/routing/entries.h"
#include "engine/routing/port_contest.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {
namespace {

enum class Up { destination, highestDigit, sourceHash, random, adaptive };

Up upOf(const Values& values) {
  const std::string mode = textAt(values, "up");
  return mode == "source_hash"     ? Up::sourceHash
         : mode == "highest_digit" ? Up::highestDigit
         : mode == "random"        ? Up::random
         : mode == "adaptive"      ? Up::adaptive
                                   : Up::destination;
}

bool hasAncestors(const Topology& topology) {
  const auto tree = structureOf(topology).tree;
  return tree && tree->sides != TreeSides::mirrored;
}

/// The tree in the notation of topology/generators/extended_tree.h: m[l - 1] children of a node of
/// level l, w[l - 1] parents of a node of level l - 1. A Clos network is two that share their top.
struct Levels {
  explicit Levels(const Topology& topology);

  std::size_t height() const { return m.size(); }

  std::vector<std::uint32_t> m, w;
  std::vector<std::uint32_t> mSpan{1}, wSpan{1};  ///< products of the first l
  std::uint32_t lag = 1, arity = 0;
  TreeSides sides = TreeSides::one;
};

Levels::Levels(const Topology& topology) {
  const Structure structure = structureOf(topology);
  m = structure.tree.value().m;
  w = structure.tree->w;
  lag = structure.lag;
  arity = structure.tree->arity;
  sides = structure.tree->sides;
  for (std::size_t l = 0; l < m.size(); ++l) {
    mSpan.push_back(mSpan.back() * m[l]);
    wSpan.push_back(wSpan.back() * w[l]);
  }
}

class AncestorRouting final : public RoutingAlgorithm {
 public:
  AncestorRouting(const Topology& topology, const VcCounts& vcs, Up up)
      : levels_(topology), up_(up), all_(allVirtualChannels(vcs.local)) {
    const std::size_t sides = levels_.sides == TreeSides::one ? 1 : 2;
    const auto height = static_cast<std::uint8_t>(levels_.height());
    // Routers of a level: all digits above it times the choices below.
    const auto add = [&](std::uint8_t level, std::uint8_t side) {
      const std::uint32_t subtrees = levels_.mSpan[height] / levels_.mSpan[level];
      for (std::uint32_t i = 0; i < subtrees * levels_.wSpan[level]; ++i)
        nodes_.push_back({i / levels_.wSpan[level], level, side});
    };
    for (std::uint8_t side = 0; side < sides; ++side)
      for (std::uint8_t level = 1; level < height; ++level) add(level, side);
    add(height, sides == 1 ? 0 : kBothSides);
    for (TerminalId t = 0; t < topology.terminalCount(); ++t)
      targets_.push_back({t % levels_.mSpan[height],
                          static_cast<std::uint8_t>(t / levels_.mSpan[height]),
                          topology.terminals[t].port, static_cast<std::uint16_t>(t % levels_.lag)});
  }

  /// The detail decides all up ports: in mode random one state for each path to the nearest common
  /// ancestors.
  void starts(TerminalId source, TerminalId destination,
              std::vector<RouteState>& out) const override {
    const std::uint32_t paths = up_ == Up::random ? pathsUp(source, destination) : 1;
    const std::uint32_t first = up_ == Up::sourceHash ? hashed(source) : 0;
    for (std::uint32_t path = 0; path < paths; ++path) out.push_back({destination, first + path});
  }

  RouteState start(TerminalId source, TerminalId destination, Rng& rng) const override {
    if (up_ == Up::random) return {destination, rng.below(pathsUp(source, destination))};
    return {destination, up_ == Up::sourceHash ? hashed(source) : 0};
  }

  void candidates(RouterId router, PortIndex, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    const Node& node = nodes_[router];
    const Target& target = targets_[state.destination];
    if (up_ != Up::adaptive || above(node, target)) {
      out.push_back(step(node, target, state.detail));
      return;
    }
    for (std::uint32_t x = 0; x < levels_.w[node.level]; ++x)
      out.push_back({upPort(node, x, target), all_, 0});
  }

  RouteChoice route(RouterId router, PortIndex, RouteState state) const override {
    return step(nodes_[router], targets_[state.destination], state.detail);
  }

  Decides decides() const override {
    return up_ == Up::adaptive ? Decides::everyHop : Decides::never;
  }

  RouteChoice choose(const RouterView& view, RouterId router, PortIndex, RouteState state,
                     Rng& rng) const override {
    const Node& node = nodes_[router];
    const Target& target = targets_[state.destination];
    if (above(node, target)) return step(node, target, state.detail);
    PortContest contest(view, router, all_, rng);
    for (std::uint32_t x = 0; x < levels_.w[node.level]; ++x)
      contest.offer(upPort(node, x, target));
    return {contest.best(), all_, 0};
  }

  std::uint32_t routingClass(TerminalId terminal) const override {
    const bool alike = up_ == Up::random || up_ == Up::adaptive;
    return alike ? targets_[terminal].link : terminal;
  }

  /// By destination, links carry the same where each level has as many ports up as down.
  Evenness evenness() const override {
    const bool even = up_ == Up::random || (up_ == Up::destination && levels_.arity > 0);
    return even && levels_.sides == TreeSides::one && levels_.lag == 1 ? Evenness::levels
                                                                       : Evenness::none;
  }

 private:
  /// The middle stage of a Clos network belongs to both sides.
  static constexpr std::uint8_t kBothSides = 2;

  struct Node {
    std::uint32_t subtree;     ///< which of its level's: the digits above
    std::uint8_t level, side;  ///< level 1 has the terminals
  };
  struct Target {
    std::uint32_t number;  ///< within its side
    std::uint8_t side;
    PortIndex host;  ///< its port at the leaf
    std::uint16_t link;
  };

  bool above(const Node& node, const Target& target) const {
    return (node.side == target.side || node.side == kBothSides) &&
           target.number / levels_.mSpan[node.level] == node.subtree;
  }

  PortIndex upPort(const Node& node, std::uint32_t x, const Target& target) const {
    const std::uint32_t down =
        node.level == 1 ? levels_.m[0] : levels_.m[node.level - 1u] * levels_.lag;
    return static_cast<PortIndex>(down + x * levels_.lag + target.link);
  }

  RouteChoice step(const Node& node, const Target& target, std::uint32_t detail) const {
    if (above(node, target)) {
      if (node.level == 1) return {target.host, 1, 0};
      const std::uint32_t m = levels_.m[node.level - 1u];
      std::uint32_t child = target.number / levels_.mSpan[node.level - 1u] % m;
      if (node.side == kBothSides) child += target.side * m;
      return {static_cast<PortIndex>(child * levels_.lag + target.link), all_, 0};
    }
    if (up_ == Up::highestDigit) {
      const std::uint32_t digit = target.number / levels_.mSpan[meeting(node, target) - 2u];
      return {upPort(node, digit % levels_.w[node.level], target), all_, detail};
    }
    const bool own = up_ == Up::sourceHash || up_ == Up::random;
    const std::uint32_t digits = own ? detail : target.number;
    const std::uint32_t x = digits / levels_.wSpan[node.level] % levels_.w[node.level];
    return {upPort(node, x, target), all_, detail};
  }

  /// The level of the nearest common ancestors.
  std::size_t meeting(const Node& node, const Target& target) const {
    if (node.side != target.side) return levels_.height();
    std::size_t level = node.level;
    while (level < levels_.height() &&
           target.number / levels_.mSpan[level] !=
               node.subtree / (levels_.mSpan[level] / levels_.mSpan[node.level]))
      ++level;
    return level;
  }

  std::uint32_t hashed(TerminalId source) const {
    std::uint32_t hash = source * 0x9e3779b1u;
    hash = (hash ^ hash >> 15) * 0x2c1b3c6du;
    hash ^= hash >> 13;
    return static_cast<std::uint32_t>(std::uint64_t{hash} * levels_.wSpan.back() >> 32);
  }

  /// Paths from the source's leaf to the lowest level where both meet.
  std::uint32_t pathsUp(TerminalId source, TerminalId destination) const {
    const Target& a = targets_[source];
    const Target& b = targets_[destination];
    std::size_t level = a.side == b.side ? 1 : levels_.height();
    while (level < levels_.height() &&
           a.number / levels_.mSpan[level] != b.number / levels_.mSpan[level])
      ++level;
    return levels_.wSpan[level];
  }

  Levels levels_;
  Up up_;
  VcMask all_;
  std::vector<Node> nodes_;
  std::vector<Target> targets_;
};

Parameter upParameter() {
  Parameter parameter;
  parameter.name = "up";
  parameter.label = "Path up";
  parameter.type = ParameterType::choice;
  parameter.fallback = std::string("destination");
  parameter.help = "Which of the equal paths up a packet takes.";
  parameter.choices = {{"destination", "By destination modulo k"},
                       {"highest_digit", "By the digit below the highest that differs"},
                       {"source_hash", "By a hash of the source"},
                       {"random", "Random, drawn at the source"},
                       {"adaptive", "Adaptive, hop by hop"}};
  return parameter;
}

}  // namespace

RoutingEntry nearestCommonAncestor() {
  RoutingEntry entry;
  entry.name = "nearest_common_ancestor";
  entry.label = "Nearest common ancestor";
  entry.help =
      "Up to a nearest common ancestor and down. By destination, every link of a level carries the "
      "same load under uniform traffic where routers have as many ports up as down; elsewhere, as "
      "on an XGFT with other numbers of parents than of children, some may carry more.";
  entry.source = "Zahavi, D-Mod-K routing, 2010; Gomez et al., IPDPS 2007; Leiserson 1985 (random)";
  entry.parameters = {upParameter()};
  entry.check = [](const Topology& topology, const VcCounts&, const Values&) -> Issues {
    if (!hasAncestors(topology))
      return {wrongNetwork(sentence("Nearest common ancestor"),
                           sentence("a k-ary n-tree, Clos, folded Clos or XGFT network"),
                           topology)};
    return {};
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs, const Values& values) {
    return std::make_unique<AncestorRouting>(topology, vcs, upOf(values));
  };
  entry.virtualChannels = [](const Topology&, const Values&) { return VcCounts{1, 1}; };
  return entry;
}

}  // namespace hopscope::routings
