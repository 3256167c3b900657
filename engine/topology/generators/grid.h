// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/topology/generators/family.h"

/// What mesh, torus, ring and hypercube share: routers on an integer grid, dimension 0 fastest.
namespace hopscope::families {

struct Grid {
  std::vector<std::uint64_t> sizes;  ///< routers per dimension
  std::uint64_t perRouter = 1;       ///< terminals
  std::uint64_t lag = 1;
  bool wraps = false;

  std::uint64_t routers() const;  ///< stops at 2^63
  /// Neighbours of an inner router in a dimension: 2, or 1 where there are only two routers (a
  /// torus of size 2 has a single link there, not two).
  std::uint64_t directions(std::uint64_t size) const { return size > 2 ? 2 : 1; }
};

Grid readGrid(const Values& values, bool wraps);
Parameter dimensionsParameter();
Issues checkGrid(const Values& values, bool wraps);
/// All but the bisection.
TopologyFacts gridFacts(const Grid& grid);
/// The links of dimension d are of class d + 1, or of the last one of fewer `classes`; without
/// any, every dimension gets a class of its own.
Topology buildGrid(const Grid& grid, const char* kind, const Values& values,
                   std::vector<LinkClass> classes = {});
Structure gridStructure(const Grid& grid, Sentence inWords, RowLinks rows);
/// Rows and columns of dimensions 1 and 0.
Grouping rowsOfGrid();
/// "terminal", then "dimension_0", "dimension_1", …
std::vector<LinkClass> dimensionClasses(std::size_t dimensions);

}  // namespace hopscope::families
