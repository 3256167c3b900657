// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QRectF>

#include "ui/drawing/theme.h"

namespace hopscope {

/// The ring by which the focus of the keyboard is found: 2 px along the inner edge of `area`, with
/// round corners of `radius` px. On what is pressed (buttons) it is accentText. The painter is left
/// as it was.
void paintFocusRing(QPainter& painter, const QRectF& area, const Theme& theme,
                    Tone tone = Tone::accent, double radius = 4);

}  // namespace hopscope
