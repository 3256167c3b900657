// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QRectF>
#include <QTransform>

#include "ui/drawing/canvas_style.h"
#include "ui/drawing/collapsed_network.h"
#include "ui/drawing/network_geometry.h"
#include "ui/drawing/network_painter.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// The cards that stand for collapsed groups, each with the number of its routers.
class GroupCards {
 public:
  GroupCards() = default;
  /// `geometry`: of the network as it is drawn.
  GroupCards(const CollapsedNetwork& collapse, const NetworkGeometry& geometry);

  /// Pixels; smaller where cards would lie on each other otherwise.
  double side(const CanvasStyle& style) const;
  /// How far a card reaches out of its middle, pixels.
  double reach(const CanvasStyle& style) const;
  /// Canvas units from the middle of a card to the middle of the next.
  double spacing() const { return spacing_; }

  void draw(QPainter& painter, const QRectF& device, const QTransform& view,
            const CanvasStyle& style, const CollapsedNetwork& collapse,
            const NetworkGeometry& geometry, const NetworkPicture& picture,
            const Theme& theme) const;

 private:
  double spacing_ = 0;
};

}  // namespace hopscope
