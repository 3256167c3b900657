// SPDX-License-Identifier: GPL-3.0-or-later
// Mesh. Router = x0 + x1 * k0 + x2 * k0 * k1 + …, terminal = router * terminals_per_router + t.
// Ports: terminals first; then per dimension the links towards lower coordinates, then those
// towards higher ones (`lag` of each), leaving out those beyond the border.
#include <algorithm>

#include "engine/topology/generators/grid_prospect.h"

namespace hopscope::families {
namespace {

/// The sum of K_i = k_{i+1} * … * k_d over the sizes in falling order, up to the first even one
/// (Azizoglu & Egecioglu, Discrete Applied Mathematics 138, 2004).
std::uint64_t arrayBisection(std::vector<std::uint64_t> sizes) {
  std::sort(sizes.rbegin(), sizes.rend());
  std::uint64_t rest = 1;
  for (const std::uint64_t size : sizes) rest *= size;
  std::uint64_t width = 0;
  for (const std::uint64_t size : sizes) {
    rest /= size;
    width += rest;
    if (size % 2 == 0) break;
  }
  return width;
}

Issues checkMesh(const Values& values) {
  return checkGrid(values, false);
}

TopologyFacts meshFacts(const Values& values) {
  const Grid grid = readGrid(values, false);
  TopologyFacts result = gridFacts(grid);
  result.bisection = arrayBisection(grid.sizes) * grid.lag;
  return result;
}

Topology buildMesh(const Values& values) {
  return buildGrid(readGrid(values, false), "mesh", values);
}

Structure meshStructure(const Values& values) {
  Structure structure = gridStructure(readGrid(values, false), sentence("a mesh"), RowLinks::line);
  structure.grid->anySizes = true;
  return structure;
}

std::vector<Values> fittingMesh(const Generator& family, const SizeRequest& request) {
  return fittingGrids(family, request, RowLinks::line);
}

Prospect meshProspect(const Values& values) {
  const Grid grid = readGrid(values, false);
  return gridProspect(meshFacts(values), grid, RowLinks::line, true);
}

}  // namespace

Generator mesh() {
  Generator generator;
  generator.name = "mesh";
  generator.label = "Mesh";
  generator.help = "Routers on a grid, each connected to its neighbours.";
  generator.source = "Dally & Towles, Principles and Practices of Interconnection Networks, ch. 5";
  generator.parameters = {dimensionsParameter(), terminalsPerRouterParameter(1), lagParameter()};
  generator.check = checkMesh;
  generator.facts = meshFacts;
  generator.build = buildMesh;
  generator.structure = meshStructure;
  generator.fitting = fittingMesh;
  generator.prospect = meshProspect;
  generator.layout = layouts::grid;
  generator.icon = "mesh";
  generator.groups = rowsOfGrid();
  generator.firstRoutings = {"dimension_order", "o1turn", "valiant"};
  return generator;
}

}  // namespace hopscope::families
