// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/topology/topology.h"
#include "ui/drawing/network_geometry.h"

namespace hopscope {

/// Links of a large network gathered to what can still be told apart: one bundle a pair of groups,
/// of neighbouring groups or of parts of a tier, so that there are never much more than a thousand.
struct LinkBundles {
  struct Bundle {
    LinkCurve curve;
    std::uint32_t first = 0, count = 0;  ///< its range of `members`
    std::uint8_t linkClass = 0;
  };
  std::vector<Bundle> bundles;
  std::vector<LinkId> members;
  std::vector<std::uint32_t> bundleOf;  ///< by link; kNone: not drawn in the bundled view

  /// A bundle is drawn 2 px wide and 2 px wider for every doubling of its members, up to 12 px.
  static double width(std::uint32_t count);
};

/// At most this many clusters of routers are told apart, hence bundles: half its square.
inline constexpr std::uint32_t kMostClusters = 52;

/// The cluster of each router: whole groups (several neighbours where there are many), else equal
/// parts of each group.
std::vector<std::uint32_t> clustersOf(const Topology& topology);

/// Links between clusters are bundled; links within one are drawn singly. Links within a group are
/// left out for `wholeGroups`, where a group is drawn as one shape; terminals' links always are.
LinkBundles bundleLinks(const Topology& topology, const NetworkGeometry& geometry,
                        bool wholeGroups);

}  // namespace hopscope
