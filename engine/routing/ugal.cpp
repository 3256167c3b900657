// SPDX-License-Identifier: GPL-3.0-or-later
// UGAL-L: minimal or by way of an intermediate router, by the queues of the source router.
#include "engine/routing/dragonfly_policy.h"
#include "engine/routing/entries.h"
#include "engine/routing/hyperx_routing.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {

RoutingEntry ugal() {
  RoutingEntry entry;
  entry.name = "ugal";
  entry.label = "UGAL-L";
  entry.help =
      "At each attempt to leave its source, a packet compares queue times hops of the minimal way "
      "and of one by an intermediate router, as its own router sees them.";
  entry.source =
      "Singh, PhD thesis, Stanford, 2005; Kim, Dally, Scott & Abts, ISCA 2008; Benito, PhD "
      "thesis, 2020, section 4";
  entry.parameters = dragonflyParameters(DragonflyMode::ugal);
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values& values) -> Issues {
    if (structureOf(topology).dragonfly)
      return checkDragonfly(DragonflyMode::ugal, sentence("UGAL-L routing on a Dragonfly"),
                            topology, vcs, values);
    if (isHyperx(topology)) return checkHyperxUgal(topology, vcs);
    return {wrongNetwork(sentence("UGAL-L"), sentence("a Dragonfly or a HyperX"), topology)};
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs,
                  const Values& values) -> std::unique_ptr<RoutingAlgorithm> {
    if (isHyperx(topology)) return makeHyperxUgal(topology, vcs, realAt(values, "threshold"));
    return makeDragonfly(DragonflyMode::ugal, topology, vcs, values);
  };
  entry.virtualChannels = [](const Topology& topology, const Values& values) {
    if (isHyperx(topology)) return kHyperxTwoLegs;
    return dragonflyVirtualChannels(DragonflyMode::ugal, values);
  };
  return entry;
}

}  // namespace hopscope::routings
