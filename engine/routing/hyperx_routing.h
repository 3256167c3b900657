// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/routing/hyperx_paths.h"
#include "engine/routing/routing_algorithm.h"

/// Routing on HyperX (flattened butterfly); the entries of dimension order, Valiant and UGAL
/// dispatch to it.
namespace hopscope::routings {

std::unique_ptr<RoutingAlgorithm> hyperxDimensionOrder(const Topology& topology,
                                                       const VcCounts& vcs);

/// How intermediate routers are drawn.
struct HyperxDraws {
  /// They share every coordinate that source and destination share (restricted Valiant; Benito,
  /// PhD thesis, 2020, section 5.2).
  bool restricted = false;
  bool recompute = false;  ///< anew after each attempt in vain (section 5.3)

  static HyperxDraws of(const Values& values);
};

/// Two legs with a virtual channel each.
inline constexpr VcCounts kHyperxTwoLegs{2, 1};
Issues checkHyperxValiant(const Topology& topology, const VcCounts& vcs);
std::unique_ptr<RoutingAlgorithm> makeHyperxValiant(const Topology& topology, const VcCounts& vcs,
                                                    const HyperxDraws& draws);

/// UGAL-L: `threshold` in flits favours the minimal path.
Issues checkHyperxUgal(const Sentence& label, const VcCounts& vcs);
std::unique_ptr<RoutingAlgorithm> makeHyperxUgal(const Topology& topology, const VcCounts& vcs,
                                                 const HyperxDraws& draws, double threshold);

}  // namespace hopscope::routings
