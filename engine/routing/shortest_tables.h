// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/core/issue.h"
#include "engine/routing/hop_tables.h"

namespace hopscope::routings {

/// All shortest next hops, in table 0: towards the routers with terminals, or towards every router.
HopTables shortestTables(const Topology& topology, bool everyRouter);

/// The most hops of a shortest path between two routers with terminals, or between any two; 0 above
/// kMostTableRouters. Fast: 64 searches at a time.
unsigned longestPath(const Topology& topology, bool everyRouter);

/// Virtual channels by hop number, so that every dependency leads to a higher one: hop h of n has
/// the h-th of n equal shares. Where there are fewer, all further hops share the last one.
class HopClasses {
 public:
  HopClasses(unsigned hops, const VcCounts& vcs);

  VcMask of(LinkKind kind, std::uint32_t hop) const {
    return masks_[static_cast<std::size_t>(kind)][hop];
  }

  /// One virtual channel a hop, on the kinds of links that there are.
  static VcCounts needed(const Topology& topology, unsigned hops);

 private:
  std::vector<VcMask> masks_[3];  ///< by kind of link and hop
};

/// Too few virtual channels for that many hops, or more hops than there can be virtual channels.
Issues hopClassIssues(const Sentence& subject, const Topology& topology, unsigned hops,
                      const VcCounts& vcs);

}  // namespace hopscope::routings
