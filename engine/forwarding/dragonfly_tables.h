// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/topology/generators/global_arrangement.h"

namespace hopscope {

/// Sizes of the tables of several switches.
struct TableSizes {
  std::uint64_t least = 0, most = 0;
  double mean = 0;
  std::uint64_t switches = 0;  ///< that were counted

  bool operator==(const TableSizes&) const = default;
};

/// Compact tables of a Dragonfly's switches, counted without building the network: hosts, the other
/// switches of the group, and the smallest table of prefixes for the other groups, as RuleGenerator
/// makes them. Every `step`-th group is counted (1: all; the wiring may look the same from each,
/// but the numbers of the others don't).
TableSizes compactDragonflyTables(const families::GlobalArrangement& shape, std::uint64_t step = 1);

}  // namespace hopscope
