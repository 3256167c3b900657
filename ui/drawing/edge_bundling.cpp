// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/edge_bundling.h"

#include <QLineF>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace hopscope {

namespace {

constexpr double kStrength = 0.85;  ///< of bundling; 0: straight lines
constexpr std::size_t kFewGroups = 24;
constexpr double kRound = 0.05;  ///< how far from a ring groups may stand, of its radius
// Where the nodes of the hierarchy stand, of the way from the middle to a group.
constexpr double kGroupReach = 0.8, kSectorReach = 0.45;
// Pieces of a curve: in a very large network fewer, of which each is only a few pixels long.
constexpr int kMostPieces = 24, kFewestPieces = 6;
constexpr std::size_t kPiecesInAll = 120'000;

}  // namespace

/// The points of a uniform cubic B-spline that begins and ends at the ends of a polygon of so many
/// corners, at u = 1 / pieces and so on: of which corners, and by which weights, the sixth of it.
std::vector<EdgeBundling::Knot> EdgeBundling::knots(int corners, int pieces) {
  std::vector<Knot> all;
  all.reserve(static_cast<std::size_t>(pieces));
  // The ends count three times, so that the curve reaches them.
  const int spans = corners + 1;
  for (int piece = 1; piece < pieces; ++piece) {
    const double place = double(piece) / pieces * spans;
    const int span = std::min(static_cast<int>(place), spans - 1);
    const double t = place - span, s = 1 - t;
    Knot knot;
    for (int k = 0; k < 4; ++k)
      knot.corner[static_cast<std::size_t>(k)] =
          static_cast<std::size_t>(std::clamp(span + k - 2, 0, corners - 1));
    knot.weight = {s * s * s, 3 * t * t * t - 6 * t * t + 4, 3 * s * s * s - 6 * s * s + 4,
                   t * t * t};
    all.push_back(knot);
  }
  return all;
}

EdgeBundling::EdgeBundling(const Topology& topology, const std::vector<QPointF>& routers)
    : topology_(topology), routers_(routers) {
  std::size_t links = 0;
  for (const Link& link : topology.links)
    if (!link.a.isTerminal && !link.b.isTerminal &&
        topology.group[link.a.node] != topology.group[link.b.node])
      ++links;
  if (links < kFewestLinks || links > kMostLinks) return;
  std::vector<QPointF> middle;
  std::vector<double> size;
  for (RouterId router = 0; router < topology.routerCount(); ++router) {
    if (topology.group[router] < 0) return;
    const auto group = static_cast<std::size_t>(topology.group[router]);
    if (group >= middle.size()) {
      middle.resize(group + 1);
      size.resize(group + 1);
    }
    middle[group] += routers[router];
    size[group] += 1;
  }
  // Groups of one node have nothing to gather: their links cover more of the ground in bundles.
  if (middle.size() < kFewGroups || middle.size() == topology.routerCount()) return;
  for (std::size_t group = 0; group < middle.size(); ++group) {
    if (size[group] == 0) return;
    middle[group] /= size[group];
  }
  const auto count = static_cast<double>(middle.size());
  const QPointF centre = std::accumulate(middle.begin(), middle.end(), QPointF()) / count;
  const auto far = [&](const QPointF& place) {
    return std::hypot(place.x() - centre.x(), place.y() - centre.y());
  };
  const double radius = far(middle.front());
  if (radius <= 0) return;
  for (const QPointF& each : middle)
    if (std::abs(far(each) - radius) > kRound * radius) return;

  // Sectors hold about as many groups as there are sectors.
  std::vector<std::size_t> round(middle.size());
  std::iota(round.begin(), round.end(), std::size_t{0});
  const auto angle = [&](std::size_t group) {
    return std::atan2(middle[group].y() - centre.y(), middle[group].x() - centre.x());
  };
  std::stable_sort(round.begin(), round.end(),
                   [&](std::size_t a, std::size_t b) { return angle(a) < angle(b); });
  const auto sectors = static_cast<std::size_t>(std::lround(std::sqrt(count)));
  sector_.resize(middle.size());
  sectorAnchor_.resize(sectors);
  std::vector<double> members(sectors);
  for (std::size_t i = 0; i < round.size(); ++i) {
    const std::size_t sector = i * sectors / round.size();
    sector_[round[i]] = static_cast<std::uint32_t>(sector);
    sectorAnchor_[sector] += middle[round[i]];
    members[sector] += 1;
  }
  for (std::size_t sector = 0; sector < sectors; ++sector) {
    const QPointF mean = sectorAnchor_[sector] / members[sector];
    const double way = std::max(far(mean), 1e-9);
    sectorAnchor_[sector] = centre + (mean - centre) * (kSectorReach * radius / way);
  }
  for (const QPointF& each : middle) groupAnchor_.push_back(centre + (each - centre) * kGroupReach);
  const int pieces = std::clamp(static_cast<int>(kPiecesInAll / links), kFewestPieces, kMostPieces);
  within_ = knots(kWithin, pieces);
  across_ = knots(kAcross, pieces);
}

std::vector<QPointF> EdgeBundling::bendsOf(LinkId link) const {
  const Link& known = topology_.links[link];
  if (!wanted() || known.a.isTerminal || known.b.isTerminal) return {};
  const auto from = static_cast<std::size_t>(topology_.group[known.a.node]);
  const auto to = static_cast<std::size_t>(topology_.group[known.b.node]);
  if (from == to) return {};
  std::array<QPointF, kAcross> path{routers_[known.a.node], groupAnchor_[from]};
  std::size_t corners = 2;
  if (sector_[from] != sector_[to]) {
    path[corners++] = sectorAnchor_[sector_[from]];
    path[corners++] = sectorAnchor_[sector_[to]];
  }
  path[corners++] = groupAnchor_[to];
  path[corners++] = routers_[known.b.node];
  const QPointF way = path[corners - 1] - path[0], start = path[0];
  const auto last = static_cast<double>(corners - 1);
  for (std::size_t i = 1; i + 1 < corners; ++i)
    path[i] = path[i] * kStrength + (start + way * (double(i) / last)) * (1 - kStrength);
  const std::vector<Knot>& points = corners == kAcross ? across_ : within_;
  std::vector<QPointF> bends;
  bends.reserve(points.size());
  for (const Knot& knot : points)
    bends.push_back((path[knot.corner[0]] * knot.weight[0] + path[knot.corner[1]] * knot.weight[1] +
                     path[knot.corner[2]] * knot.weight[2] +
                     path[knot.corner[3]] * knot.weight[3]) /
                    6);
  return bends;
}

bool isBeyondLines(const Topology& topology, const Placement& placement) {
  constexpr std::size_t kMostLinks = 5000;
  constexpr double kWindow = 700, kLine = 1.5;  // pixels
  constexpr double kCovers = 3;                 // times the ground
  if (topology.linkCount() <= kMostLinks || placement.routers.size() != topology.routerCount())
    return false;
  QPolygonF places;
  for (const Point& each : placement.routers) places << QPointF(each.x, each.y);
  const QRectF all = places.boundingRect();
  const double size = std::max({all.width(), all.height(), 1e-9});
  double length = 0;
  std::size_t links = 0;
  for (const Link& link : topology.links) {
    if (link.a.isTerminal || link.b.isTerminal) continue;
    ++links;
    length += QLineF(places[link.a.node], places[link.b.node]).length();
  }
  if (links <= kMostLinks || length / size * kLine / kWindow < kCovers) return false;
  return !EdgeBundling(topology, {places.begin(), places.end()}).wanted();
}

}  // namespace hopscope
