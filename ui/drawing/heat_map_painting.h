// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSizeF>
#include <QString>

#include "ui/drawing/heat_map_picture.h"
#include "ui/drawing/plot_painting.h"

class QCustomPlot;

namespace hopscope {

/// Puts a map into an empty or used plot: cells as tall and wide as there is room, their numbers
/// where they fit, the scale of colours to the right. `plotSize`: about the size of the cells.
void fillHeatMap(QCustomPlot& plot, const HeatMapPicture& picture, const PlotStyle& style,
                 const QSizeF& plotSize);

/// Writes it on white with its note below; the format follows the name's ending: png, svg or pdf.
/// False and a message where that cannot be done.
bool exportHeatMap(const HeatMapPicture& picture, const QString& file, QString* error);

}  // namespace hopscope
