// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/network_geometry.h"

#include <QLineF>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/topology/generator.h"
#include "ui/drawing/edge_bundling.h"

namespace hopscope {

namespace {

double distanceSquared(const QPointF& a, const QPointF& b) {
  const QPointF d = a - b;
  return QPointF::dotProduct(d, d);
}

double distanceToSegment(const QPointF& p, const QPointF& a, const QPointF& b) {
  const QPointF d = b - a;
  const double length = QPointF::dotProduct(d, d);
  const double t = length > 0 ? std::clamp(QPointF::dotProduct(p - a, d) / length, 0.0, 1.0) : 0.0;
  return std::sqrt(distanceSquared(p, a + d * t));
}

/// A quantile that is robust against a few stray nodes.
double quantile(std::vector<double> values, double share) {
  const auto at = static_cast<std::ptrdiff_t>(share * double(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

/// Of a network that is drawn by hand: routers a hand's breadth apart, terminals where
/// `terminalPlace` puts them.
constexpr double kDrawnSpacing = 80, kDrawnTerminals = 24, kDrawnReach = 40;

/// The usual distance, or half of it as often as it takes until parts that are `measured` apart do
/// not overlap.
double steady(double usual, double measured) {
  constexpr double kOverlap = 0.5;  // of the usual distance: about the side of a router's card
  while (measured > 0 && measured < kOverlap * usual) usual /= 2;
  return usual;
}

/// Pieces a curve is measured in when picking.
constexpr int kPickPieces = 12;

}  // namespace

double LinkCurve::length() const {
  double sum = 0;
  QPointF from = a;
  for (const QPointF& bend : bends) {
    sum += QLineF(from, bend).length();
    from = bend;
  }
  return sum + QLineF(from, b).length();
}

LinkCurve::Piece LinkCurve::pieceAt(double t) const {
  double left = t * length();
  QPointF from = a;
  for (const QPointF& bend : bends) {
    const double piece = QLineF(from, bend).length();
    if (left < piece) return {from, bend, left / piece};
    left -= piece;
    from = bend;
  }
  const double last = QLineF(from, b).length();
  return {from, b, last > 0 ? std::min(left / last, 1.0) : 1.0};
}

std::vector<double> LinkCurve::stops(int pieces) const {
  std::vector<double> all{0};
  if (!bends.empty()) {
    const double whole = length();
    double sum = 0;
    QPointF from = a;
    for (const QPointF& bend : bends) {
      sum += QLineF(from, bend).length();
      if (whole > 0) all.push_back(sum / whole);
      from = bend;
    }
  } else if (curved) {
    for (int piece = 1; piece < pieces; ++piece) all.push_back(double(piece) / pieces);
  }
  all.push_back(1);
  return all;
}

QRectF LinkCurve::box() const {
  double left = std::min(a.x(), b.x()), right = std::max(a.x(), b.x());
  double top = std::min(a.y(), b.y()), bottom = std::max(a.y(), b.y());
  const auto reach = [&](const QPointF& place) {
    left = std::min(left, place.x());
    right = std::max(right, place.x());
    top = std::min(top, place.y());
    bottom = std::max(bottom, place.y());
  };
  if (curved) reach(control);
  for (const QPointF& bend : bends) reach(bend);
  return {QPointF(left, top), QPointF(right, bottom)};
}

QPointF LinkCurve::at(double t) const {
  if (!bends.empty()) {
    const Piece piece = pieceAt(t);
    return piece.from + (piece.to - piece.from) * piece.share;
  }
  if (!curved) return a + (b - a) * t;
  const double s = 1 - t;
  return a * (s * s) + control * (2 * s * t) + b * (t * t);
}

QPointF LinkCurve::direction(double t) const {
  const Piece piece = bends.empty() ? Piece{a, b, t} : pieceAt(t);
  const QPointF d = curved ? (control - a) * (1 - t) + (b - control) * t : piece.to - piece.from;
  const double size = std::hypot(d.x(), d.y());
  return size > 0 ? d / size : QPointF();
}

NetworkGeometry::NetworkGeometry(const std::shared_ptr<const Topology>& topology,
                                 const std::shared_ptr<const Placement>& placement) {
  if (!topology || !placement) return;
  drawn_ = familyOf(*topology) == nullptr;
  const auto toPoint = [](const Point& p) { return QPointF(p.x, p.y); };
  routers_.resize(topology->routerCount());
  terminals_.resize(topology->terminalCount());
  for (std::size_t i = 0; i < std::min(routers_.size(), placement->routers.size()); ++i) {
    routers_[i] = toPoint(placement->routers[i]);
  }
  for (std::size_t i = 0; i < std::min(terminals_.size(), placement->terminals.size()); ++i) {
    terminals_[i] = toPoint(placement->terminals[i]);
  }
  links_.resize(topology->linkCount());
  const auto endOf = [&](const LinkEnd& end) {
    return end.isTerminal ? terminals_[end.node] : routers_[end.node];
  };
  for (std::size_t i = 0; i < links_.size(); ++i) {
    LinkCurve& curve = links_[i];
    curve.a = endOf(topology->links[i].a);
    curve.b = endOf(topology->links[i].b);
    const double bulge = i < placement->bulge.size() ? placement->bulge[i] : 0.0F;
    const QPointF way = curve.b - curve.a;
    const double length = std::hypot(way.x(), way.y());
    curve.curved = bulge != 0 && length > 0;
    // The middle of a quadratic curve lies half way between the chord and its control point. Left
    // of the way is up for a way to the right: y grows downwards.
    curve.control = (curve.a + curve.b) / 2;
    if (const auto bends = placement->bends.find(static_cast<LinkId>(i));
        bends != placement->bends.end()) {
      for (const Point& bend : bends->second) curve.bends.push_back(toPoint(bend));
      curve.curved = false;
    }
    if (curve.curved) curve.control += QPointF(way.y(), -way.x()) * (2 * bulge / length);
  }
  // A network that is drawn keeps the lines that its author sees.
  if (!drawn_)
    if (const EdgeBundling bundling(*topology, routers_); bundling.wanted())
      for (std::size_t i = 0; i < links_.size(); ++i)
        if (!links_[i].curved && links_[i].bends.empty())
          links_[i].bends = bundling.bendsOf(static_cast<LinkId>(i));

  QPolygonF all;
  for (const QPointF& p : routers_) all << p;
  for (const QPointF& p : terminals_) all << p;
  for (const LinkCurve& curve : links_) {
    for (const QPointF& bend : curve.bends) all << bend;
    if (curve.curved) all << curve.at(0.25) << curve.at(0.5) << curve.at(0.75);
  }
  for (const GroupShape& group : placement->groups) {
    for (const Point& p : group.outline) all << toPoint(p);
  }
  bounds_ = all.isEmpty() ? QRectF() : all.boundingRect();

  measureSpacing();
  buildNodeGrids();
  measureSpacing();
}

NetworkGeometry::Cell NetworkGeometry::cellKey(int column, int row) {
  return (static_cast<Cell>(static_cast<std::uint32_t>(column)) << 32) |
         static_cast<std::uint32_t>(row);
}

NetworkGeometry::Cell NetworkGeometry::cellOf(const QPointF& place) const {
  return cellKey(static_cast<int>(std::floor(place.x() / cellSize_)),
                 static_cast<int>(std::floor(place.y() / cellSize_)));
}

void NetworkGeometry::buildNodeGrids() {
  for (std::uint32_t i = 0; i < routers_.size(); ++i) {
    routerGrid_[cellOf(routers_[i])].push_back(i);
  }
  for (std::uint32_t i = 0; i < terminals_.size(); ++i) {
    terminalGrid_[cellOf(terminals_[i])].push_back(i);
  }
}

/// Before the grids exist: a cell size from the density of nodes. Afterwards: the true distances.
void NetworkGeometry::measureSpacing() {
  if (routerGrid_.empty()) {
    const double nodes = double(routers_.size() + terminals_.size());
    const double area = std::max(bounds_.width(), 1.0) * std::max(bounds_.height(), 1.0);
    cellSize_ = nodes > 0 ? std::max(std::sqrt(2 * area / nodes), 1.0) : 50;
    return;
  }
  const auto nearestOther = [&](const Grid& grid, const std::vector<QPointF>& places,
                                const QPointF& place) {
    double best = std::numeric_limits<double>::infinity();
    const int column = static_cast<int>(std::floor(place.x() / cellSize_));
    const int row = static_cast<int>(std::floor(place.y() / cellSize_));
    for (int reach = 1; reach <= 3; ++reach) {
      for (int dx = -reach; dx <= reach; ++dx) {
        for (int dy = -reach; dy <= reach; ++dy) {
          const auto cell = grid.find(cellKey(column + dx, row + dy));
          if (cell == grid.end()) continue;
          for (const std::uint32_t other : cell->second) {
            const double d = distanceSquared(places[other], place);
            if (d > 0) best = std::min(best, d);
          }
        }
      }
      if (best <= reach * cellSize_ * reach * cellSize_) break;
    }
    return std::sqrt(best);
  };
  // A sample is enough: layouts are regular.
  const auto spacingOf = [&](const std::vector<QPointF>& places, auto measure) {
    std::vector<double> distances;
    const std::size_t step = std::max<std::size_t>(places.size() / 500, 1);
    for (std::size_t i = 0; i < places.size(); i += step) {
      const double d = measure(places[i]);
      if (std::isfinite(d)) distances.push_back(d);
    }
    return distances.empty() ? 100.0 : quantile(std::move(distances), 0.25);
  };
  routerSpacing_ =
      spacingOf(routers_, [&](const QPointF& p) { return nearestOther(routerGrid_, routers_, p); });
  terminalSpacing_ = spacingOf(terminals_, [&](const QPointF& p) {
    return std::min(nearestOther(terminalGrid_, terminals_, p),
                    nearestOther(routerGrid_, routers_, p));
  });
  terminalReach_ = spacingOf(
      terminals_, [&](const QPointF& p) { return nearestOther(routerGrid_, routers_, p); });
  measuredSpacing_ = routerSpacing_;
  if (!drawn_) return;
  routerSpacing_ = steady(kDrawnSpacing, routerSpacing_);
  terminalSpacing_ = steady(kDrawnTerminals, terminalSpacing_);
  terminalReach_ = steady(kDrawnReach, terminalReach_);
}

std::uint32_t NetworkGeometry::nearest(const Grid& grid, const std::vector<QPointF>& places,
                                       const QPointF& place, double radius) const {
  std::uint32_t found = kNone;
  double best = radius * radius;
  const auto consider = [&](const std::vector<std::uint32_t>& ids) {
    for (const std::uint32_t id : ids) {
      const double d = distanceSquared(places[id], place);
      if (d <= best) {
        best = d;
        found = id;
      }
    }
  };
  const auto cells = [&](double value) { return static_cast<int>(std::floor(value / cellSize_)); };
  const int left = cells(place.x() - radius), right = cells(place.x() + radius);
  const int top = cells(place.y() - radius), bottom = cells(place.y() + radius);
  if (double(right - left + 1) * (bottom - top + 1) > double(grid.size())) {
    for (const auto& cell : grid) consider(cell.second);
    return found;
  }
  for (int column = left; column <= right; ++column) {
    for (int row = top; row <= bottom; ++row) {
      const auto cell = grid.find(cellKey(column, row));
      if (cell != grid.end()) consider(cell->second);
    }
  }
  return found;
}

RouterId NetworkGeometry::routerNear(const QPointF& place, double radius) const {
  return nearest(routerGrid_, routers_, place, radius);
}

TerminalId NetworkGeometry::terminalNear(const QPointF& place, double radius) const {
  return nearest(terminalGrid_, terminals_, place, radius);
}

void NetworkGeometry::buildLinkGrid() const {
  linkGridBuilt_ = true;
  for (std::uint32_t i = 0; i < links_.size(); ++i) {
    const LinkCurve& curve = links_[i];
    double length = 0;
    QPointF last = curve.a;
    for (const double t : curve.stops(kPickPieces)) {
      length += QLineF(last, curve.at(t)).length();
      last = curve.at(t);
    }
    // Half a cell a step: what lies between two steps is within the next cells, which a pick
    // visits too.
    const int steps = std::clamp(static_cast<int>(2 * length / cellSize_) + 1, 1, 4096);
    Cell before = ~Cell{0};
    for (int step = 0; step <= steps; ++step) {
      const Cell cell = cellOf(curve.at(double(step) / steps));
      if (cell == before) continue;
      linkGrid_[cell].push_back(i);
      before = cell;
    }
  }
}

LinkId NetworkGeometry::linkNear(const QPointF& place, double radius) const {
  if (!linkGridBuilt_) buildLinkGrid();
  LinkId found = kNone;
  double best = radius;
  const auto cells = [&](double value) { return static_cast<int>(std::floor(value / cellSize_)); };
  const int left = cells(place.x() - radius) - 1, right = cells(place.x() + radius) + 1;
  const int top = cells(place.y() - radius) - 1, bottom = cells(place.y() + radius) + 1;
  const auto consider = [&](LinkId id) {
    const LinkCurve& curve = links_[id];
    double d = std::numeric_limits<double>::infinity();
    QPointF from = curve.a;
    for (const double t : curve.stops(kPickPieces)) {
      const QPointF to = curve.at(t);
      d = std::min(d, distanceToSegment(place, from, to));
      from = to;
    }
    if (d <= best) {
      best = d;
      found = id;
    }
  };
  if (double(right - left + 1) * (bottom - top + 1) > double(linkGrid_.size())) {
    for (LinkId id = 0; id < links_.size(); ++id) consider(id);
    return found;
  }
  for (int column = left; column <= right; ++column) {
    for (int row = top; row <= bottom; ++row) {
      const auto cell = linkGrid_.find(cellKey(column, row));
      if (cell == linkGrid_.end()) continue;
      for (const LinkId id : cell->second) consider(id);
    }
  }
  return found;
}

}  // namespace hopscope
