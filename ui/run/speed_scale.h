// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hopscope {

/// The logarithmic speed slider: 1 cycle/s at the left, a million near the right end, and flat out
/// (0) at the very end.
struct SpeedScale {
  static constexpr int kEnd = 1000;  ///< slider positions 0..kEnd

  /// Cycles per second at a position, to two significant digits; 0 at the end.
  static double speed(int position);
  /// The position of a speed.
  static int position(double cyclesPerSecond);
};

}  // namespace hopscope
