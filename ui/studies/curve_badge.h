// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPixmap>

#include "ui/drawing/theme.h"

namespace hopscope {

/// "A" for the first, "B" for the second of what is compared.
QString badgeLetter(int number);

/// A square in the colour of curve `number` with its letter, `side` pixels, sharp at `ratio`.
QPixmap curveBadge(int number, const Theme& theme, int side, qreal ratio = 1);

/// The same as an icon, for one and two pixels a point.
QIcon curveBadgeIcon(int number, const Theme& theme, int side);

}  // namespace hopscope
