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

/// A uniform cubic B-spline that begins and ends at the ends of its polygon, at u = 0..1.
QPointF splineAt(const std::vector<QPointF>& polygon, double u) {
  // The ends count three times, so that the curve reaches them.
  const int spans = static_cast<int>(polygon.size()) + 1;
  const double place = std::clamp(u, 0.0, 1.0) * spans;
  const int span = std::min(static_cast<int>(place), spans - 1);
  const double t = place - span;
  const auto corner = [&](int i) {
    return polygon[static_cast<std::size_t>(
        std::clamp(i - 2, 0, static_cast<int>(polygon.size()) - 1))];
  };
  const double s = 1 - t;
  return (corner(span) * (s * s * s) + corner(span + 1) * (3 * t * t * t - 6 * t * t + 4) +
          corner(span + 2) * (3 * s * s * s - 6 * s * s + 4) + corner(span + 3) * (t * t * t)) /
         6;
}

}  // namespace

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
  pieces_ = std::clamp(static_cast<int>(kPiecesInAll / links), kFewestPieces, kMostPieces);
}

std::vector<QPointF> EdgeBundling::bendsOf(LinkId link) const {
  const Link& known = topology_.links[link];
  if (!wanted() || known.a.isTerminal || known.b.isTerminal) return {};
  const auto from = static_cast<std::size_t>(topology_.group[known.a.node]);
  const auto to = static_cast<std::size_t>(topology_.group[known.b.node]);
  if (from == to) return {};
  std::vector<QPointF> path{routers_[known.a.node], groupAnchor_[from]};
  if (sector_[from] != sector_[to]) {
    path.push_back(sectorAnchor_[sector_[from]]);
    path.push_back(sectorAnchor_[sector_[to]]);
  }
  path.push_back(groupAnchor_[to]);
  path.push_back(routers_[known.b.node]);
  const QPointF way = path.back() - path.front(), start = path.front();
  const auto last = static_cast<double>(path.size() - 1);
  for (std::size_t i = 1; i + 1 < path.size(); ++i)
    path[i] = path[i] * kStrength + (start + way * (double(i) / last)) * (1 - kStrength);
  std::vector<QPointF> bends;
  for (int piece = 1; piece < pieces_; ++piece)
    bends.push_back(splineAt(path, double(piece) / pieces_));
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
