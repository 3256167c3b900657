// SPDX-License-Identifier: GPL-3.0-or-later
// Ring, complete graph, random regular network, and drawn networks without places: routers on a
// circle, clockwise from the top.
#include "engine/topology/layouts/circle.h"

namespace hopscope::layouts {

Placement ring(const Topology& topology) {
  Placement placement = blank(topology);
  const CircleScale scale = circleScale(topology, 0, 0);
  std::vector<double> angles(topology.routerCount(), 0);
  for (RouterId r = 0; r < topology.routerCount(); ++r) {
    angles[r] = 2 * kPi * r / topology.routerCount();
    placement.routers[r] = onCircle(scale.radius, angles[r]);
  }
  placeOutside(topology, scale, angles, placement);
  return placement;
}

}  // namespace hopscope::layouts
