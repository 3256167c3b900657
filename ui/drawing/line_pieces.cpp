// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/line_pieces.h"

#include <QList>
#include <numeric>

#include "ui/drawing/line_clip.h"

namespace hopscope {

void drawSeen(QPainter& painter, const QPen& pen, const QRectF& device, const QPointF* points,
              std::size_t count) {
  const double around = pen.widthF() + 2;
  const QList<qreal> dashes = pen.style() == Qt::SolidLine ? QList<qreal>() : pen.dashPattern();
  const double period = pen.widthF() * std::accumulate(dashes.begin(), dashes.end(), 0.0);
  for (const std::vector<QPointF>& stretch :
       clipPolyline(points, count, device.adjusted(-around, -around, around, around), period))
    painter.drawPolyline(stretch.data(), static_cast<int>(stretch.size()));
}

void addPieces(const QPen& pen, const QRectF& device, const QPointF* points, std::size_t count,
               std::vector<QLineF>& pieces) {
  const double around = pen.widthF() + 2;
  const QRectF area = device.adjusted(-around, -around, around, around);
  if (pen.style() == Qt::SolidLine) {
    for (std::size_t i = 0; i + 1 < count; ++i)
      if (const auto seen = clipLine(points[i], points[i + 1], area))
        pieces.emplace_back(seen->first, seen->second);
  } else {
    for (const auto& stretch : clipPolyline(points, count, area, kDash + kDashGap))
      cutDashes(stretch, kDash, kDashGap, pieces);
  }
}

void drawPieces(QPainter& painter, QPen pen, const std::vector<QLineF>& pieces) {
  pen.setStyle(Qt::SolidLine);
  painter.setPen(pen);
  painter.drawLines(pieces.data(), static_cast<int>(pieces.size()));
}

}  // namespace hopscope
