// SPDX-License-Identifier: GPL-3.0-or-later
// Piggyback: UGAL-L, and around any global link that its owner reports congested.
#include "engine/routing/dragonfly_policy.h"
#include "engine/routing/entries.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {

RoutingEntry piggyback() {
  RoutingEntry entry;
  entry.name = "piggyback";
  entry.label = "Piggyback";
  entry.help =
      "UGAL-L that also avoids the minimal global link where its owner has told the group that "
      "it is congested.";
  entry.source = "Jiang, Kim & Dally, ISCA 2009; Benito, PhD thesis, 2020, section 4";
  entry.parameters = dragonflyParameters(DragonflyMode::piggyback);
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values& values) -> Issues {
    if (structureOf(topology).dragonfly)
      return checkDragonfly(DragonflyMode::piggyback, sentence("Piggyback routing on a Dragonfly"),
                            topology, vcs, values);
    return {wrongNetwork(sentence("Piggyback"), sentence("a Dragonfly"), topology)};
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs, const Values& values) {
    return makeDragonfly(DragonflyMode::piggyback, topology, vcs, values);
  };
  entry.redraws = redrawsAtSource;
  entry.virtualChannels = [](const Topology&, const Values& values) {
    return dragonflyVirtualChannels(DragonflyMode::piggyback, values);
  };
  return entry;
}

}  // namespace hopscope::routings
