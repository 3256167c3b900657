// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QTransform>

namespace hopscope {

/// The view that shows all of `bounds` centred in `device` with a margin in pixels.
QTransform fitView(const QRectF& bounds, const QRectF& device, double margin);

}  // namespace hopscope
