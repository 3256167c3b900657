// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/routing/routing_algorithm.h"

/// The registry entries, one a file, and what their checks share.
namespace hopscope::routings {

RoutingEntry dimensionOrder();
RoutingEntry nearestCommonAncestor();
RoutingEntry mikant();
RoutingEntry minimal();
RoutingEntry valiant();
RoutingEntry ugal();
RoutingEntry piggyback();
RoutingEntry shortestPath();

/// "Dimension order needs a mesh or a torus; this network is a Dragonfly."
Issue wrongNetwork(const std::string& algorithm, const std::string& wanted,
                   const Topology& topology);

/// One sentence for each kind of link with fewer virtual channels than needed. `subject` is the
/// algorithm on its network: "Dimension order on a torus".
Issues tooFewVirtualChannels(const std::string& subject, const VcCounts& needed,
                             const VcCounts& present);

/// All virtual channels of a port that has `count`.
inline VcMask allVirtualChannels(unsigned count) {
  return (VcMask{1} << count) - 1;
}

}  // namespace hopscope::routings
