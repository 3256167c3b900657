// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/topology/placement.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// Hierarchical edge bundling (Holten, "Hierarchical edge bundles: visualization of adjacency
/// relations in hierarchical data", IEEE TVCG 12(5), 2006) of a network whose groups stand on a
/// ring: a link between two groups follows the hierarchy of routers, groups and sectors of
/// neighbouring groups, so that links with the same way run together. As there (section 4.2), the
/// common ancestor is left out of the path, and the path is straightened by a strength of 0.85.
class EdgeBundling {
 public:
  /// Fewer links between groups than this are told apart as straight lines.
  static constexpr std::size_t kFewestLinks = 1500;
  /// More of them would take the window's thread too long, and are drawn by parts of the ring.
  static constexpr std::size_t kMostLinks = 40'000;

  /// `routers`: their places. wanted() is false, and nothing is bundled, where the groups are few,
  /// or of one router each, or do not stand on a ring, or few or too many links go between them.
  EdgeBundling(const Topology& topology, const std::vector<QPointF>& routers);

  bool wanted() const { return !groupAnchor_.empty(); }
  /// The points between the ends of a link that goes between two groups, from its end a to its end
  /// b; as many for every such link. Empty for any other link.
  std::vector<QPointF> bendsOf(LinkId link) const;

 private:
  /// A point of a curve as the sixth of a sum of four corners of its path.
  struct Knot {
    std::array<std::size_t, 4> corner{};
    std::array<double, 4> weight{};
  };
  static constexpr int kWithin = 4, kAcross = 6;  ///< corners of a path

  static std::vector<Knot> knots(int corners, int pieces);

  const Topology& topology_;
  const std::vector<QPointF>& routers_;
  std::vector<QPointF> groupAnchor_;   ///< by group
  std::vector<std::uint32_t> sector_;  ///< by group
  std::vector<QPointF> sectorAnchor_;
  std::vector<Knot> within_, across_;  ///< of a path within a sector, and between two
};

/// Lines can't show this network, however they are gathered, but a matrix of its routers can: it
/// has so many links, and so long ones, that they fill the ground of a usual window several times
/// over.
bool isBeyondLines(const Topology& topology, const Placement& placement);

}  // namespace hopscope
