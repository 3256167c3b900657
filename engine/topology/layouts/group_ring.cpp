// SPDX-License-Identifier: GPL-3.0-or-later
// Dragonfly, and Slim Fly with its columns: groups on a ring, clockwise from the top; within a
// group the routers along the arc in the order of their positions, terminals outside, local links
// bent outwards, global links straight across. Every group stands on a wedge with its label.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "engine/topology/generator.h"
#include "engine/topology/layouts/circle.h"

namespace hopscope::layouts {
namespace {

constexpr double kWedgeMargin = 22;  // between a wedge's edge and what stands on it
constexpr double kLabelGap = 16;

/// How far a local link's middle lies outside the chord: past the circle, and farther the more
/// routers it passes over, but short of the terminals.
double localBulge(double radius, double angle, std::size_t passed, std::size_t groupSize) {
  const double sagitta = radius * (1 - std::cos(angle / 2));
  if (passed == 0) return sagitta + 4;
  const double share =
      static_cast<double>(passed) / static_cast<double>(std::max<std::size_t>(groupSize - 2, 1));
  return sagitta + 14 + 16 * share;
}

GroupShape wedge(std::string label, std::int32_t group, double middle, double halfAngle,
                 double inner, double outer) {
  GroupShape shape;
  shape.label = std::move(label);
  shape.group = group;
  shape.labelAt = onCircle(outer + kLabelGap, middle);
  const auto steps = std::max(2, static_cast<int>(std::ceil(2 * halfAngle / 0.06)));
  const auto angleAt = [&](int i) { return middle + halfAngle * (2.0 * i / steps - 1); };
  for (int i = 0; i <= steps; ++i) shape.outline.push_back(onCircle(outer, angleAt(i)));
  for (int i = steps; i >= 0; --i) shape.outline.push_back(onCircle(inner, angleAt(i)));
  return shape;
}

}  // namespace

Placement groupRing(const Topology& topology) {
  Placement placement = blank(topology);
  const std::int32_t groups = *std::max_element(topology.group.begin(), topology.group.end()) + 1;
  const std::size_t size = topology.routerCount() / static_cast<std::size_t>(groups);
  const CircleScale scale =
      circleScale(topology, static_cast<std::size_t>(groups), 2 * kWedgeMargin + 16);
  const double step = scale.pitch / scale.radius;
  std::vector<double> angles(topology.routerCount(), 0);
  for (RouterId r = 0; r < topology.routerCount(); ++r) {
    const double aside = topology.position[r] - (static_cast<double>(size) - 1) / 2;
    angles[r] = 2 * kPi * topology.group[r] / groups + aside * step;
    placement.routers[r] = onCircle(scale.radius, angles[r]);
  }
  placeOutside(topology, scale, angles, placement);
  for (LinkId l = 0; l < topology.linkCount(); ++l) {
    const Link& link = topology.links[l];
    if (topology.kindOf(l) != LinkKind::local) continue;
    // End a comes first on the arc, so that outwards is to the left.
    const double angle = angles[link.b.node] - angles[link.a.node];
    placement.bulge[l] =
        static_cast<float>(localBulge(scale.radius, angle, link.b.node - link.a.node - 1, size));
  }
  const double halfAngle =
      (scale.pitch * (static_cast<double>(size) - 1) / 2 + kWedgeMargin) / scale.radius;
  const auto label = groupingOf(topology).label;
  for (std::int32_t g = 0; g < groups; ++g)
    placement.groups.push_back(wedge(label(topology, g), g, 2 * kPi * g / groups, halfAngle,
                                     scale.radius - kWedgeMargin,
                                     scale.outside + kWedgeMargin / 2));
  return placement;
}

}  // namespace hopscope::layouts
