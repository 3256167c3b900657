// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QTransform>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "ui/drawing/canvas_labels.h"
#include "ui/drawing/canvas_style.h"
#include "ui/drawing/network_painter.h"

namespace hopscope {

/// The names of groups where they stand, with the number of terminals where those are too small to
/// be seen and there is room. `terminals`: by group.
std::vector<CanvasLabel> groupLabels(const NetworkPicture& picture, const CanvasStyle& style,
                                     const std::map<std::int32_t, std::size_t>& terminals,
                                     const QRectF& device, const QTransform& view);

}  // namespace hopscope
