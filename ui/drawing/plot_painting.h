// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSize>
#include <QSizeF>
#include <functional>

#include "ui/drawing/plot_widget.h"
#include "ui/drawing/theme.h"

class QCPPainter;
class QCustomPlot;

namespace hopscope {

/// Sizes of one plot: on a screen in pixels, on paper in points.
struct PlotStyle {
  const Theme* theme = nullptr;
  int text = 11;
  double axis = 1, curve = 2, dashedCurve = 1.6, marker = 7, tick = 4, error = 1.2, whisker = 6;
  bool paper = false;
  Tone ground = Tone::panel;  ///< around the frame, on a screen
  bool lone = false;  ///< there is one curve only, which needs no dashes to be told from others
};

/// That of papers, in points.
PlotStyle paperStyle();
/// A paper of that width, with a picture in the usual proportions.
QSize paperSize(double widthMillimetres);
/// What draws itself within its size in points, as the bytes of a file: png, svg or pdf; empty for
/// any other ending.
QByteArray paperBytes(const std::function<void(QCPPainter&)>& paint, const QSize& size,
                      const QString& ending, const QString& title);
/// One whole plot.
QByteArray paperBytes(QCustomPlot& plot, const QSize& size, const QString& ending,
                      const QString& title);

/// Whether there is anything to draw but references.
bool hasPoints(const PlotPicture& picture);
/// Puts a picture into an empty or used plot. `plotSize`: about the size of the frame around the
/// data. `keepRanges`: the axes stay as the user zoomed them.
void fillPlot(QCustomPlot& plot, const PlotPicture& picture, const PlotStyle& style,
              const QSizeF& plotSize, bool keepRanges);

}  // namespace hopscope
