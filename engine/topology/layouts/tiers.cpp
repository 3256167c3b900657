// SPDX-License-Identifier: GPL-3.0-or-later
// k-ary n-tree: level 0 at the bottom with the terminals below it. A router stands straight above
// those with the same digits, so that one link of each goes straight up.
#include "engine/topology/layouts/tiers.h"

#include <algorithm>

#include "engine/topology/generator.h"

namespace hopscope::layouts {

TierScale tierScale(const Topology& topology, std::size_t rows, double aspect) {
  TierScale scale;
  scale.block = terminalBlock(mostTerminals(topology), true);
  scale.pitch =
      std::max(kRouterPitch, kTerminalPitch * (static_cast<double>(scale.block.columns) + 0.5));
  const double width = static_cast<double>(topology.routerCount()) / static_cast<double>(rows);
  scale.rowLength = scale.pitch * (width - 1);
  scale.gap = std::max(90.0, scale.rowLength * aspect / static_cast<double>(rows));
  return scale;
}

void placeFans(const Topology& topology, const TierScale& scale, bool upwards, RouterId begin,
               RouterId end, Placement& placement) {
  std::vector<std::size_t> placed(topology.routerCount(), 0);
  const double middle = (static_cast<double>(scale.block.columns) - 1) / 2;
  for (TerminalId t = 0; t < topology.terminalCount(); ++t) {
    const RouterId router = topology.terminals[t].router;
    if (router < begin || router >= end) continue;
    const Cell cell = cellOf(scale.block, placed[router]++);
    const double away = kTerminalReach + kTerminalPitch * cell.row;
    const Point& at = placement.routers[router];
    placement.terminals[t] = {at.x + (cell.column - middle) * kTerminalPitch,
                              upwards ? at.y - away : at.y + away};
  }
}

Placement tiers(const Topology& topology) {
  Placement placement = blank(topology);
  const auto levels = structureOf(topology).tree.value().m.size();
  const TierScale scale = tierScale(topology, levels, 0.5);
  const auto top = static_cast<std::int32_t>(levels) - 1;
  for (RouterId r = 0; r < topology.routerCount(); ++r)
    placement.routers[r] = {topology.position[r] * scale.pitch,
                            (top - topology.group[r]) * scale.gap};
  placeFans(topology, scale, false, 0, topology.routerCount(), placement);
  const auto label = groupingOf(topology).label;
  for (std::int32_t level = 0; level <= top; ++level)
    placement.groups.push_back(
        {label(topology, level), {-scale.pitch / 2 - 60, (top - level) * scale.gap}, {}, level});
  return placement;
}

}  // namespace hopscope::layouts
