// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/topology/generators/extended_tree.h"
#include "engine/topology/generators/tree.h"

/// Trees whose up port follows from the destination (Zahavi 2010), by closed formulas.
namespace hopscope::families {

/// Loads of the levels of a tree: what its subtrees send up is shared evenly by the channels out of
/// them, and the worst permutation has all that a subtree's terminals send over one of these.
class TreeLoads {
 public:
  TreeLoads(std::uint64_t terminals, std::uint64_t lag) : terminals_(terminals), lag_(lag) {}

  /// A level whose subtrees have so many terminals, and channels up.
  void add(std::uint64_t below, std::uint64_t channels);

  double uniform() const { return uniform_; }
  double worst() const { return worst_; }

 private:
  std::uint64_t terminals_, lag_;
  double uniform_ = 0, worst_ = 0;
};

/// `classes` are those of the links from level to level.
Prospect extendedTreeProspect(const ExtendedTree& tree, const std::vector<std::string>& classes);
/// Cables between two levels of one side whose first routers are `lower` and `upper`.
CableRun levelCables(const TreeShape& tree, std::uint64_t level, std::uint64_t lower,
                     std::uint64_t upper, const char* linkClass);
/// Of a family with "n" and "k" that has `sides` times k^n terminals.
std::vector<Values> fittingTrees(const Generator& family, const SizeRequest& request,
                                 std::uint64_t sides);
/// XGFT of two and three levels, each of them as wide as the one below or down to a quarter of it.
std::vector<Values> fittingExtendedTrees(const Generator& family, const SizeRequest& request);

}  // namespace hopscope::families
