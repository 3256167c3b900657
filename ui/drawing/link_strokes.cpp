// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/line_pieces.h"
#include "ui/drawing/link_layer.h"

namespace hopscope {

void LinkLayer::strokeLink(QPainter& painter, LinkId link, const QPen& pen,
                           bool wholeBundle) const {
  if (!geometry_ || link >= geometry_->links().size()) return;
  std::vector<QPointF> points;
  const bool bundle = wholeBundle && bundled_ && gathered_->bundles.bundleOf[link] != kNone;
  projectCurve(bundle ? curveOf(gathered_->bundles.bundleOf[link]) : geometry_->links()[link],
               points);
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  if (projected_)
    drawSeen(painter, pen, device_, points.data(), points.size());
  else
    painter.drawPolyline(points.data(), static_cast<int>(points.size()));
}

void LinkLayer::strokeLinks(QPainter& painter, const std::vector<LinkId>& links, QPen pen) const {
  if (links.size() <= kManyStrokes || !projected_) {
    painter.setRenderHint(QPainter::Antialiasing);
    for (const LinkId link : links) strokeLink(painter, link, pen);
    return;
  }
  pen.setWidthF(1);
  pen.setCapStyle(Qt::FlatCap);
  std::vector<QPointF> points;
  std::vector<QLineF> pieces;
  pieces.reserve(links.size());
  for (const LinkId link : links) {
    if (link >= geometry_->links().size()) continue;
    points.clear();
    projectCurve(geometry_->links()[link], points);
    addPieces(pen, device_, points.data(), points.size(), pieces);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  drawPieces(painter, pen, pieces);
  painter.setRenderHint(QPainter::Antialiasing);
}

}  // namespace hopscope
