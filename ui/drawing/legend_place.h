// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <Qt>
#include <functional>
#include <optional>
#include <vector>

#include "ui/drawing/plot_widget.h"

namespace hopscope {

/// The frame around a plot's data, and what else is drawn in it.
struct PlotFrame {
  QRectF rect;                                    ///< of the axes, as they are drawn
  double inset = 0;                               ///< between its edges and a box within
  double reach = 0;                               ///< of markers and strokes around their points
  std::function<QPointF(double, double)> onPlot;  ///< where a point of a curve is drawn
  std::vector<QRectF> words = {};                 ///< those that are drawn within
};

/// Where a box of that size covers no curve, mark or word, in a corner if it can. None where there
/// is no such place.
std::optional<Qt::Alignment> freePlace(const PlotPicture& picture, const PlotFrame& frame,
                                       const QSizeF& box);

}  // namespace hopscope
