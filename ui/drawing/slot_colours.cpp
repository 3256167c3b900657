// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/slot_colours.h"

#include <cmath>

namespace hopscope {

QColor slotColour(const Theme& theme, std::uint32_t slot, std::uint32_t circuitSlots) {
  if (slot >= circuitSlots) return theme.color(Tone::t3);
  constexpr std::uint32_t colours = Theme::kCurves - 1;
  return theme.curve(1 + static_cast<int>(slot % colours));
}

QColor dimmed(const QColor& colour, const QColor& ground, double share) {
  const auto between = [share](int from, int to) {
    return static_cast<int>(std::lround(from + (to - from) * share));
  };
  return {between(ground.red(), colour.red()), between(ground.green(), colour.green()),
          between(ground.blue(), colour.blue())};
}

QBrush skippedBrush(const Theme& theme) {
  return {theme.color(Tone::t4), Qt::BDiagPattern};
}

}  // namespace hopscope
