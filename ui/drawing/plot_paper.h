// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include "ui/drawing/plot_widget.h"

namespace hopscope {

/// Where a plot on paper explains its curves.
enum class PlotLegend : std::uint8_t {
  emptiest,  ///< where it covers the fewest points
  topLeft,
  topRight,
  bottomLeft,
  bottomRight,
  none,
};

/// How a plot looks on paper.
struct PlotPaper {
  double widthMillimetres = 85;
  PlotLegend legend = PlotLegend::emptiest;
};

/// Where a box over the axes covers the fewest points, in a corner if it can. `axes`: their ranges,
/// the lowest values at the top left of the rectangle; `box`: its size as shares of theirs.
Qt::Alignment emptiestPlace(const PlotPicture& picture, const QRectF& axes, const QSizeF& box);

/// The plot as it will be written, at 300 dots per inch.
QImage plotImage(const PlotPicture& picture, const PlotPaper& paper);
/// As exportPlot() of plot_widget.h, which takes the emptiest place.
bool exportPlot(const PlotPicture& picture, const QString& file, const PlotPaper& paper,
                QString* error);
QByteArray plotSvg(const PlotPicture& picture, const PlotPaper& paper);

}  // namespace hopscope
