// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/topology/placement.h"

/// The families' own layouts, one file each, and what they share. Distances are canvas units; a
/// router is drawn 18 wide, a terminal 8.
namespace hopscope::layouts {

inline constexpr double kRouterPitch = 36;    ///< least distance of two routers
inline constexpr double kTerminalPitch = 16;  ///< distance of two terminals side by side
inline constexpr double kTerminalReach = 44;  ///< from a router to its first row of terminals

/// A placement of the right size with everything at (0, 0) and straight links.
Placement blank(const Topology& topology);
/// The terminals of every router.
std::vector<std::vector<TerminalId>> terminalsByRouter(const Topology& topology);
/// The most terminals that one router has.
std::size_t mostTerminals(const Topology& topology);
/// Bends links that would lie on each other apart, 6 units each.
void spreadParallelLinks(const Topology& topology, Placement& placement);

/// Terminals of one router in rows: how many stand side by side, and how many rows there are.
struct Block {
  std::size_t columns = 1, rows = 1;
};
/// Wider than high for `wide`, otherwise about square.
Block terminalBlock(std::size_t terminals, bool wide);
/// Where the terminal number `index` of a router stands in its block.
struct Cell {
  double column = 0, row = 0;
};
Cell cellOf(const Block& block, std::size_t index);

Placement grid(const Topology& topology);           ///< of those with a GridStructure
Placement tiers(const Topology& topology);          ///< k-ary n-tree
Placement unevenTiers(const Topology& topology);    ///< XGFT
Placement pods(const Topology& topology);           ///< folded Clos
Placement stages(const Topology& topology);         ///< Clos
Placement mirroredTiers(const Topology& topology);  ///< MiKANT
Placement groupRing(const Topology& topology);      ///< Dragonfly, Slim Fly
Placement ring(const Topology& topology);           ///< ring, complete, random and drawn networks
Placement star(const Topology& topology);           ///< crossbar

}  // namespace hopscope::layouts
