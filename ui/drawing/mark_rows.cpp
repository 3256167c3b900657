// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/mark_rows.h"

#include <algorithm>

namespace hopscope {

namespace {

constexpr double kLeast = 44;  ///< px: less of a word says nothing

}  // namespace

std::optional<MarkPlace> MarkRows::place(double at, double length) {
  return place(at, length, [](std::size_t, double, double) { return false; });
}

std::optional<MarkPlace> MarkRows::place(double at, double length, const Covers& covers) {
  MarkPlace best;
  for (const bool hides : {false, true}) {
    for (std::size_t row = 0; row < taken_.size(); ++row)
      for (const bool leftOfLine : {false, true}) {
        const double room = std::min(length, roomBeside(row, at, leftOfLine));
        if (room <= best.length) continue;
        if (!hides && covers(row, leftOfLine ? at - room : at, leftOfLine ? at : at + room))
          continue;
        best = {row, leftOfLine, room, hides};
      }
    if (best.length >= length) break;
  }
  if (best.length < std::min(length, kLeast)) return {};
  const double from = best.leftOfLine ? at - best.length : at;
  taken_[best.row].emplace_back(from, from + best.length);
  return best;
}

double MarkRows::roomBeside(std::size_t row, double at, bool leftOfLine) const {
  double room = leftOfLine ? at : width_ - at;
  for (const auto& [from, to] : taken_[row]) {
    if (from < at && at < to) return 0;
    if (leftOfLine && to <= at) room = std::min(room, at - to);
    if (!leftOfLine && from >= at) room = std::min(room, from - at);
  }
  return room;
}

}  // namespace hopscope
