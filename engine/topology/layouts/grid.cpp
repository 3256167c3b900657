// SPDX-License-Identifier: GPL-3.0-or-later
// Mesh and torus: a grid with row 0 at the top. Dimensions 2, 4, … repeat it to the right, 3, 5, …
// downwards. A router's terminals stand in a block at its lower right.
#include <algorithm>
#include <cstddef>

#include "engine/topology/layouts/layouts.h"

namespace hopscope::layouts {
namespace {

/// The canvas distance of two neighbours in each dimension.
std::vector<double> pitches(const std::vector<std::int64_t>& sizes, double pitch) {
  std::vector<double> result(sizes.size(), pitch);
  for (std::size_t d = 2; d < sizes.size(); ++d)
    result[d] = result[d - 2] * static_cast<double>(sizes[d - 2]) + pitch / 2;
  return result;
}

}  // namespace

Placement grid(const Topology& topology) {
  Placement placement = blank(topology);
  const std::vector<std::int64_t>& sizes = integersAt(topology.parameters, "dimensions");
  const Block block = terminalBlock(mostTerminals(topology), false);
  constexpr double kCorner = 24;  // from a router to the first terminal, each way
  const auto side = static_cast<double>(std::max(block.columns, block.rows));
  const double pitch = std::max(72.0, 2 * kCorner + kTerminalPitch * side);
  const std::vector<double> step = pitches(sizes, pitch);

  for (RouterId r = 0; r < topology.routerCount(); ++r) {
    Point& at = placement.routers[r];
    RouterId rest = r;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      const auto size = static_cast<RouterId>(sizes[d]);
      (d % 2 == 0 ? at.x : at.y) += step[d] * (rest % size);
      rest /= size;
    }
  }
  std::vector<std::size_t> placed(topology.routerCount(), 0);
  for (TerminalId t = 0; t < topology.terminalCount(); ++t) {
    const RouterId router = topology.terminals[t].router;
    const Cell cell = cellOf(block, placed[router]++);
    const Point& at = placement.routers[router];
    placement.terminals[t] = {at.x + kCorner + kTerminalPitch * cell.column,
                              at.y + kCorner + kTerminalPitch * cell.row};
  }

  // Links that pass over other routers bend away from them: upwards along rows, to the left along
  // columns; links between blocks by a different amount for each row or column.
  for (LinkId l = 0; l < topology.linkCount(); ++l) {
    const Link& link = topology.links[l];
    if (link.a.isTerminal) continue;
    const std::size_t d = link.linkClass - 1u;
    const auto size = static_cast<RouterId>(sizes[d]);
    const bool wraps = link.b.node < link.a.node && size > 2;
    if (!wraps && d < 2) continue;
    double height = 0.42 * pitch;
    if (d >= 2) {
      const RouterId across =
          d % 2 == 0 ? link.a.node : link.a.node / static_cast<RouterId>(sizes[0]);
      const auto lanes = static_cast<RouterId>(sizes[d % 2]);
      height = pitch * (0.22 + 0.2 * (across % lanes + 1) / lanes);
      if (wraps) height *= 1.1;
    }
    // Upwards is to the left of a link to the right, to the right of one to the left; leftwards is
    // to the right of a link that runs down.
    const bool forwards = link.b.node > link.a.node;
    const bool row = d % 2 == 0;
    placement.bulge[l] = static_cast<float>(forwards == row ? height : -height);
  }
  return placement;
}

}  // namespace hopscope::layouts
