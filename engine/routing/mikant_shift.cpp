// SPDX-License-Identifier: GPL-3.0-or-later
// MiKANT with shifted digits: the up port comes from the digit the level below has not used, which
// spreads a leaf's destinations over its ancestors; only the link to the destination's group must
// install its own digit. With one virtual channel packets that cross over and back close a cycle,
// so after the first crossing they take the upper half of the channels. Under uniform traffic no
// channel carries more than (3k - 2) N / (2k (N - 1)) of what a terminal sends.
#include "engine/routing/entries.h"
#include "engine/routing/tree_routing.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {
namespace {

VcCounts mikantShiftChannels() {
  return {2, 1};
}

}  // namespace

RoutingEntry mikantShift() {
  RoutingEntry entry;
  entry.name = "mikant_shift";
  entry.label = "MiKANT shifted";
  entry.help =
      "Minimal and deterministic like Algorithm 1, but spreads destinations over the ancestors: "
      "two to three times its throughput under uniform traffic, for a second virtual channel.";
  entry.source = "A variant of Algorithm 1 of Li & Chu, IEEE ScalCom 2018, by destination modulo k";
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values&) -> Issues {
    const auto tree = structureOf(topology).tree;
    if (!tree || tree->sides != TreeSides::mirrored)
      return {wrongNetwork(sentence("MiKANT shifted"), sentence("a MiKANT network"), topology)};
    return tooFewVirtualChannels(sentence("MiKANT shifted"), mikantShiftChannels(), vcs);
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs, const Values&) {
    return std::make_unique<TreeRouting>(topology, vcs, UpDigit::shifted);
  };
  entry.virtualChannels = [](const Topology&, const Values&) { return mikantShiftChannels(); };
  return entry;
}

}  // namespace hopscope::routings
