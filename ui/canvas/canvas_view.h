// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <QTransform>

namespace hopscope {

/// Which part of the canvas the widget shows: a scale and a shift, nothing else.
class CanvasView {
 public:
  static constexpr double kLargest = 16;    ///< 1,600 %
  static constexpr double kSmallest = .02;  ///< 2 %, unless a larger network has to fit

  double scale() const { return scale_; }
  QPointF toPixels(QPointF place) const { return place * scale_ + shift_; }
  QPointF toCanvas(QPointF pixel) const { return (pixel - shift_) / scale_; }
  QTransform transform() const;

  /// Scales so that what lies under `pixel` stays there.
  void zoomTo(double scale, QPointF pixel);
  void pan(QPointF pixels) { shift_ += pixels; }
  /// Shows all of `bounds` in the middle of `device`, never larger than `largest`.
  void fit(const QRectF& bounds, const QRectF& device, double margin, double largest);
  /// Moves `place` to `pixel`.
  void put(QPointF place, QPointF pixel) { shift_ = pixel - place * scale_; }

 private:
  double scale_ = 1;
  double smallest_ = kSmallest;
  QPointF shift_;
};

}  // namespace hopscope
