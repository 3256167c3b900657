// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <functional>
#include <vector>

#include "ui/drawing/plot_painting.h"

class QCPAxis;
class QCPRange;

namespace hopscope {

/// The word of a mark, with room found for it below the upper end of the plot, pixels.
struct PlacedMark {
  double x = 0;  ///< of the axis
  QString shown;
  bool leftOfLine = false;
  bool covers = false;  ///< a curve passes there: nowhere else is room
  double left = 0, right = 0, top = 0, bottom = 0;
};

/// Finds room for the words of all marks. `avoids`: where no curve passes, if there is such a
/// place.
std::vector<PlacedMark> placeMarks(const PlotPicture& picture, const QCPAxis& x, const QCPAxis& y,
                                   const PlotStyle& style, const QSizeF& plotSize, bool avoids);

/// Where an axis would have to end for words at its upper end to stand clear of all curves.
double endAbove(const PlotPicture& picture, const std::vector<PlacedMark>& words,
                const PlotStyle& style, const QCPRange& x, const QCPRange& y,
                const QSizeF& plotSize);

/// Whether a curve passes through a box on the plot.
bool crosses(const PlotCurve& curve, const QRectF& box,
             const std::function<QPointF(double, double)>& onPlot);

/// Where a coordinate lies on an axis, of its length; and back.
double shareOf(const QCPAxis& axis, double value);
double atShare(const QCPAxis& axis, double share);

}  // namespace hopscope
