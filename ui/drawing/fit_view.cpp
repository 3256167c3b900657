// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/fit_view.h"

#include <algorithm>

namespace hopscope {

QTransform fitView(const QRectF& bounds, const QRectF& device, double margin) {
  // A single router would fill the screen otherwise.
  constexpr double kLargest = 2;
  const QRectF room = device.adjusted(margin, margin, -margin, -margin);
  double scale = 1;
  if (bounds.width() > 0 && bounds.height() > 0 && room.isValid()) {
    scale = std::min({room.width() / bounds.width(), room.height() / bounds.height(), kLargest});
  }
  const QPointF shift = device.center() - bounds.center() * scale;
  return {scale, 0, 0, scale, shift.x(), shift.y()};
}

}  // namespace hopscope
