// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/topology/graph_algorithms.h"
#include "engine/topology/layouts/layouts.h"

namespace hopscope {
namespace {

constexpr double kTidyEdgeLength = 110;
constexpr double kLeastDistance = 48;  // of two routers
constexpr double kIslandGap = 120;     // between unconnected parts

struct IslandBox {
  double left = 0, top = 0, right = 0, bottom = 0;
};

IslandBox boxOf(const std::vector<Point>& points) {
  IslandBox box{points[0].x, points[0].y, points[0].x, points[0].y};
  for (const Point& point : points) {
    box.left = std::min(box.left, point.x);
    box.right = std::max(box.right, point.x);
    box.top = std::min(box.top, point.y);
    box.bottom = std::max(box.bottom, point.y);
  }
  return box;
}

/// Calls `visit(i, j)` for the pairs of points whose x differ by less than `reach`, in a fixed
/// order.
template <typename Visit>
void forNearPairs(const std::vector<Point>& points, double reach, Visit visit) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return points[a].x < points[b].x; });
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      if (points[order[j]].x - points[order[i]].x >= reach) break;
      visit(order[i], order[j]);
    }
}

/// Pushes routers that are too close to each other apart, a little at a time.
void separate(std::vector<Point>& points) {
  constexpr int kPasses = 200;
  bool crowded = true;
  for (int pass = 0; crowded && pass < kPasses; ++pass) {
    crowded = false;
    std::vector<Point> moved = points;
    forNearPairs(points, kLeastDistance, [&](std::size_t i, std::size_t j) {
      double dx = points[j].x - points[i].x;
      double dy = points[j].y - points[i].y;
      double length = std::hypot(dx, dy);
      if (length >= kLeastDistance) return;
      crowded = true;
      if (length < 1) {  // one upon the other: any direction will do, but always the same one
        dx = std::cos(static_cast<double>(i));
        dy = std::sin(static_cast<double>(i));
        length = 1;
      }
      const double push = 0.55 * (kLeastDistance - std::min(length, kLeastDistance)) / length;
      moved[i] = {moved[i].x - dx * push, moved[i].y - dy * push};
      moved[j] = {moved[j].x + dx * push, moved[j].y + dy * push};
    });
    points = moved;
  }
}

/// One connected part: its routers, and their places with the upper left corner at (0, 0).
struct Island {
  std::vector<RouterId> routers;
  std::vector<Point> places;
  double width = 0, height = 0;
};

std::vector<Island> makeIslands(const Topology& topology) {
  const std::vector<std::uint32_t> component = routerComponents(topology);
  std::vector<Island> islands;
  std::vector<std::uint32_t> index(topology.routerCount());
  for (RouterId r = 0; r < topology.routerCount(); ++r) {
    if (component[r] >= islands.size()) islands.resize(component[r] + 1);
    index[r] = static_cast<std::uint32_t>(islands[component[r]].routers.size());
    islands[component[r]].routers.push_back(r);
  }
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> edges(islands.size());
  for (const Link& link : topology.links)
    if (!link.a.isTerminal)
      edges[component[link.a.node]].emplace_back(index[link.a.node], index[link.b.node]);
  for (std::size_t i = 0; i < islands.size(); ++i) {
    Island& island = islands[i];
    const auto size = static_cast<std::uint32_t>(island.routers.size());
    island.places = forceLayout(size, edges[i], kTidyEdgeLength);
    separate(island.places);
    const IslandBox box = boxOf(island.places);
    for (Point& place : island.places) place = {place.x - box.left, place.y - box.top};
    island.width = box.right - box.left;
    island.height = box.bottom - box.top;
  }
  return islands;
}

}  // namespace

Placement tidyUp(const Topology& topology) {
  Placement placement = layouts::blank(topology);
  std::vector<Island> islands = makeIslands(topology);
  std::stable_sort(islands.begin(), islands.end(), [](const Island& a, const Island& b) {
    return a.routers.size() > b.routers.size();
  });
  // Shelves from left to right, as wide as the largest part or a square of all.
  double area = 0;
  double shelf = 0;
  for (const Island& island : islands) {
    area += (island.width + kIslandGap) * (island.height + kIslandGap);
    shelf = std::max(shelf, island.width);
  }
  shelf = std::max(shelf, std::sqrt(area));
  Point corner;
  double shelfHeight = 0;
  for (const Island& island : islands) {
    if (corner.x > 0 && corner.x + island.width > shelf) {
      corner = {0, corner.y + shelfHeight + kIslandGap};
      shelfHeight = 0;
    }
    for (std::size_t i = 0; i < island.routers.size(); ++i)
      placement.routers[island.routers[i]] = {corner.x + island.places[i].x,
                                              corner.y + island.places[i].y};
    corner.x += island.width + kIslandGap;
    shelfHeight = std::max(shelfHeight, island.height);
  }
  for (TerminalId t = 0; t < topology.terminalCount(); ++t)
    placement.terminals[t] = terminalPlace(topology, placement.routers, t);
  layouts::spreadParallelLinks(topology, placement);
  return placement;
}

}  // namespace hopscope
