// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QTransform>
#include <vector>

#include "ui/drawing/canvas_labels.h"
#include "ui/drawing/canvas_style.h"
#include "ui/drawing/collapsed_network.h"
#include "ui/drawing/group_cards.h"
#include "ui/drawing/network_geometry.h"
#include "ui/drawing/network_painter.h"

namespace hopscope {

/// What is drawn, and how.
struct LabelledPicture {
  const NetworkPicture& picture;
  const NetworkGeometry& geometry;
  const CanvasStyle& style;
  const CollapsedNetwork& collapse;
  const GroupCards& cards;
  const QTransform& view;
  const QRectF& device;
  bool thumbnail = false;  ///< shows shape, not words
};

/// Adds the words beside parts: what the user calls them, what is pointed at or selected, and
/// collapsed groups.
void addPartLabels(std::vector<CanvasLabel>& labels, const LabelledPicture& drawn);

}  // namespace hopscope
