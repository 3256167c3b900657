// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QTransform>

#include "ui/drawing/canvas_style.h"
#include "ui/drawing/network_geometry.h"
#include "ui/drawing/network_painter.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// More circuits of one crossbar than this are drawn as a matrix.
inline constexpr std::size_t kMostTubes = 72;
/// More than this of what is selected are not drawn along their paths.
inline constexpr std::size_t kMostChosenTubes = 600;

/// Circuits: tubes from terminal to terminal in the colours of their slots, as wide as their share
/// of the time, through the crossbar or side by side along the links of their paths. Those of the
/// present slot are on top and the others pale; where slots move on, it is the channel whose turn
/// it is. Nothing where there are too many.
void drawCircuitTubes(QPainter& painter, const NetworkPicture& picture,
                      const NetworkGeometry& geometry, const QTransform& view,
                      const CanvasStyle& style, const Theme& theme);

/// Where there are too many: a matrix of inputs (down) and outputs (across) over the crossbar.
void drawCircuitMatrix(QPainter& painter, const NetworkPicture& picture,
                       const NetworkGeometry& geometry, const QTransform& view, const Theme& theme);

}  // namespace hopscope
