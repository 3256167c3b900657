// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/speed_scale.h"

#include <algorithm>
#include <cmath>

namespace hopscope {

namespace {
constexpr double kDecades = 6;
}

double SpeedScale::speed(int position) {
  if (position >= kEnd) return 0;
  const double exact = std::pow(10.0, kDecades * std::max(0, position) / (kEnd - 1));
  const double digit = std::pow(10.0, std::max(0.0, std::floor(std::log10(exact)) - 1));
  return std::max(1.0, std::round(exact / digit) * digit);
}

int SpeedScale::position(double cyclesPerSecond) {
  if (cyclesPerSecond <= 0) return kEnd;
  const double place = std::log10(std::max(1.0, cyclesPerSecond)) / kDecades * (kEnd - 1);
  return std::clamp(static_cast<int>(std::lround(place)), 0, kEnd - 1);
}

}  // namespace hopscope
