// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/topology/placement.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// A link as drawn: a quadratic curve, or a straight line where `curved` is false, or a line with
/// bends.
struct LinkCurve {
  QPointF a, control, b;
  bool curved = false;
  std::vector<QPointF> bends;  ///< from a to b; then it is not curved

  /// The point at t = 0 (end a) to 1 (end b).
  QPointF at(double t) const;
  /// The direction from a to b at t, of length 1 (or 0 where both ends coincide).
  QPointF direction(double t) const;
  /// Values of t whose points, joined by straight lines, are the link: the ends, the bends, or
  /// `pieces` equal parts of a curve.
  std::vector<double> stops(int pieces) const;
  QRectF box() const;  ///< holds all of it

 private:
  /// The straight piece of a bent line that holds t: its ends, and where in it t lies.
  struct Piece {
    QPointF from, to;
    double share;
  };
  Piece pieceAt(double t) const;
  double length() const;  ///< of a bent line
};

/// Where everything of one placed network lies, in canvas units, with an index for picking.
class NetworkGeometry {
 public:
  NetworkGeometry() = default;
  NetworkGeometry(const std::shared_ptr<const Topology>& topology,
                  const std::shared_ptr<const Placement>& placement);

  const std::vector<QPointF>& routers() const { return routers_; }
  const std::vector<QPointF>& terminals() const { return terminals_; }
  const std::vector<LinkCurve>& links() const { return links_; }

  /// The usual distance to the nearest other router; decides the level of detail. In a network
  /// that was drawn by hand it is that of an example, so that a router keeps its size whatever is
  /// placed, pasted or plugged in beside it; only where parts would overlap it is less.
  double routerSpacing() const { return routerSpacing_; }
  /// The same as it is, also in a network that was drawn.
  double measuredSpacing() const { return measuredSpacing_; }
  /// The usual distance to the nearest other terminal or router; drawn: likewise.
  double terminalSpacing() const { return terminalSpacing_; }
  /// The usual length of a terminal link; infinite without terminals.
  double terminalReach() const { return terminalReach_; }
  /// Everything but labels.
  QRectF bounds() const { return bounds_; }

  /// The nearest one whose centre is within `radius`; kNone where there is none.
  RouterId routerNear(const QPointF& place, double radius) const;
  TerminalId terminalNear(const QPointF& place, double radius) const;
  LinkId linkNear(const QPointF& place, double radius) const;

 private:
  using Cell = std::uint64_t;
  using Grid = std::unordered_map<Cell, std::vector<std::uint32_t>>;

  Cell cellOf(const QPointF& place) const;
  static Cell cellKey(int column, int row);
  void measureSpacing();
  void buildNodeGrids();
  void buildLinkGrid() const;
  std::uint32_t nearest(const Grid& grid, const std::vector<QPointF>& places, const QPointF& place,
                        double radius) const;

  std::vector<QPointF> routers_, terminals_;
  std::vector<LinkCurve> links_;
  double measuredSpacing_ = 100, routerSpacing_ = 100, terminalSpacing_ = 100, terminalReach_ = 100;
  bool drawn_ = false;  ///< by hand, or of no family
  QRectF bounds_;
  double cellSize_ = 50;
  Grid routerGrid_, terminalGrid_;
  /// Built at the first pick: a picture that is only exported never needs it.
  mutable Grid linkGrid_;
  mutable bool linkGridBuilt_ = false;
};

}  // namespace hopscope
