// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QPointF>
#include <QRectF>
#include <optional>
#include <utility>
#include <vector>

namespace hopscope {

/// The part of a straight line that lies in a rectangle; nothing where none does.
std::optional<std::pair<QPointF, QPointF>> clipLine(const QPointF& a, const QPointF& b,
                                                    const QRectF& area);

/// The stretches of a line of `count` points that lie in a rectangle, each a line of its own. All
/// of it, point by point, where it lies inside. Where dashes of a `period` (in the points' unit;
/// 0: none) are drawn along it, stretches begin a whole number of periods from its beginning, if
/// need be just outside, so that the dashes stay where they are.
std::vector<std::vector<QPointF>> clipPolyline(const QPointF* points, std::size_t count,
                                               const QRectF& area, double period = 0);

/// The dashes of a polyline that begins with one, as pieces that do not bend; they are added to
/// `pieces`. All lengths in px; dash and gap must be positive.
void cutDashes(const std::vector<QPointF>& points, double dash, double gap,
               std::vector<QLineF>& pieces);

}  // namespace hopscope
