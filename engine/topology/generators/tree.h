// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/topology/generators/family.h"

/// What k-ary n-tree, Clos and MiKANT share. A switch is <side, level, D[n-2] … D[0]>, with its
/// digits to base k as one number; up port x of <G, L, D> leads to <G, L + 1, D with D[L] := x>,
/// which sees it on its down port D[L].
namespace hopscope::families {

struct TreeShape {
  std::uint64_t n = 0, k = 0, lag = 1;

  std::uint64_t width() const { return power(k, n - 1); }  ///< switches of one level
};

TreeShape readTree(const Values& values);
/// "n", "k", "lag".
std::vector<Parameter> treeParameters();

Structure treeStructure(const TreeShape& tree, TreeSides sides);

/// `digits` with the digit at `place` replaced.
std::uint64_t withDigit(std::uint64_t digits, std::uint64_t place, std::uint64_t digit,
                        std::uint64_t k);

/// Terminals below the leaf switches `firstLeaf` … in the order of their digits.
void addLeaves(TopologyBuilder& builder, const TreeShape& tree, std::uint64_t firstLeaf);

/// All links from the level whose first router is `lower` (at level `level` of its side) up to the
/// one whose first router is `upper`, in the order that gives the port numbers above.
void connectLevels(TopologyBuilder& builder, const TreeShape& tree, std::uint64_t level,
                   std::uint64_t lower, std::uint64_t upper, std::uint8_t linkClass);

}  // namespace hopscope::families
