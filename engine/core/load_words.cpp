// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/load_words.h"

#include <cmath>

namespace hopscope {

Sentence loadInFigures(double load) {
  constexpr double kSmall = 0.01;
  if (std::isnan(load)) return sentence("not known");
  const bool small = load != 0 && std::abs(load) < kSmall;
  return small ? sentence("{:.2g}", load) : sentence("{:.3f}", load);
}

}  // namespace hopscope
