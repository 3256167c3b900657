// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/canvas_style.h"

#include <algorithm>
#include <cmath>

namespace hopscope {

namespace {

constexpr double kFarBelow = 14, kNearAbove = 72;
/// Routers so close together would be one dark field; what the links tell is seen without them.
constexpr double kHiddenBelow = 4;
/// Small pictures (thumbnails) keep outlines and terminals where there is room for so many.
constexpr std::size_t kFewRouters = 160, kFewTerminals = 300;
constexpr std::size_t kWedgesAbove = 40;

}  // namespace

CanvasStyle CanvasStyle::choose(const NetworkGeometry& geometry, const Placement& placement,
                                const QTransform& view) {
  CanvasStyle style;
  style.scale = std::hypot(view.m11(), view.m12());
  const double spacing = geometry.routerSpacing() * style.scale;
  const double terminalSpacing = geometry.terminalSpacing() * style.scale;
  const double reach = geometry.terminalReach() * style.scale;
  if (spacing < kFarBelow) {
    style.detail = Detail::far;
    style.routerOutline = spacing >= 6 && geometry.routers().size() <= kFewRouters;
    style.routerSide = style.routerOutline ? std::clamp(spacing * 0.5, 5.0, 7.0)
                                           : std::clamp(spacing * 0.5, 2.0, 4.0);
    style.routers = style.routerOutline || geometry.measuredSpacing() * style.scale >= kHiddenBelow;
    const bool room = geometry.terminals().size() <= kFewTerminals && terminalSpacing >= 3;
    style.terminalDiameter = room ? std::clamp(terminalSpacing * 0.75, 3.0, 4.0) : 0;
    const auto shapes = std::count_if(placement.groups.begin(), placement.groups.end(),
                                      [](const GroupShape& g) { return !g.outline.empty(); });
    style.wedges = !style.routerOutline && shapes > std::ptrdiff_t{kWedgesAbove};
    return style;
  }
  if (spacing <= kNearAbove) {
    style.detail = Detail::mid;
    // 18 px is the usual size; towards the near view it grows so that cards do not jump out.
    style.routerSide =
        std::clamp(spacing * 0.6, 10.0, 18.0) + std::max(spacing - 48, 0.0) * 14 / 24;
    style.terminalDiameter = std::clamp(style.routerSide * 0.5, 6.0, 9.0);
  } else {
    style.detail = Detail::near;
    style.routerSide = std::clamp(spacing * 0.45, 32.0, 160.0);
    style.terminalDiameter = std::clamp(spacing * 0.2, 9.0, 24.0);
  }
  style.terminalDiameter = std::min({style.terminalDiameter, terminalSpacing * 0.8, reach * 0.6});
  if (style.terminalDiameter < 2.5) style.terminalDiameter = 0;
  if (style.terminalDiameter > 0) {
    // A terminal may stand off a corner: the half diagonal has to keep clear of it, too.
    const double halfDiagonal = reach - style.terminalDiameter / 2 - 3;
    style.routerSide = std::clamp(std::sqrt(2.0) * halfDiagonal, 8.0, style.routerSide);
  }
  return style;
}

Tone designTone(const Topology& topology, std::uint8_t linkClass) {
  const LinkClass& known = topology.classes[linkClass];
  if (known.kind == LinkKind::terminal) return Tone::t4;
  if (known.distinct) return Tone::accent;
  return known.kind == LinkKind::global ? Tone::edge : Tone::t4;
}

}  // namespace hopscope
