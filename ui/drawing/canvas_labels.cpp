// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/canvas_labels.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <QPen>
#include <algorithm>

#include "ui/drawing/fonts.h"

namespace hopscope {

namespace {

constexpr double kHalo = 3, kMargin = 4;

/// Moves `box` into `device` where it sticks out a little.
QRectF movedInto(QRectF box, const QRectF& device) {
  const QRectF room = device.adjusted(kMargin, kMargin, -kMargin, -kMargin);
  if (box.width() > room.width()) return box;
  if (box.left() < room.left()) box.moveLeft(room.left());
  if (box.right() > room.right()) box.moveRight(room.right());
  if (box.top() < room.top()) box.moveTop(room.top());
  if (box.bottom() > room.bottom()) box.moveBottom(room.bottom());
  return box;
}

}  // namespace

void drawLabels(QPainter& painter, std::vector<CanvasLabel> labels, const QRectF& device,
                std::vector<QRectF> blocked, const Theme& theme) {
  std::stable_sort(labels.begin(), labels.end(),
                   [](const CanvasLabel& a, const CanvasLabel& b) { return a.rank > b.rank; });
  painter.setRenderHint(QPainter::Antialiasing);
  for (const CanvasLabel& label : labels) {
    if (!device.contains(label.center)) continue;
    const QFont font = uiFont(label.pixels, label.bold);
    const QFontMetricsF metrics(font);
    const QSizeF size(metrics.horizontalAdvance(label.text), metrics.height());
    const QRectF box = movedInto(
        QRectF(label.center - QPointF(size.width() / 2, size.height() / 2), size), device);
    const QRectF needed = box.adjusted(-2, 0, 2, 0);
    const bool covered = std::any_of(blocked.begin(), blocked.end(),
                                     [&](const QRectF& other) { return other.intersects(needed); });
    if (covered) continue;
    blocked.push_back(needed);
    QPainterPath outline;
    outline.addText(QPointF(box.left(), box.top() + metrics.ascent()), font, label.text);
    painter.strokePath(outline, QPen(theme.color(Tone::canvas), 2 * kHalo, Qt::SolidLine,
                                     Qt::RoundCap, Qt::RoundJoin));
    painter.setFont(font);
    painter.setPen(theme.color(label.tone));
    painter.drawText(QPointF(box.left(), box.top() + metrics.ascent()), label.text);
  }
}

}  // namespace hopscope
