// SPDX-License-Identifier: GPL-3.0-or-later
// XGFT: level 1 at the bottom with the terminals below it. All levels are as wide as the widest
// one, so that a router stands in the middle above those it leads to.
#include <algorithm>
#include <vector>

#include "engine/topology/generator.h"
#include "engine/topology/layouts/tiers.h"

namespace hopscope::layouts {

Placement unevenTiers(const Topology& topology) {
  Placement placement = blank(topology);
  const auto levels =
      static_cast<std::size_t>(*std::max_element(topology.group.begin(), topology.group.end()) + 1);
  std::vector<double> count(levels, 0);
  for (const std::int32_t level : topology.group) ++count[static_cast<std::size_t>(level)];
  const Block block = terminalBlock(mostTerminals(topology), true);
  const double leafPitch =
      std::max(kRouterPitch, kTerminalPitch * (static_cast<double>(block.columns) + 0.5));
  double width = count[0] * leafPitch;
  for (const double routers : count) width = std::max(width, routers * kRouterPitch);
  TierScale scale;
  scale.block = block;
  scale.gap = std::max(90.0, width * 0.5 / static_cast<double>(levels));

  const std::size_t top = levels - 1;
  for (RouterId r = 0; r < topology.routerCount(); ++r) {
    const auto level = static_cast<std::size_t>(topology.group[r]);
    placement.routers[r] = {(topology.position[r] + 0.5) * width / count[level],
                            static_cast<double>(top - level) * scale.gap};
  }
  placeFans(topology, scale, false, 0, topology.routerCount(), placement);
  const auto label = groupingOf(topology).label;
  for (std::size_t level = 0; level < levels; ++level)
    placement.groups.push_back({label(topology, static_cast<std::int32_t>(level)),
                                {-60, static_cast<double>(top - level) * scale.gap},
                                {},
                                static_cast<std::int32_t>(level)});
  return placement;
}

}  // namespace hopscope::layouts
