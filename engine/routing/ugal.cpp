// SPDX-License-Identifier: GPL-3.0-or-later
// UGAL-L: minimal or by way of an intermediate router, by the queues of the source router.
#include "engine/routing/dragonfly_policy.h"
#include "engine/routing/entries.h"

namespace hopscope::routings {
namespace {

constexpr const char* kOnDragonfly = "UGAL-L routing on a Dragonfly";

}  // namespace

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
    if (topology.kind == "dragonfly")
      return checkDragonfly(DragonflyMode::ugal, kOnDragonfly, topology, vcs, values);
    return {wrongNetwork("UGAL-L", "a Dragonfly", topology)};
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs, const Values& values) {
    return makeDragonfly(DragonflyMode::ugal, topology, vcs, values);
  };
  entry.virtualChannels = [](const Topology&, const Values& values) {
    return dragonflyVirtualChannels(DragonflyMode::ugal, values);
  };
  return entry;
}

}  // namespace hopscope::routings
