// SPDX-License-Identifier: GPL-3.0-or-later
// Torus. Router = x0 + x1 * k0 + x2 * k0 * k1 + …, terminal = router * terminals_per_router + t.
// Ports: terminals first; then per dimension the links towards lower coordinates (from 0 to the
// last one), then those towards higher ones, `lag` of each. A dimension of size 2 has one link, not
// two.
#include <algorithm>

#include "engine/topology/generators/grid_prospect.h"

namespace hopscope::families {
namespace {

Issues checkTorus(const Values& values) {
  return checkGrid(values, true);
}

TopologyFacts torusFacts(const Values& values) {
  const Grid grid = readGrid(values, true);
  TopologyFacts result = gridFacts(grid);
  // Halving the longest dimension cuts each of its rings twice; known to be least where that
  // dimension is even.
  const std::uint64_t longest = *std::max_element(grid.sizes.begin(), grid.sizes.end());
  if (longest % 2 == 0)
    result.bisection = grid.directions(longest) * (result.routers / longest) * grid.lag;
  return result;
}

Topology buildTorus(const Values& values) {
  return buildGrid(readGrid(values, true), "torus", values);
}

Structure torusStructure(const Values& values) {
  Structure structure = gridStructure(readGrid(values, true), sentence("a torus"), RowLinks::ring);
  structure.grid->anySizes = true;
  return structure;
}

std::vector<Values> fittingTorus(const Generator& family, const SizeRequest& request) {
  return fittingGrids(family, request, RowLinks::ring);
}

Prospect torusProspect(const Values& values) {
  const Grid grid = readGrid(values, true);
  return gridProspect(torusFacts(values), grid, RowLinks::ring, true);
}

}  // namespace

Generator torus() {
  Generator generator;
  generator.name = "torus";
  generator.label = "Torus";
  generator.help = "A mesh whose rows and columns close to rings.";
  generator.source = "Dally & Towles, Principles and Practices of Interconnection Networks, ch. 5";
  generator.parameters = {dimensionsParameter(), terminalsPerRouterParameter(1), lagParameter()};
  generator.check = checkTorus;
  generator.facts = torusFacts;
  generator.build = buildTorus;
  generator.structure = torusStructure;
  generator.fitting = fittingTorus;
  generator.prospect = torusProspect;
  generator.layout = layouts::grid;
  generator.icon = "torus";
  generator.groups = rowsOfGrid();
  generator.firstRoutings = {"dimension_order", "valiant"};
  return generator;
}

}  // namespace hopscope::families
