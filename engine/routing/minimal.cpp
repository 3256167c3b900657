// SPDX-License-Identifier: GPL-3.0-or-later
// Minimal routing on a Dragonfly.
#include "engine/routing/dragonfly_policy.h"
#include "engine/routing/entries.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {

RoutingEntry minimal() {
  RoutingEntry entry;
  entry.name = "minimal";
  entry.label = "Dragonfly minimal";
  entry.help =
      "At most one local, one global and one local hop. Best under uniform traffic; one group "
      "sending to one other saturates the single link between them.";
  entry.source = "Kim, Dally, Scott & Abts, ISCA 2008; Benito, PhD thesis, 2020, section 3";
  entry.parameters = dragonflyParameters(DragonflyMode::minimal);
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values& values) -> Issues {
    if (!structureOf(topology).dragonfly)
      return {wrongNetwork(sentence("Dragonfly minimal"), sentence("a Dragonfly"), topology)};
    return checkDragonfly(DragonflyMode::minimal, sentence("Minimal routing on a Dragonfly"),
                          topology, vcs, values);
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs, const Values& values) {
    return makeDragonfly(DragonflyMode::minimal, topology, vcs, values);
  };
  entry.virtualChannels = [](const Topology&, const Values& values) {
    return dragonflyVirtualChannels(DragonflyMode::minimal, values);
  };
  return entry;
}

}  // namespace hopscope::routings
