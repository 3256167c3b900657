// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QPainter>
#include <QPen>
#include <QPointF>
#include <QRectF>
#include <cstddef>
#include <vector>

namespace hopscope {

inline constexpr double kDash = 2, kDashGap = 3;  ///< px: of a line where there is no data

/// Draws what of a line can be seen. A chord that is a hundred windows long takes as long as its
/// length where Qt clips it, and that only after it was dashed and outlined.
void drawSeen(QPainter& painter, const QPen& pen, const QRectF& device, const QPointF* points,
              std::size_t count);

/// The same in single pieces, dashes among them: Qt outlines and fills a polyline or a dashed line,
/// but draws pieces at once. Their corners must be flat, for they are not joined.
void addPieces(const QPen& pen, const QRectF& device, const QPointF* points, std::size_t count,
               std::vector<QLineF>& pieces);

void drawPieces(QPainter& painter, QPen pen, const std::vector<QLineF>& pieces);

}  // namespace hopscope
