// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QTransform>

#include "ui/drawing/canvas_style.h"
#include "ui/drawing/collapsed_network.h"
#include "ui/drawing/link_layer.h"
#include "ui/drawing/network_geometry.h"
#include "ui/drawing/network_painter.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// The path of the packet that is followed, lit like what is selected.
void drawFollowedPath(QPainter& painter, const NetworkPicture& picture, const LinkLayer& links,
                      const CanvasStyle& style, const Theme& theme);

/// The router by way of which it goes, or the collapsed group that has it: a ring in dashes, which
/// tells it from what is selected, and a flag.
void drawIntermediate(QPainter& painter, const QTransform& view, const NetworkPicture& picture,
                      const NetworkGeometry& geometry, const CollapsedNetwork& collapse,
                      double routerSide, double cardSide, const Theme& theme);

}  // namespace hopscope
