// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>

#include "ui/drawing/plot_widget.h"

namespace hopscope {

/// Where a plot on paper explains its curves.
enum class PlotLegend : std::uint8_t {
  emptiest,  ///< over the axes where it covers nothing, or else below them
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

/// The plot as it will be written, at 300 dots per inch.
QImage plotImage(const PlotPicture& picture, const PlotPaper& paper);
/// As exportPlot() of plot_widget.h, which takes the emptiest place.
bool exportPlot(const PlotPicture& picture, const QString& file, const PlotPaper& paper,
                QString* error);
QByteArray plotSvg(const PlotPicture& picture, const PlotPaper& paper);

}  // namespace hopscope
