// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/routing/routing_algorithm.h"

/// The registry entries, one a file, and what their checks share.
namespace hopscope::routings {

RoutingEntry dimensionOrder();
RoutingEntry o1turn();
RoutingEntry minimalAdaptive();
RoutingEntry nearestCommonAncestor();
RoutingEntry mikant();
RoutingEntry mikantShift();
RoutingEntry minimal();
RoutingEntry valiant();
RoutingEntry ugal();
RoutingEntry ugalGlobal();
RoutingEntry piggyback();
RoutingEntry acor();
RoutingEntry pbAcor();
RoutingEntry tpr();
RoutingEntry lian();
RoutingEntry progressiveAdaptive();
RoutingEntry olm();
RoutingEntry dimwar();
RoutingEntry omniwar();
RoutingEntry conditional();
RoutingEntry qcnSwitch();
RoutingEntry upDown();
RoutingEntry shortestPath();

/// "O1TURN needs a mesh; this network is of the family Dragonfly."
Issue wrongNetwork(const Sentence& algorithm, const Sentence& wanted, const Topology& topology);

/// One sentence for each kind of link with fewer virtual channels than needed. `subject` is the
/// algorithm on its network: "Dimension order on a torus".
Issues tooFewVirtualChannels(const Sentence& subject, const VcCounts& needed,
                             const VcCounts& present);

/// "allow_cycles", for algorithms that can run with too few virtual channels: to show a deadlock.
Parameter allowCyclesParameter();
/// What forbids the run only warns where "allow_cycles" is set; otherwise the remedy names it.
Issues cyclesAllowed(Issues tooFew, const Values& values);

/// What speaks against tables of all pairs of routers: too many routers, or terminals that cannot
/// reach each other.
Issues tableIssues(const Sentence& subject, std::uint32_t mostRouters, const Topology& topology);

/// All virtual channels of a port that has `count`.
inline VcMask allVirtualChannels(unsigned count) {
  return (VcMask{1} << count) - 1;
}

}  // namespace hopscope::routings
