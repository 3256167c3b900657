// SPDX-License-Identifier: GPL-3.0-or-later
// Folded Clos: pods side by side, in each the access routers with their terminals below them and
// the aggregation routers above; the core in a row over all.
#include <algorithm>

#include "engine/topology/generator.h"
#include "engine/topology/layouts/tiers.h"

namespace hopscope::layouts {

Placement pods(const Topology& topology) {
  constexpr double kMargin = 20;    // between what stands in a pod and its edge
  constexpr double kPodGap = 16;    // between the edges of two pods
  constexpr double kLabelGap = 18;  // from a pod's lower edge to its label
  Placement placement = blank(topology);
  const auto ports = static_cast<std::int32_t>(structureOf(topology).tree.value().m.back());
  const std::int32_t half = ports / 2;
  TierScale scale;
  scale.block = terminalBlock(mostTerminals(topology), true);
  const double fan = kTerminalPitch * (static_cast<double>(scale.block.columns) + 0.5);
  scale.pitch = std::max(kRouterPitch, fan);
  const double inner = half * scale.pitch;
  const double podPitch = inner + 2 * kMargin + kPodGap;
  const double within = std::max(90.0, inner * 0.5);
  const double above = std::max(120.0, podPitch * ports * 0.2);
  const double access = above + within;
  const double rows = kTerminalPitch * (static_cast<double>(scale.block.rows) - 1);
  const double bottom = access + kTerminalReach + rows + kMargin;

  const double corePitch = podPitch * ports / (half * half);
  for (RouterId r = 0; r < topology.routerCount(); ++r) {
    const std::int32_t position = topology.position[r];
    if (topology.group[r] == ports)
      placement.routers[r] = {(position + 0.5) * corePitch, 0};
    else
      placement.routers[r] = {topology.group[r] * podPitch + podPitch / 2 +
                                  (position % half - (half - 1) / 2.0) * scale.pitch,
                              position < half ? access : above};
  }
  placeFans(topology, scale, false, 0, topology.routerCount(), placement);
  const auto label = groupingOf(topology).label;
  for (std::int32_t pod = 0; pod < ports; ++pod) {
    const double left = pod * podPitch + kPodGap / 2;
    const double right = left + podPitch - kPodGap;
    const double top = above - kMargin;
    placement.groups.push_back({label(topology, pod),
                                {(left + right) / 2, bottom + kLabelGap},
                                {{left, top}, {right, top}, {right, bottom}, {left, bottom}},
                                pod});
  }
  placement.groups.push_back({label(topology, ports), {-60, 0}, {}, ports});
  return placement;
}

}  // namespace hopscope::layouts
