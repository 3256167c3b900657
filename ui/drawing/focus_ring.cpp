// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/focus_ring.h"

#include <QPen>

namespace hopscope {

void paintFocusRing(QPainter& painter, const QRectF& area, const Theme& theme, Tone tone,
                    double radius) {
  constexpr double kWidth = 2;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.color(tone), kWidth));
  painter.setBrush(Qt::NoBrush);
  constexpr double kIn = kWidth / 2;
  painter.drawRoundedRect(area.adjusted(kIn, kIn, -kIn, -kIn), radius, radius);
  painter.restore();
}

}  // namespace hopscope
