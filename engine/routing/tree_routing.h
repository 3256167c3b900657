// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/routing/grid_paths.h"
#include "engine/routing/routing_algorithm.h"

namespace hopscope::routings {

/// Which digit of the destination's address <G, C[n-1] … C[0]> picks the up port at level L.
enum class UpDigit : std::uint8_t {
  ofLevel,  ///< C[L]: Algorithm 1 of MiKANT
  shifted,  ///< C[n-1] at the leaves, C[L-1] above, C[n-2] on the link to the destination's group
};

/// Up to a nearest common ancestor, then down, on k-ary n-tree, bidirectional Clos and MiKANT. Both
/// paths are decided by digits of the destination's address alone. With the shifted digits a packet
/// takes the upper half of the virtual channels once it has crossed to the other group of a MiKANT.
/// Addresses, router and port numbers are those of topology/generators/tree.h. Parallel links:
/// destination modulo their number.
class TreeRouting final : public RoutingAlgorithm {
 public:
  TreeRouting(const Topology& topology, const VcCounts& vcs, UpDigit upDigit);

  RouteChoice route(RouterId router, PortIndex input, RouteState state) const override;

 private:
  struct Node {
    std::uint32_t firstLeaf;  ///< of those below: the router's digits with the lowest `level` zero
    std::uint8_t level, side;
  };
  struct Target {
    std::uint32_t leaf;  ///< C[n-2] … C[0] as one number
    std::uint16_t host;  ///< C[n-1], also the leaf's port
    std::uint8_t side, link;
  };

  std::uint32_t digit(std::uint32_t place, std::uint32_t leaf) const {
    return digits_[place * width_ + leaf];
  }

  UpDigit upDigit_;
  VcHalves vcs_;
  std::uint32_t top_ = 0;  ///< the level of MiKANT's links between its groups
  std::uint32_t arity_ = 0, lag_ = 1, width_ = 1;
  std::vector<std::uint32_t> span_;    ///< leaves below a router, by level
  std::vector<std::uint16_t> digits_;  ///< place-major: digit of every leaf number
  std::vector<Node> nodes_;
  std::vector<Target> targets_;
};

/// k-ary n-tree, Clos or MiKANT.
bool hasTreeDigits(const Topology& topology);

}  // namespace hopscope::routings
