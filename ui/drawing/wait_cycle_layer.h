// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QRectF>
#include <set>

#include "ui/drawing/canvas_style.h"
#include "ui/drawing/link_layer.h"
#include "ui/drawing/network_painter.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// How much of everything else is left beside a cycle of waiting buffers.
constexpr double kBesideWaitCycle = 0.35;

/// Fades what was painted so far, so that the cycle of NetworkHeat::waitCycle stands out.
void fadeForWaitCycle(QPainter& painter, const QRectF& device, const Theme& theme);

/// The routers whose buffers are in the cycle, by id of the picture's network.
std::set<RouterId> routersOfWaitCycle(const NetworkPicture& picture);

/// The channels of the cycle in the colour of errors, each with its direction. The line of a
/// channel leads to the buffer that waits.
void drawWaitCycleLinks(QPainter& painter, const NetworkPicture& picture, const LinkLayer& links,
                        const Theme& theme, bool small);

/// In the order in which they wait for each other, from 1: the number of each buffer, and how full
/// it is where that is known.
void drawWaitCycleMarks(QPainter& painter, const NetworkPicture& picture, const LinkLayer& links,
                        const CanvasStyle& style, const Theme& theme);

}  // namespace hopscope
