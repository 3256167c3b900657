// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/canvas_labels.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <QPen>
#include <algorithm>
#include <optional>

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

/// The first place of a label that covers no other one.
std::optional<QRectF> freePlace(const CanvasLabel& label, const QSizeF& size, const QRectF& device,
                                const std::vector<QRectF>& blocked) {
  std::vector<QPointF> middles{label.center};
  if (!label.beside.isEmpty()) {
    const double across = (label.beside.width() + size.width()) / 2 + kHalo;
    const double down = (label.beside.height() + size.height()) / 2 + kHalo;
    middles = {label.center - QPointF(0, down), label.center + QPointF(0, down),
               label.center + QPointF(across, 0), label.center - QPointF(across, 0)};
  }
  for (const QPointF& middle : middles) {
    const QRectF box =
        movedInto(QRectF(middle - QPointF(size.width() / 2, size.height() / 2), size), device);
    const QRectF needed = box.adjusted(-2, 0, 2, 0);
    const bool covered = std::any_of(blocked.begin(), blocked.end(),
                                     [&](const QRectF& other) { return other.intersects(needed); });
    if (!covered) return box;
  }
  return std::nullopt;
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
    const std::optional<QRectF> box = freePlace(label, size, device, blocked);
    if (!box) continue;
    blocked.push_back(box->adjusted(-2, 0, 2, 0));
    const QPointF base(box->left(), box->top() + metrics.ascent());
    QPainterPath outline;
    outline.addText(base, font, label.text);
    painter.strokePath(outline, QPen(theme.color(Tone::canvas), 2 * kHalo, Qt::SolidLine,
                                     Qt::RoundCap, Qt::RoundJoin));
    painter.setFont(font);
    painter.setPen(theme.color(label.tone));
    painter.drawText(base, label.text);
  }
}

}  // namespace hopscope
