// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <array>

#include "ui/drawing/heat_quantity.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// The colours of a ramp in 16 buckets, interpolated in OKLab; that of heat is safe for the
/// colour-blind.
class HeatScale {
 public:
  static constexpr int kBuckets = 16;

  explicit HeatScale(const Theme& theme, HeatRamp ramp = HeatRamp::heat);

  /// Starts the map where idle links stand out from the canvas by 3 to 1 at least, for scales made
  /// from now on; the window's thread only.
  static void setStrongContrast(bool strong);
  static bool strongContrast();

  /// 0..1 to a bucket 0..15; values outside are clamped.
  static int bucket(double utilization);
  QColor colorOf(int bucket) const { return colors_[static_cast<std::size_t>(bucket)]; }
  QColor color(double utilization) const {
    return colors_[static_cast<std::size_t>(bucket(utilization))];
  }
  QColor noData() const { return noData_; }
  /// The continuous map, 0..1; equals the table of nine stops at every eighth, but for strong
  /// contrast.
  static QColor interpolate(bool dark, double utilization);
  /// Any ramp's, 0..1.
  static QColor interpolate(const Theme& theme, HeatRamp ramp, double share);

 private:
  std::array<QColor, kBuckets> colors_;
  QColor noData_;
};

}  // namespace hopscope
