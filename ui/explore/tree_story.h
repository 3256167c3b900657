// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <vector>

#include "engine/scheduling/tree_scheduler.h"

namespace hopscope {

/// A tree of switches with `width` ports up and down, and the requests of a permutation.
struct TreeCase {
  std::uint32_t levels = 2, width = 4;
  TreeSchedulerSettings settings;  ///< but for the view
  std::uint64_t permutation = 1;   ///< the seed it is drawn from

  std::uint32_t terminals() const;
};

TreeStructure treeOf(const TreeCase& tree);

/// A hop of a request as its scheduler decided it.
struct TreeHop {
  std::uint32_t up = 0, down = 0;  ///< switches at its ends, numbers within their level
  /// A bit a port: free up from the source's side, free down to the destination's, and what the
  /// scheduler chose from.
  std::uint64_t freeUp = 0, freeDown = 0, open = 0;
  std::uint32_t port = kNone;  ///< chosen; kNone: none was open
};

/// One scheduler's way through a permutation.
struct TreeStory {
  TreeCase tree;
  TreeSchedulerSettings::View view = TreeSchedulerSettings::View::levelWise;
  std::vector<TreeCircuit> circuits;  ///< request by request
  std::vector<std::vector<TreeHop>> hops;
  std::uint32_t granted = 0;  ///< of all

  /// Granted among the first `count`.
  std::uint32_t grantedOf(std::size_t count) const;
};

TreeStory tellTree(const TreeCase& tree, TreeSchedulerSettings::View view);

/// What became of a request.
QString requestWords(const TreeStory& story, std::size_t request);

/// Shares of granted requests over many permutations, in percent.
struct TreeShares {
  double mean = 0, least = 0, most = 0;
};
/// Of so many permutations, as the computation of the figures has it.
TreeShares sharesOf(const TreeCase& tree, TreeSchedulerSettings::View view, int permutations);

}  // namespace hopscope
