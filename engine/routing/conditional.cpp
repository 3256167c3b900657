// SPDX-License-Identifier: GPL-3.0-or-later
// Multipath adaptive routing based on pauses (MAR-bP): a switch's rule for the minimal path holds
// only while the port it names is not paused; while it is, a rule of lower priority applies.
#include "engine/routing/conditional.h"

#include "engine/core/declare.h"
#include "engine/routing/dragonfly_slots.h"
#include "engine/routing/entries.h"
#include "engine/routing/hyperx_routing.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {
namespace {

std::vector<Parameter> conditionalParameters() {
  return {
      declare::choice("decide", "Decided", "attempt",
                      {{"attempt", "At each attempt"}, {"head", "Once a packet"}},
                      "Whether a packet that waits looks at the rules again, or keeps to the one "
                      "that held when it came to the front of its queue. A wormhole switch looks "
                      "again."),
      declare::choice("alternative", "HyperX: instead of a paused port", "dimension",
                      {{"dimension", "A lower dimension first"}, {"row", "Another row, by host"}},
                      "The highest dimension is corrected first. While its port is paused, a lower "
                      "one is, or a packet leaves its first switch by the link to another row that "
                      "belongs to its host."),
      declare::number(ParameterType::integer, "alternatives", "Trees: other ports up",
                      std::int64_t{1}, 0, 40, "",
                      "A hash of the source names the port upwards. While it is paused, so many "
                      "others are looked at in turn."),
      declare::boolean("repeat", "Hosts share alternatives", false,
                       "Host i of a switch is diverted to global port i, on a HyperX to link i to "
                       "another row. Where there are more hosts than those, they share them in "
                       "turn."),
      vcSlotsParameter(
          "On a Dragonfly, the order in which virtual channels are taken, as L0 G0 L1; auto: by "
          "their "
          "number, with two of each G0 L0 G1 L1, of which minimal packets take what follows G0."),
  };
}

}  // namespace

ConditionalPolicy conditionalPolicy(const Values& values) {
  ConditionalPolicy policy;
  policy.onceAHead = textAt(values, "decide") == "head";
  policy.repeats = std::get<bool>(values.at("repeat"));
  policy.byRow = textAt(values, "alternative") == "row";
  policy.alternatives = static_cast<unsigned>(integerAt(values, "alternatives"));
  return policy;
}

RoutingEntry conditional() {
  RoutingEntry entry;
  entry.name = "conditional";
  entry.label = "Conditional rules";
  entry.help =
      "Minimal while the port of the minimal path is not paused; otherwise a rule of lower "
      "priority applies. On a Dragonfly host i leaves by global port i, on a HyperX a lower "
      "dimension goes first, in a tree another port leads up. Under credits, a port is paused "
      "while it has none for a packet; a port whose own queue is full counts as paused, too.";
  entry.source =
      "Benito, Vallejo & Beivide, HiPC 2015, section V; Benito, PhD thesis, 2020, section 4.5 "
      "(MAR-bP)";
  entry.parameters = conditionalParameters();
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values& values) -> Issues {
    if (structureOf(topology).dragonfly) return checkConditionalDragonfly(topology, vcs, values);
    if (isHyperx(topology)) return checkConditionalHyperx(topology, vcs, values);
    if (isConditionalTree(topology)) return {};
    return {wrongNetwork(sentence("Routing by conditional rules"),
                         sentence("a Dragonfly, a HyperX, or a tree with one top"), topology)};
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs,
                  const Values& values) -> std::unique_ptr<RoutingAlgorithm> {
    if (structureOf(topology).dragonfly) return conditionalDragonfly(topology, vcs, values);
    if (isHyperx(topology)) return conditionalHyperx(topology, values);
    return conditionalTree(topology, vcs, values);
  };
  entry.virtualChannels = [](const Topology& topology, const Values& values) {
    if (structureOf(topology).dragonfly) return conditionalDragonflyVcs(values);
    if (isHyperx(topology)) return conditionalHyperxVcs(topology, values);
    return VcCounts{1, 1};
  };
  entry.conditionalRules = [](const Topology& topology, const Values& values) {
    if (structureOf(topology).dragonfly) return conditionalDragonflyRules(topology, values);
    if (isHyperx(topology)) return conditionalHyperxRules(topology, values);
    return conditionalTreeRules(values);
  };
  return entry;
}

}  // namespace hopscope::routings
