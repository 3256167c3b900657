// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/topology/topology.h"

namespace hopscope {

/// A place on the canvas, in canvas units (1 unit = 1 pixel at 100 % zoom), y downwards.
struct Point {
  double x = 0, y = 0;

  bool operator==(const Point&) const = default;
};

/// A labelled background shape behind the routers of one group or tier.
struct GroupShape {
  std::string label;           ///< "G5", "level 1"
  Point labelAt;               ///< middle of the label
  std::vector<Point> outline;  ///< closed polygon; empty: a label only
  std::int32_t group = 0;      ///< Topology::group of its routers
};

/// Words someone wrote beside the network; lines end with '\n'.
struct CanvasNote {
  Point place;  ///< of its top left corner
  std::string text;

  bool operator==(const CanvasNote&) const = default;
};

/// Where a network's parts are drawn. Index = dense id.
struct Placement {
  std::vector<Point> routers, terminals;
  /// Per link: how far its middle bulges to the left of the straight way from end a to end b, in
  /// canvas units; 0 is a straight line. Drawn as a quadratic curve.
  std::vector<float> bulge;
  std::vector<GroupShape> groups;
  /// Where links that were bent by hand change their direction, from end a to end b, by dense id;
  /// straight in between.
  std::map<std::uint32_t, std::vector<Point>> bends;
  std::vector<CanvasNote> notes;
  /// Topology::group of those whose routers are drawn as one node.
  std::set<std::int32_t> collapsed = {};
};

/// The family's own layout (grid, tiers, groups on a ring). A family without one, and a drawn
/// network without positions, comes out on a circle; never a force layout by itself.
Placement place(const Topology& topology);

/// "Tidy up": a force-directed layout (Kamada & Kawai 1989 below 150 routers, Fruchterman &
/// Reingold 1991 above) for drawn networks. Terminals stand around their router. Takes about a
/// second for 1,000 routers: above 100, call it off the window's thread.
Placement tidyUp(const Topology& topology);

/// Puts every terminal around its router, away from the router's links; for drawn networks whose
/// routers have places already.
Point terminalPlace(const Topology& topology, const std::vector<Point>& routers,
                    TerminalId terminal);

}  // namespace hopscope
