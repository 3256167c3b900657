// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/topology/layouts/layouts.h"

/// Routers on a circle with their terminals outside.
namespace hopscope::layouts {

inline constexpr double kPi = 3.14159265358979323846;

/// The point at `radius` in a direction; angle 0 is up, growing clockwise on the screen.
Point onCircle(double radius, double angle);

/// Measures of the circle.
struct CircleScale {
  Block block;         ///< of terminals at a router
  double pitch = 0;    ///< arc from router to router
  double radius = 0;   ///< of the routers
  double outside = 0;  ///< radius of the last row of terminals
};

/// A circle with room for every router and `gaps` gaps of `gap` units.
CircleScale circleScale(const Topology& topology, std::size_t gaps, double gap);

/// Places all terminals outside the circle, `angles` being those of the routers.
void placeOutside(const Topology& topology, const CircleScale& scale,
                  const std::vector<double>& angles, Placement& placement);

}  // namespace hopscope::layouts
