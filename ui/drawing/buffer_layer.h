// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QPointF>

#include "ui/drawing/network_geometry.h"
#include "ui/drawing/network_painter.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// From this size on a router's card has room for its ports and what waits behind them, px.
inline constexpr double kCardPorts = 64;
inline constexpr double kCardBuffers = 96;

/// The ports of a router's card, on the side of what they lead to: their numbers and, where the
/// router is known from inside, the buffers of their virtual channels filling, a dot for the packet
/// at the front of each, and a line from those that wait to the output they want.
void drawPorts(QPainter& painter, const QPointF& center, double side, RouterId router,
               const NetworkPicture& picture, const NetworkGeometry& geometry, const Theme& theme);

}  // namespace hopscope
