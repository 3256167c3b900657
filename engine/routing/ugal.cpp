// SPDX-License-Identifier: GPL-3.0-or-later
// UGAL-L: minimal or by way of an intermediate router, by the queues of the source router.
#include "engine/routing/ugal.h"

#include "engine/routing/dragonfly_policy.h"
#include "engine/routing/entries.h"
#include "engine/routing/hyperx_routing.h"
#include "engine/routing/table_valiant.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {
namespace {

Parameter pathsParameter() {
  Parameter parameter;
  parameter.name = "paths";
  parameter.label = "Random paths";
  parameter.type = ParameterType::integer;
  parameter.fallback = std::int64_t{4};
  parameter.minimum = 1;
  parameter.maximum = 16;
  parameter.help =
      "On a Slim Fly, complete or random regular network: by how many intermediate routers a "
      "packet may go instead of minimally. On a Dragonfly or HyperX it draws one.";
  return parameter;
}

}  // namespace

Issues checkUgal(const char* label, const Topology& topology, const VcCounts& vcs,
                 const Values& values) {
  if (structureOf(topology).dragonfly)
    return checkDragonfly(DragonflyMode::ugal, sentence("{} routing on a Dragonfly", label),
                          topology, vcs, values);
  if (isHyperx(topology)) return checkHyperxUgal(sentence("{} on a HyperX", label), vcs);
  if (hasTableValiant(topology)) return checkTableValiant(sentence("{}", label), topology, vcs);
  return {wrongNetwork(
      sentence("{}", label),
      sentence("a Dragonfly, HyperX, Slim Fly, complete or random regular network"), topology)};
}

RoutingEntry ugal() {
  RoutingEntry entry;
  entry.name = "ugal";
  entry.label = "UGAL-L";
  entry.help =
      "At each attempt to leave its source, a packet compares queue times hops of the minimal path "
      "and of one by an intermediate router, as its own router sees them.";
  entry.source =
      "Singh, PhD thesis, Stanford, 2005; Kim, Dally, Scott & Abts, ISCA 2008; Besta & Hoefler, SC "
      "2014; Benito, PhD thesis, 2020, section 4";
  entry.parameters = dragonflyParameters(DragonflyMode::ugal);
  entry.parameters.push_back(pathsParameter());
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values& values) {
    return checkUgal("UGAL-L", topology, vcs, values);
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs,
                  const Values& values) -> std::unique_ptr<RoutingAlgorithm> {
    const double threshold = realAt(values, "threshold");
    if (isHyperx(topology))
      return makeHyperxUgal(topology, vcs, HyperxDraws::of(values), threshold);
    if (hasTableValiant(topology))
      return makeTableUgal(topology, vcs,
                           {threshold, static_cast<unsigned>(integerAt(values, "paths"))});
    return makeDragonfly(DragonflyMode::ugal, topology, vcs, values);
  };
  entry.redraws = redrawsAtSource;
  entry.virtualChannels = [](const Topology& topology, const Values& values) {
    if (isHyperx(topology)) return kHyperxTwoLegs;
    if (hasTableValiant(topology)) return tableValiantChannels(topology);
    return dragonflyVirtualChannels(DragonflyMode::ugal, values);
  };
  return entry;
}

}  // namespace hopscope::routings
