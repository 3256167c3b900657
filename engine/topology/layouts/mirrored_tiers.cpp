// SPDX-License-Identifier: GPL-3.0-or-later
// MiKANT: group 0 above with its terminals at the top, group 1 mirrored below it; the links between
// the groups cross in the middle.
#include <string>

#include "engine/topology/generator.h"
#include "engine/topology/layouts/tiers.h"

namespace hopscope::layouts {

Placement mirroredTiers(const Topology& topology) {
  Placement placement = blank(topology);
  const auto levels = structureOf(topology).tree.value().m.size() - 1;
  const TierScale scale = tierScale(topology, 2 * levels, 0.6);
  const auto half = topology.routerCount() / 2;
  const auto width = static_cast<std::int32_t>(half / levels);
  const auto bottom = static_cast<std::int32_t>(2 * levels) - 1;
  const auto rowOf = [&](std::int32_t group, std::int32_t level) {
    return group == 0 ? level : bottom - level;
  };
  for (RouterId r = 0; r < topology.routerCount(); ++r) {
    const std::int32_t level = topology.position[r] / width;
    placement.routers[r] = {topology.position[r] % width * scale.pitch,
                            rowOf(topology.group[r], level) * scale.gap};
  }
  placeFans(topology, scale, true, 0, half, placement);
  placeFans(topology, scale, false, half, topology.routerCount(), placement);
  const double left = -scale.pitch / 2 - 60;
  const auto label = groupingOf(topology).label;
  for (std::int32_t group = 0; group < 2; ++group) {
    const double leaves = rowOf(group, 0) * scale.gap;
    placement.groups.push_back({label(topology, group), {left, leaves - 16}, {}, group});
    for (std::int32_t level = 0; level < static_cast<std::int32_t>(levels); ++level)
      placement.groups.push_back(
          {"level " + std::to_string(level), {left, rowOf(group, level) * scale.gap}, {}, group});
  }
  return placement;
}

}  // namespace hopscope::layouts
