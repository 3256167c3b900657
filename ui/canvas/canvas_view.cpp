// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/canvas_view.h"

#include <algorithm>

namespace hopscope {

QTransform CanvasView::transform() const {
  return QTransform(scale_, 0, 0, scale_, shift_.x(), shift_.y());
}

void CanvasView::zoomTo(double scale, QPointF pixel) {
  const QPointF place = toCanvas(pixel);
  scale_ = std::clamp(scale, smallest_, kLargest);
  put(place, pixel);
}

void CanvasView::fit(const QRectF& bounds, const QRectF& device, double margin, double largest) {
  const double width = std::max(device.width() - 2 * margin, 1.0);
  const double height = std::max(device.height() - 2 * margin, 1.0);
  double scale = largest;
  if (bounds.width() > 0) scale = std::min(scale, width / bounds.width());
  if (bounds.height() > 0) scale = std::min(scale, height / bounds.height());
  smallest_ = std::min(kSmallest, scale / 2);
  scale_ = scale;
  put(bounds.center(), device.center());
}

}  // namespace hopscope
