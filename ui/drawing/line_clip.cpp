// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/line_clip.h"

#include <algorithm>
#include <cmath>

namespace hopscope {

std::optional<std::pair<QPointF, QPointF>> clipLine(const QPointF& a, const QPointF& b,
                                                    const QRectF& area) {
  // Liang and Barsky: from where to where, in shares of the way, it is inside of all four sides.
  const QPointF way = b - a;
  double from = 0, to = 1;
  const auto side = [&](double along, double room) {
    if (along == 0) return room >= 0;
    const double at = room / along;
    if (along < 0)
      from = std::max(from, at);
    else
      to = std::min(to, at);
    return from <= to;
  };
  const bool inside = side(-way.x(), a.x() - area.left()) && side(way.x(), area.right() - a.x()) &&
                      side(-way.y(), a.y() - area.top()) && side(way.y(), area.bottom() - a.y());
  if (!inside) return {};
  // Ends that are inside stay what they are, to the last bit.
  return std::pair(from > 0 ? a + way * from : a, to < 1 ? a + way * to : b);
}

std::vector<std::vector<QPointF>> clipPolyline(const QPointF* points, std::size_t count,
                                               const QRectF& area, double period) {
  std::vector<std::vector<QPointF>> stretches;
  const auto inside = [&](const QPointF& p) { return area.contains(p); };
  if (std::all_of(points, points + count, inside)) {
    if (count > 1) stretches.emplace_back(points, points + count);
    return stretches;
  }
  double before = 0;  // the length up to the present piece
  bool open = false;  // the last stretch ends where the present piece begins
  for (std::size_t i = 0; i + 1 < count; ++i) {
    const QPointF a = points[i], b = points[i + 1];
    const double length = std::hypot(b.x() - a.x(), b.y() - a.y());
    if (const auto piece = clipLine(a, b, area)) {
      QPointF begin = piece->first;
      if (!open || begin != a) {
        if (period > 0 && length > 0) {
          const double into = std::hypot(begin.x() - a.x(), begin.y() - a.y());
          const double back = std::min(into, std::fmod(before + into, period));
          begin -= (b - a) * (back / length);
        }
        stretches.push_back({begin});
      }
      stretches.back().push_back(piece->second);
      open = piece->second == b;
    } else {
      open = false;
    }
    before += length;
  }
  return stretches;
}

void cutDashes(const std::vector<QPointF>& points, double dash, double gap,
               std::vector<QLineF>& pieces) {
  const double period = dash + gap;
  double before = 0;  // the length up to the present piece
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const QPointF a = points[i], way = points[i + 1] - a;
    const double length = std::hypot(way.x(), way.y());
    for (double begin = std::floor(before / period) * period; begin < before + length;
         begin += period) {
      const double from = std::max(begin - before, 0.0);
      const double to = std::min(begin + dash - before, length);
      if (from < to) pieces.emplace_back(a + way * (from / length), a + way * (to / length));
    }
    before += length;
  }
}

}  // namespace hopscope
