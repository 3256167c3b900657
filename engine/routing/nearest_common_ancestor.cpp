// SPDX-License-Identifier: GPL-3.0-or-later
// Destination-modulo-k routing on trees: the up port comes from the digit the level below has not
// used, which spreads the destinations evenly over all ancestors and down links. On MiKANT the same
// rule has cyclic dependencies with one virtual channel, so it is not offered there.
#include "engine/routing/entries.h"
#include "engine/routing/tree_routing.h"

namespace hopscope::routings {

RoutingEntry nearestCommonAncestor() {
  RoutingEntry entry;
  entry.name = "nearest_common_ancestor";
  entry.label = "Nearest common ancestor";
  entry.help =
      "Up to a nearest common ancestor, which the destination chooses, and down. Every link "
      "carries "
      "the same load under uniform traffic.";
  entry.source = "Zahavi, D-Mod-K routing, 2010; Gomez et al., IPDPS 2007";
  entry.check = [](const Topology& topology, const VcCounts&, const Values&) -> Issues {
    if (!isTree(topology, false))
      return {
          wrongNetwork("Nearest common ancestor", "a k-ary n-tree or a Clos network", topology)};
    return {};
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs, const Values&) {
    return std::make_unique<TreeRouting>(topology, vcs, UpDigit::ofChildren);
  };
  entry.virtualChannels = [](const Topology&, const Values&) { return VcCounts{1, 1}; };
  return entry;
}

}  // namespace hopscope::routings
