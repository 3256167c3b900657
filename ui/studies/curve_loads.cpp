// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/curve_loads.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace hopscope {

namespace {
constexpr double kBeyondBound = 1.05;
constexpr double kAboutSoMany = 10;
/// In thousandths of the greatest load: steps that are read at a glance.
constexpr std::array kRoundSteps{1, 2, 5, 10, 15, 20, 25, 50, 100};
}  // namespace

LoadRange loadsUpTo(double bound) {
  if (!(bound > 0)) return {};
  const double top = std::min(1000.0, 1000 * bound * kBeyondBound);
  const auto countOf = [top](int step) { return std::ceil(top / step - 1e-9); };
  const auto isOff = [&](int step) { return std::abs(std::log(countOf(step) / kAboutSoMany)); };
  const int step = *std::min_element(kRoundSteps.begin(), kRoundSteps.end(),
                                     [&](int a, int b) { return isOff(a) < isOff(b); });
  return {step / 1000.0, std::min(1.0, countOf(step) * step / 1000), step / 1000.0};
}

}  // namespace hopscope
