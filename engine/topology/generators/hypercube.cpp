// SPDX-License-Identifier: GPL-3.0-or-later
// Hypercube of n dimensions. The bits of a router's id are its coordinates, bit d being dimension
// d; terminal = router * terminals_per_router + t. Ports: terminals first, then per dimension the
// link to the router whose id differs in that bit, `lag` of each. The same network as a mesh whose
// n dimensions have 2 routers each.
#include <algorithm>

#include "engine/topology/generators/fitting.h"
#include "engine/topology/generators/grid_prospect.h"

namespace hopscope::families {
namespace {

constexpr std::uint64_t kMostDimensions = 16;

Grid readHypercube(const Values& values) {
  Grid grid;
  grid.sizes.assign(std::min(countAt(values, "n"), kMostDimensions + 1), 2);
  grid.perRouter = countAt(values, "terminals_per_router");
  grid.lag = countAt(values, "lag");
  return grid;
}

Issues checkHypercube(const Values& values) {
  const Grid grid = readHypercube(values);
  if (grid.sizes.empty())
    return {{Severity::error, "n", sentence("A hypercube without dimensions is a single router."),
             sentence("At least 1 dimension is needed.")}};
  return sizeIssues({grid.routers(), times(grid.routers(), grid.perRouter),
                     plus(grid.perRouter, times(grid.lag, grid.sizes.size()))},
                    "n", sentence("Choose fewer dimensions or fewer terminals per router."));
}

TopologyFacts hypercubeFacts(const Values& values) {
  const Grid grid = readHypercube(values);
  TopologyFacts result = gridFacts(grid);
  result.bisection = result.routers / 2 * grid.lag;
  return result;
}

Topology buildHypercube(const Values& values) {
  return buildGrid(readHypercube(values), "hypercube", values,
                   {{"terminal", "terminal", LinkKind::terminal},
                    {"local", "between routers", LinkKind::local}});
}

Structure hypercubeStructure(const Values& values) {
  return gridStructure(readHypercube(values), sentence("a hypercube"), RowLinks::line);
}

std::vector<Values> fittingHypercube(const Generator& family, const SizeRequest& request) {
  std::vector<Values> all;
  for (std::uint64_t n = 1; n <= kMostDimensions; ++n)
    for (std::uint64_t perRouter = 1; perRouter + n <= request.radix; ++perRouter)
      if (fits(request, power(2, n) * perRouter))
        addFitting(all, family,
                   {{"n", static_cast<std::int64_t>(n)},
                    {"terminals_per_router", static_cast<std::int64_t>(perRouter)}});
  return all;
}

Prospect hypercubeProspect(const Values& values) {
  return gridProspect(hypercubeFacts(values), readHypercube(values), RowLinks::line, false);
}

}  // namespace

Generator hypercube() {
  Generator generator;
  generator.name = "hypercube";
  generator.label = "Hypercube";
  generator.help = "Routers at the corners of a cube of n dimensions; links are its edges.";
  generator.source = "Seitz, The Cosmic Cube, Communications of the ACM 28 (1985)";
  generator.parameters = {countParameter("n", "Dimensions", 4, 1, kMostDimensions,
                                         "Each doubles the routers: 2 to the power of n."),
                          terminalsPerRouterParameter(1), lagParameter()};
  generator.check = checkHypercube;
  generator.facts = hypercubeFacts;
  generator.build = buildHypercube;
  generator.fitting = fittingHypercube;
  generator.prospect = hypercubeProspect;
  generator.structure = hypercubeStructure;
  generator.layout = layouts::grid;
  generator.icon = "hypercube";
  generator.firstRoutings = {"dimension_order", "valiant"};
  return generator;
}

}  // namespace hopscope::families
