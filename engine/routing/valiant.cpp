// SPDX-License-Identifier: GPL-3.0-or-later
// Valiant: by way of a random intermediate router, whatever the traffic.
#include "engine/routing/dragonfly_policy.h"
#include "engine/routing/entries.h"

namespace hopscope::routings {
namespace {

constexpr const char* kOnDragonfly = "Valiant routing on a Dragonfly";

}  // namespace

RoutingEntry valiant() {
  RoutingEntry entry;
  entry.name = "valiant";
  entry.label = "Valiant";
  entry.help =
      "Every packet goes by way of an intermediate router drawn at its source, which makes any "
      "traffic look uniform at the price of longer ways.";
  entry.source =
      "Valiant & Brebner, STOC 1981; Kim, Dally, Scott & Abts, ISCA 2008; Benito, PhD thesis, "
      "2020, section 4";
  entry.parameters = dragonflyParameters(DragonflyMode::valiant);
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values& values) -> Issues {
    if (topology.kind == "dragonfly")
      return checkDragonfly(DragonflyMode::valiant, kOnDragonfly, topology, vcs, values);
    return {wrongNetwork("Valiant", "a Dragonfly", topology)};
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs, const Values& values) {
    return makeDragonfly(DragonflyMode::valiant, topology, vcs, values);
  };
  entry.virtualChannels = [](const Topology&, const Values& values) {
    return dragonflyVirtualChannels(DragonflyMode::valiant, values);
  };
  return entry;
}

}  // namespace hopscope::routings
