// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/slot_order.h"

#include <cmath>

namespace hopscope {

SlotLengths adjustedLengths(double predictable, double efficiency, std::uint32_t slotCount,
                            Cycle usual) {
  if (predictable <= 0) return {0, usual};
  if (predictable >= 1) return {usual, 0};
  const double ratio = slotCount * (1 - predictable) / (efficiency * predictable);
  const auto scaled = [usual](double factor) {
    return static_cast<Cycle>(std::llround(static_cast<double>(usual) * factor));
  };
  if (ratio >= 1) return {usual, scaled(ratio)};
  return {scaled(1 / ratio), usual};
}

}  // namespace hopscope
