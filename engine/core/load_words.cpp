// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/load_words.h"

#include <cmath>

namespace hopscope {

Sentence loadInFigures(double load) {
  if (std::isnan(load)) return sentence("not known");
  return intervalInFigures(load, load);
}

Sentence intervalInFigures(double halfWidth, double load) {
  constexpr double kSmall = 0.01;
  const bool small = load != 0 && std::abs(load) < kSmall;
  return small ? sentence("{:.2g}", halfWidth) : sentence("{:.3f}", halfWidth);
}

}  // namespace hopscope
