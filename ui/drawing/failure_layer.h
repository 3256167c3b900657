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

/// Links that have failed, and those of failed routers: dashed on the ground's colour, so that
/// neither heat nor a neighbour shows through.
void drawFailedLinks(QPainter& painter, const NetworkPicture& picture, const LinkLayer& links,
                     const CanvasStyle& style, const Theme& theme);

/// Failed routers, and collapsed groups without any other: a cross in the colour of errors, over
/// the card.
void drawFailedRouters(QPainter& painter, const QTransform& view, const NetworkPicture& picture,
                       const NetworkGeometry& geometry, const CollapsedNetwork& collapse,
                       double routerSide, double cardSide, const Theme& theme);

}  // namespace hopscope
