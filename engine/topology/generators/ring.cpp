// SPDX-License-Identifier: GPL-3.0-or-later
// Ring. Router r is connected to r - 1 and r + 1, the last one to 0; terminal =
// router * terminals_per_router + t. Ports: terminals first, then the link towards the router
// before (from 0 to the last one), then the one towards the router after, `lag` of each. Two
// routers share one link, not two. The same network as a torus of one dimension.
#include "engine/topology/generators/fitting.h"
#include "engine/topology/generators/grid_prospect.h"

namespace hopscope::families {
namespace {

Grid readRing(const Values& values) {
  Grid grid;
  grid.sizes = {countAt(values, "routers")};
  grid.perRouter = countAt(values, "terminals_per_router");
  grid.lag = countAt(values, "lag");
  grid.wraps = true;
  return grid;
}

Issues checkRing(const Values& values) {
  const Grid grid = readRing(values);
  if (grid.sizes[0] < 2)
    return {{Severity::error, "routers", sentence("One router has no other to connect to."),
             sentence("At least 2 routers are needed.")}};
  return sizeIssues({grid.routers(), times(grid.routers(), grid.perRouter),
                     plus(grid.perRouter, times(grid.lag, grid.directions(grid.sizes[0])))},
                    "routers", sentence("Choose fewer routers or fewer terminals per router."));
}

TopologyFacts ringFacts(const Values& values) {
  const Grid grid = readRing(values);
  TopologyFacts result = gridFacts(grid);
  result.bisection = grid.directions(grid.sizes[0]) * grid.lag;
  return result;
}

Topology buildRing(const Values& values) {
  return buildGrid(readRing(values), "ring", values,
                   {{"terminal", "terminal", LinkKind::terminal},
                    {"local", "between routers", LinkKind::local}});
}

Structure ringStructure(const Values& values) {
  return gridStructure(readRing(values), sentence("a ring"), RowLinks::ring);
}

std::vector<Values> fittingRing(const Generator& family, const SizeRequest& request) {
  std::vector<Values> all;
  for (std::uint64_t perRouter = 1; perRouter + 2 <= request.radix; ++perRouter)
    if (const std::uint64_t routers = fewestEach(request, perRouter))
      addFitting(all, family,
                 {{"routers", static_cast<std::int64_t>(routers)},
                  {"terminals_per_router", static_cast<std::int64_t>(perRouter)}});
  return all;
}

Prospect ringProspect(const Values& values) {
  Prospect prospect = gridProspect(ringFacts(values), readRing(values), RowLinks::ring, false);
  prospect.rackUnit = 1;
  return prospect;
}

}  // namespace

Generator ring() {
  Generator generator;
  generator.name = "ring";
  generator.label = "Ring";
  generator.help = "Routers in a circle, each connected to the two beside it.";
  generator.source = "Dally & Towles, Principles and Practices of Interconnection Networks, ch. 5";
  generator.parameters = {countParameter("routers", "Routers", 16, 2, 10'000,
                                         "Each is connected to the one before and the one after."),
                          terminalsPerRouterParameter(1), lagParameter()};
  generator.check = checkRing;
  generator.facts = ringFacts;
  generator.build = buildRing;
  generator.fitting = fittingRing;
  generator.prospect = ringProspect;
  generator.structure = ringStructure;
  generator.layout = layouts::ring;
  generator.icon = "ring";
  generator.firstRoutings = {"dimension_order", "valiant"};
  return generator;
}

}  // namespace hopscope::families
