// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/routing/hyperx_paths.h"
#include "engine/routing/routing_algorithm.h"

/// Routing on HyperX (flattened butterfly); the entries of dimension order, Valiant and UGAL
/// dispatch to it.
namespace hopscope::routings {

std::unique_ptr<RoutingAlgorithm> hyperxDimensionOrder(const Topology& topology,
                                                       const VcCounts& vcs);

/// Two legs with a virtual channel each.
inline constexpr VcCounts kHyperxTwoLegs{2, 1};
Issues checkHyperxValiant(const Topology& topology, const VcCounts& vcs);
std::unique_ptr<RoutingAlgorithm> makeHyperxValiant(const Topology& topology, const VcCounts& vcs);

/// UGAL-L: `threshold` in flits favours the minimal way.
Issues checkHyperxUgal(const Topology& topology, const VcCounts& vcs);
std::unique_ptr<RoutingAlgorithm> makeHyperxUgal(const Topology& topology, const VcCounts& vcs,
                                                 double threshold);

}  // namespace hopscope::routings
