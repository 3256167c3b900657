// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/topology/generators/grid.h"

/// Grids under dimension order, by closed formulas.
namespace hopscope::families {

/// Grids of most dimensions that a request asks for; more make no network of usual size cheaper.
inline constexpr std::size_t kMostFittingDimensions = 5;

/// Of a family with "dimensions" and "terminals_per_router"; `rows` says how many ports a side
/// takes.
std::vector<Values> fittingGrids(const Generator& family, const SizeRequest& request,
                                 RowLinks rows);

/// `facts` are those of the family. Loads: Dally & Towles 2004, section 3.3; the worst permutation
/// of a channel has as many packets as there are sources, or destinations, whose paths may take it
/// (Towles & Dally, SPAA 2002). Every dimension has a class of its own, or else all are of class
/// "local".
Prospect gridProspect(const TopologyFacts& facts, const Grid& grid, RowLinks rows, bool ownClasses);

}  // namespace hopscope::families
