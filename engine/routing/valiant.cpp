// SPDX-License-Identifier: GPL-3.0-or-later
// Valiant: by way of a random intermediate router, whatever the traffic.
#include "engine/routing/dragonfly_policy.h"
#include "engine/routing/entries.h"
#include "engine/routing/grid_paths.h"
#include "engine/routing/grid_valiant.h"
#include "engine/routing/hyperx_routing.h"
#include "engine/routing/table_valiant.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {

RoutingEntry valiant() {
  RoutingEntry entry;
  entry.name = "valiant";
  entry.label = "Valiant";
  entry.help =
      "Every packet goes by way of an intermediate router drawn at its source, which makes any "
      "traffic look uniform at the price of longer paths. In a mesh or torus the way there and the "
      "way on are those of dimension order, also where two are as long.";
  entry.source =
      "Valiant & Brebner, STOC 1981; Kim, Dally, Scott & Abts, ISCA 2008; Benito, PhD thesis, "
      "2020, section 4";
  entry.parameters = dragonflyParameters(DragonflyMode::valiant);
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values& values) -> Issues {
    if (structureOf(topology).dragonfly)
      return checkDragonfly(DragonflyMode::valiant, sentence("Valiant routing on a Dragonfly"),
                            topology, vcs, values);
    if (isGrid(topology)) return checkGridValiant(topology, vcs);
    if (isHyperx(topology)) return checkHyperxValiant(topology, vcs);
    if (hasTableValiant(topology)) return checkTableValiant(sentence("Valiant"), topology, vcs);
    return {wrongNetwork(
        sentence("Valiant"),
        sentence("a mesh, torus, ring, hypercube, HyperX, Dragonfly, Slim Fly, complete or "
                 "random regular network"),
        topology)};
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs,
                  const Values& values) -> std::unique_ptr<RoutingAlgorithm> {
    if (isGrid(topology)) return makeGridValiant(topology, vcs);
    if (isHyperx(topology)) return makeHyperxValiant(topology, vcs, HyperxDraws::of(values));
    if (hasTableValiant(topology)) return makeTableValiant(topology, vcs);
    return makeDragonfly(DragonflyMode::valiant, topology, vcs, values);
  };
  entry.redraws = redrawsAtSource;
  entry.virtualChannels = [](const Topology& topology, const Values& values) {
    if (isGrid(topology)) return gridValiantChannels(topology);
    if (isHyperx(topology)) return kHyperxTwoLegs;
    if (hasTableValiant(topology)) return tableValiantChannels(topology);
    return dragonflyVirtualChannels(DragonflyMode::valiant, values);
  };
  return entry;
}

}  // namespace hopscope::routings
