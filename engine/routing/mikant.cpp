// SPDX-License-Identifier: GPL-3.0-or-later
// Algorithm 1 of MiKANT, which serves the two tree families it was compared with as well. Every up
// port installs a digit of the destination's address, so that packets reach their common ancestor
// straight above the destination, and only one of k down links carries load: the network saturates
// at about 1/k under uniform traffic.
#include "engine/routing/entries.h"
#include "engine/routing/tree_routing.h"

namespace hopscope::routings {

RoutingEntry mikant() {
  RoutingEntry entry;
  entry.name = "mikant";
  entry.label = "MiKANT Algorithm 1";
  entry.help =
      "Minimal and deterministic; climbs by the destination's digits, over to the other group "
      "where "
      "it must. Uses one of k down links only.";
  entry.source = "Li & Chu, MiKANT: mirrored k-ary n-tree, IEEE ScalCom 2018, Algorithm 1";
  entry.check = [](const Topology& topology, const VcCounts&, const Values&) -> Issues {
    if (!hasTreeDigits(topology))
      return {wrongNetwork(sentence("MiKANT Algorithm 1"),
                           sentence("a MiKANT, Clos or k-ary n-tree network"), topology)};
    return {};
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs, const Values&) {
    return std::make_unique<TreeRouting>(topology, vcs, UpDigit::ofLevel);
  };
  entry.virtualChannels = [](const Topology&, const Values&) { return VcCounts{1, 1}; };
  return entry;
}

}  // namespace hopscope::routings
