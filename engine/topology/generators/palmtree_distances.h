// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/topology/generators/global_arrangement.h"

namespace hopscope::families {

/// Distances in a Dragonfly whose global links are a palmtree, for which all groups are alike, from
/// the routers of one of them. No path needs more than three router links (local, global, local).
/// Links next to each other lead to groups next to each other, so that what a router reaches are a
/// few stretches of groups, whatever the number of its links: takes steps in proportion to `groups`
/// and `a` alone.
class PalmtreeDistances {
 public:
  explicit PalmtreeDistances(const GlobalArrangement& shape);

  /// Sum of the distances from the router at `position` to all others.
  std::uint64_t from(std::uint64_t position);
  /// The longest of them so far.
  std::uint64_t diameter() const { return diameter_; }

 private:
  /// Groups `first` to `last`, counted from that of the router.
  struct Stretch {
    std::uint64_t first = 0, last = 0;
  };
  /// Stretches that do not overlap, ascending.
  using Stretches = std::vector<Stretch>;
  /// Links of one group that lead to routers of one position, as stretches of l mod (groups - 1).
  struct Landing {
    std::uint64_t position = 0;
    std::array<Stretch, 2> steps{};
    std::size_t count = 0;
  };

  /// Where links l to `end` - 1 of a group lead.
  std::vector<Landing> landingsOf(std::uint64_t l, std::uint64_t end) const;
  std::vector<Landing> landingsOfRouter(std::uint64_t position) const;
  /// The groups in which a link of the router's group leads to the router of that position.
  Stretches nearAt(std::uint64_t position) const;

  static Stretches united(Stretches some);
  /// Groups of `some`, but those of `others`.
  static std::uint64_t countWithout(const Stretches& some, const Stretches& others);
  static std::uint64_t count(const Stretches& some) { return countWithout(some, {}); }

  GlobalArrangement shape_;
  std::vector<std::uint64_t> landings_;  ///< before each group: routers at which links of the
                                         ///< router's group end, all groups before it together
  std::uint64_t diameter_ = 1;
};

}  // namespace hopscope::families
