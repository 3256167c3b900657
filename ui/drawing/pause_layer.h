// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QPainter>
#include <QRectF>
#include <vector>

#include "ui/drawing/canvas_style.h"
#include "ui/drawing/link_layer.h"
#include "ui/drawing/network_painter.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// Paused channels, hatched: on their own line where directions are apart, else on the half of the
/// link that is next to their sender, which waits. Nothing is done for the others.
void drawPaused(QPainter& painter, const NetworkPicture& picture, const LinkLayer& links,
                const CanvasStyle& style, const Theme& theme);

/// A piece of a hatched line, for legends; returns where it ends.
double paintPausedSwatch(QPainter& painter, double left, double middle, double width,
                         const Theme& theme);

}  // namespace hopscope
