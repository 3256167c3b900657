// SPDX-License-Identifier: GPL-3.0-or-later
// Clos: stages from left to right, the terminals of the left side at the far left, those of the
// right side at the far right. Routers with the same digits stand in one row.
#include <algorithm>

#include "engine/topology/generator.h"
#include "engine/topology/layouts/tiers.h"

namespace hopscope::layouts {

Placement stages(const Topology& topology) {
  Placement placement = blank(topology);
  const auto count = 2 * structureOf(topology).tree.value().m.size() - 1;
  const TierScale scale = tierScale(topology, count, 1.2);
  const auto last = static_cast<std::int32_t>(count) - 1;
  for (RouterId r = 0; r < topology.routerCount(); ++r)
    placement.routers[r] = {topology.group[r] * scale.gap, topology.position[r] * scale.pitch};

  std::vector<std::size_t> placed(topology.routerCount(), 0);
  const double middle = (static_cast<double>(scale.block.columns) - 1) / 2;
  for (TerminalId t = 0; t < topology.terminalCount(); ++t) {
    const RouterId router = topology.terminals[t].router;
    const Cell cell = cellOf(scale.block, placed[router]++);
    const double away = kTerminalReach + kTerminalPitch * cell.row;
    const Point& at = placement.routers[router];
    placement.terminals[t] = {topology.group[router] == 0 ? at.x - away : at.x + away,
                              at.y + (cell.column - middle) * kTerminalPitch};
  }
  const auto label = groupingOf(topology).label;
  for (std::int32_t stage = 0; stage <= last; ++stage)
    placement.groups.push_back(
        {label(topology, stage), {stage * scale.gap, -scale.pitch / 2 - 24}, {}, stage});
  return placement;
}

}  // namespace hopscope::layouts
