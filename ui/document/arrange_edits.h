// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "engine/topology/placement.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// To which edge or middle of all selected parts each of them is moved.
enum class Alignment { left, center, right, top, middle, bottom };
/// The direction in which selected parts get equal distances.
enum class Spread { across, down };
/// How selected routers are linked to each other.
enum class LinkPattern { fullMesh, ring, tree };

/// More links than this are not made in one go.
inline constexpr std::size_t kMostPatternLinks = 20'000;

/// By how much each part moves; parts that stay are left out.
struct Shifts {
  std::map<RouterId, QPointF> routers;
  std::map<TerminalId, QPointF> terminals;
};

/// Terminals of a moved router move with it, whether they are named or not.
Shifts alignmentShifts(const Topology& topology, const Placement& placement,
                       const std::set<RouterId>& routers, const std::set<TerminalId>& terminals,
                       Alignment alignment);
/// The outermost two stay; of fewer than three nothing moves.
Shifts spreadShifts(const Topology& topology, const Placement& placement,
                    const std::set<RouterId>& routers, const std::set<TerminalId>& terminals,
                    Spread spread);

/// The pairs of routers to link, without those that are linked already. A ring goes around the
/// routers' middle; in a tree the topmost router is the root, and every other hangs on the nearest
/// one above it. Empty where it would be more than kMostPatternLinks.
std::vector<std::pair<RouterId, RouterId>> patternPairs(const Topology& topology,
                                                        const Placement& placement,
                                                        const std::set<RouterId>& routers,
                                                        LinkPattern pattern);

}  // namespace hopscope
