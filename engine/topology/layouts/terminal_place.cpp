// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "engine/topology/layouts/circle.h"

namespace hopscope {
namespace {

using layouts::kPi;
using layouts::kTerminalPitch;

/// The widest sector around a router without links to other routers.
struct Sector {
  double middle = kPi / 2;  ///< angle, 0 to the right, growing clockwise; downwards by default
  double width = 2 * kPi;
};

Sector freeSector(const Topology& topology, const std::vector<Point>& routers, RouterId router) {
  std::vector<double> angles;
  const Point at = routers[router];
  for (PortIndex p = 0; p < topology.radix(router); ++p) {
    const LinkEnd& peer = topology.port(router, p).peer;
    if (peer.isTerminal || routers[peer.node] == at) continue;
    angles.push_back(std::atan2(routers[peer.node].y - at.y, routers[peer.node].x - at.x));
  }
  Sector widest;
  if (angles.empty()) return widest;
  std::sort(angles.begin(), angles.end());
  widest.width = 0;
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const double next = i + 1 < angles.size() ? angles[i + 1] : angles[0] + 2 * kPi;
    if (next - angles[i] <= widest.width) continue;
    widest = {(angles[i] + next) / 2, next - angles[i]};
  }
  return widest;
}

}  // namespace

Point terminalPlace(const Topology& topology, const std::vector<Point>& routers,
                    TerminalId terminal) {
  constexpr double kReach = 40;    // to the first arc of terminals
  constexpr double kSpacing = 24;  // along an arc, where there is room
  const RouterId router = topology.terminals[terminal].router;
  std::size_t index = 0;
  std::size_t count = 0;
  for (PortIndex p = 0; p < topology.radix(router); ++p) {
    const LinkEnd& peer = topology.port(router, p).peer;
    if (!peer.isTerminal) continue;
    if (peer.node == terminal) index = count;
    ++count;
  }
  const Sector sector = freeSector(topology, routers, router);
  const double usable = std::clamp(sector.width * 0.8, kPi / 2, 1.6 * kPi);
  // Arc after arc, each filled before the next one outside it.
  double radius = kReach;
  std::size_t first = 0;
  const auto room = [&] { return static_cast<std::size_t>(usable * radius / kTerminalPitch) + 1; };
  while (index >= first + room()) {
    first += room();
    radius += kTerminalPitch;
  }
  const std::size_t here = std::min(room(), count - first);
  const double gaps = static_cast<double>(here) - 1;
  const double step = here > 1 ? std::min(kSpacing / radius, usable / gaps) : 0;
  const double angle = sector.middle + (static_cast<double>(index - first) - gaps / 2) * step;
  return {routers[router].x + radius * std::cos(angle),
          routers[router].y + radius * std::sin(angle)};
}

}  // namespace hopscope
