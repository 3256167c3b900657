// SPDX-License-Identifier: GPL-3.0-or-later
// Mesh, torus, hypercube and HyperX: a grid with row 0 at the top. Dimensions 2, 4, … repeat it to
// the right, 3, 5, … downwards. A router's terminals stand in a block at its lower right.
#include <algorithm>
#include <cstddef>

#include "engine/topology/generator.h"
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

/// The dimension along which a link runs, and how many routers it passes over.
struct Run {
  std::size_t dimension = 0;
  RouterId passed = 0;
};

Run runOf(const Link& link, const std::vector<std::int64_t>& sizes) {
  RouterId low = std::min(link.a.node, link.b.node);
  RouterId high = std::max(link.a.node, link.b.node);
  std::size_t d = 0;
  while (d + 1 < sizes.size() && low % sizes[d] == high % sizes[d]) {
    low /= static_cast<RouterId>(sizes[d]);
    high /= static_cast<RouterId>(sizes[d]);
    ++d;
  }
  return {d, high - low - 1};
}

}  // namespace

Placement grid(const Topology& topology) {
  Placement placement = blank(topology);
  const std::vector<std::int64_t> sizes = structureOf(topology).grid.value().sizes;
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
  // columns; the farther the more, and those between blocks by a different amount for each row or
  // column.
  for (LinkId l = 0; l < topology.linkCount(); ++l) {
    const Link& link = topology.links[l];
    if (link.a.isTerminal) continue;
    const auto [d, passed] = runOf(link, sizes);
    if (passed == 0 && d < 2) continue;
    const double most = std::max<double>(1, static_cast<double>(sizes[d]) - 2);
    double height = pitch * (0.12 + 0.3 * passed / most);
    if (d >= 2) {
      const RouterId across =
          d % 2 == 0 ? link.a.node : link.a.node / static_cast<RouterId>(sizes[0]);
      const auto lanes = static_cast<RouterId>(sizes[d % 2]);
      height = pitch * (0.22 + 0.2 * (across % lanes + 1) / lanes);
      height *= 1 + 0.1 * passed / most;
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
