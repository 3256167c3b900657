// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTransform>
#include <cstdint>

#include "engine/topology/topology.h"
#include "ui/drawing/network_geometry.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// How much of a network is drawn at one zoom, by the distance of neighbours on the screen:
/// far below 14 px, near above 72 px, mid between.
struct CanvasStyle {
  enum class Detail : std::uint8_t { far, mid, near };

  Detail detail = Detail::mid;
  double scale = 1;             ///< pixels per canvas unit
  double routerSide = 18;       ///< px
  bool routerOutline = true;    ///< false: plain squares
  bool routers = true;          ///< false: only marked ones; others would cover all links
  double terminalDiameter = 9;  ///< px; 0 where terminals are hidden
  bool wedges = false;          ///< one filled wedge a group instead of its routers

  /// Pixels a link's width gains from idle to fully busy. None among thousands: they would only
  /// cover each other.
  double heatWidth() const { return wedges ? 0.0 : detail == Detail::far ? 1.5 : 3.0; }

  static CanvasStyle choose(const NetworkGeometry& geometry, const Placement& placement,
                            const QTransform& view);
};

/// The thinnest a link is drawn. One pixel would be slower: Qt's cosmetic stroker.
inline constexpr double kLinkWidth = 1.5;

/// A link's colour in design mode: global links edge, local and terminal links t4, the links that
/// make a family special (the ones that join MiKANT's two trees) accent.
Tone designTone(const Topology& topology, std::uint8_t linkClass);

}  // namespace hopscope
