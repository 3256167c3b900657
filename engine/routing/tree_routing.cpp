// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/tree_routing.h"

#include <algorithm>

#include "engine/routing/entries.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {
namespace {

/// The middle stage of a Clos network belongs to both sides.
constexpr std::uint8_t kBothSides = 2;

}  // namespace

bool hasTreeDigits(const Topology& topology) {
  const auto tree = structureOf(topology).tree;
  return tree && tree->arity != 0;
}

TreeRouting::TreeRouting(const Topology& topology, const VcCounts& vcs, UpDigit upDigit)
    : upDigit_(upDigit), vcs_(VcHalves::of(0, vcs.local)) {
  const Structure structure = structureOf(topology);
  const TreeStructure& tree = structure.tree.value();
  const auto height = static_cast<std::uint32_t>(tree.m.size());
  arity_ = std::max(2u, tree.arity);
  lag_ = std::max(1u, structure.lag);
  for (std::uint32_t level = 0; level < height; ++level) {
    span_.push_back(width_);
    if (level + 1 < height) width_ *= arity_;
  }
  for (std::uint32_t place = 0; place + 1 < height; ++place)
    for (std::uint32_t leaf = 0; leaf < width_; ++leaf)
      digits_.push_back(static_cast<std::uint16_t>(leaf / span_[place] % arity_));

  // A k-ary n-tree is one side of n levels; the others have two of n - 1, and Clos the middle.
  const std::uint32_t levels = tree.sides == TreeSides::one ? height : height - 1;
  top_ = height - 2;
  const std::uint32_t sides = tree.sides == TreeSides::one ? 1 : 2;
  for (RouterId router = 0; router < topology.routerCount(); ++router) {
    const std::uint32_t row = router / width_;
    const bool middle = row >= sides * levels;
    const std::uint32_t level = middle ? height - 1 : row % levels;
    const std::uint32_t own = router % width_;
    nodes_.push_back({own - own % span_[level], static_cast<std::uint8_t>(level),
                      middle ? kBothSides : static_cast<std::uint8_t>(row / levels)});
  }
  for (TerminalId t = 0; t < topology.terminalCount(); ++t) {
    const TerminalPlace& place = topology.terminals[t];
    targets_.push_back({place.router % width_, place.port, nodes_[place.router].side,
                        static_cast<std::uint8_t>(t % lag_)});
  }
}

RouteChoice TreeRouting::route(RouterId router, PortIndex /*input*/, RouteState state) const {
  const Target& target = targets_[state.destination];
  const Node& node = nodes_[router];
  const std::uint32_t level = node.level;
  const bool below = (node.side == target.side || node.side == kBothSides) &&
                     target.leaf - node.firstLeaf < span_[level];
  if (below && level == 0) return {target.host, 1, 0};
  std::uint32_t port = 0;
  std::uint32_t crossed = state.detail;
  if (below) {
    port = digit(level - 1, target.leaf);
    if (node.side == kBothSides) port += target.side * arity_;
    port = port * lag_ + target.link;
  } else {
    std::uint32_t up = 0;
    if (upDigit_ == UpDigit::ofLevel || (level == top_ && node.side != target.side))
      up = digit(level, target.leaf);
    else
      up = level == 0 ? target.host : digit(level - 1, target.leaf);
    port = (level == 0 ? arity_ : arity_ * lag_) + up * lag_ + target.link;
    if (level == top_) crossed = 1;
  }
  if (upDigit_ == UpDigit::ofLevel) return {static_cast<PortIndex>(port), vcs_.all, 0};
  return {static_cast<PortIndex>(port), state.detail != 0 ? vcs_.upper : vcs_.lower, crossed};
}

}  // namespace hopscope::routings
