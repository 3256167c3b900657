// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/rank_colours.h"

#include "ui/drawing/slot_colours.h"

namespace hopscope {

QColor rankColour(const Theme& theme, RankPhase phase) {
  switch (phase) {
    case RankPhase::computing:
      return theme.color(Tone::ok);
    case RankPhase::sending:
      return theme.color(Tone::accent);
    case RankPhase::receiving:
      return dimmed(theme.color(Tone::accent), theme.color(Tone::base), .6);
    case RankPhase::waiting:
      return dimmed(theme.color(Tone::warn), theme.color(Tone::base), .3);
    case RankPhase::finished:
      break;
  }
  return theme.color(Tone::line);
}

QColor rankMarkColour(const Theme& theme, RankPhase phase) {
  return phase == RankPhase::waiting ? theme.color(Tone::warn) : rankColour(theme, phase);
}

}  // namespace hopscope
