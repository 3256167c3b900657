// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/core/sentence.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// What connects the routers of a row of a grid.
enum class RowLinks : std::uint8_t { line, ring, complete };

/// Router = x0 + x1 * S0 + x2 * S0 * S1 + …, terminal = router * perRouter + t; a router's ports
/// begin with its terminals.
struct GridStructure {
  Sentence inWords;                 ///< "a mesh"
  std::vector<std::int64_t> sizes;  ///< routers per dimension, dimension 0 first
  RowLinks rows = RowLinks::line;
  std::uint32_t perRouter = 1;  ///< terminals
  bool anySizes = false;        ///< how many dimensions, and of how many routers, is chosen freely
};

/// How many trees there are, and what joins their tops.
enum class TreeSides : std::uint8_t {
  one,
  sharedTop,  ///< two with the same routers at the top (Clos)
  mirrored,   ///< two, the top of each being the other's last level (MiKANT)
};

/// Levels of routers in the notation of generators/extended_tree.h; where `arity` is not 0 they are
/// numbered as generators/tree.h says.
struct TreeStructure {
  std::vector<std::uint32_t> m;  ///< m[l - 1]: children of a node of level l, terminals being 0
  std::vector<std::uint32_t> w;  ///< w[l - 1]: parents of a node of level l - 1; the first is 1
  std::uint32_t arity = 0;       ///< k, where every level has as many ports up as down
  TreeSides sides = TreeSides::one;
};

/// Complete groups with links between all of them. Router = group * perGroup + position, terminal =
/// router * perRouter + t.
struct DragonflyStructure {
  std::uint32_t perRouter = 0;  ///< terminals
  std::uint32_t perGroup = 0;   ///< routers
  std::uint32_t globals = 0;    ///< links of a router to other groups, without parallel ones
};

/// What the networks of a family have in common with those of others, so far as routings,
/// addresses, traffic and layouts ask. A family has at most one of the three, a drawn network none.
struct Structure {
  std::optional<GridStructure> grid;
  std::optional<TreeStructure> tree;
  std::optional<DragonflyStructure> dragonfly;
  /// All routers are alike, with terminals each, and nothing tells the path but tables.
  bool alike = false;
  std::uint32_t lag = 1;  ///< parallel links, at neighbouring ports
};

/// What the network's family declares.
Structure structureOf(const Topology& topology);

}  // namespace hopscope
