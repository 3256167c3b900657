// SPDX-License-Identifier: GPL-3.0-or-later
// Crossbar: the router in the middle, its terminals around it, on as many rings as it takes.
#include <algorithm>
#include <cmath>

#include "engine/topology/layouts/circle.h"

namespace hopscope::layouts {

Placement star(const Topology& topology) {
  constexpr double kFirstRing = 96;
  constexpr std::size_t kOneRing = 64;  // up to so many terminals share a single ring
  constexpr double kRingGap = 24;
  Placement placement = blank(topology);
  const std::size_t count = topology.terminalCount();
  const auto room = [](double radius) {
    return static_cast<std::size_t>(2 * kPi * radius / kTerminalPitch);
  };
  double radius = kFirstRing;
  if (count <= kOneRing)
    radius = std::max(radius, static_cast<double>(count) * kTerminalPitch * 1.25 / (2 * kPi));
  std::size_t done = 0;
  while (done < count) {
    const std::size_t here = std::min(room(radius), count - done);
    for (std::size_t i = 0; i < here; ++i)
      placement.terminals[done + i] =
          onCircle(radius, 2 * kPi * static_cast<double>(i) / static_cast<double>(here));
    done += here;
    radius += kRingGap;
  }
  return placement;
}

}  // namespace hopscope::layouts
