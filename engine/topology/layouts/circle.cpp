// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/layouts/circle.h"

#include <algorithm>
#include <cmath>

namespace hopscope::layouts {

Point onCircle(double radius, double angle) {
  return {radius * std::sin(angle), -radius * std::cos(angle)};
}

CircleScale circleScale(const Topology& topology, std::size_t gaps, double gap) {
  CircleScale scale;
  scale.block = terminalBlock(mostTerminals(topology), false);
  scale.pitch = std::max(kRouterPitch, kTerminalPitch * static_cast<double>(scale.block.columns));
  const double length = scale.pitch * topology.routerCount() + gap * static_cast<double>(gaps);
  scale.radius = std::max(80.0, length / (2 * kPi));
  const double rows = std::max(1.0, static_cast<double>(scale.block.rows));
  scale.outside = scale.radius + kTerminalReach + kTerminalPitch * (rows - 1);
  return scale;
}

void placeOutside(const Topology& topology, const CircleScale& scale,
                  const std::vector<double>& angles, Placement& placement) {
  const auto byRouter = terminalsByRouter(topology);
  for (RouterId r = 0; r < topology.routerCount(); ++r) {
    const std::size_t count = byRouter[r].size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t row = i / scale.block.columns;
      const std::size_t inRow = std::min(scale.block.columns, count - row * scale.block.columns);
      const double column = static_cast<double>(i % scale.block.columns);
      const double aside = (column - (static_cast<double>(inRow) - 1) / 2) * kTerminalPitch;
      const double away = scale.radius + kTerminalReach + kTerminalPitch * static_cast<double>(row);
      placement.terminals[byRouter[r][i]] =
          onCircle(away, angles[r] + aside / (scale.radius + kTerminalReach));
    }
  }
}

}  // namespace hopscope::layouts
