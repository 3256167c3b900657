// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QRectF>
#include <QString>

#include "ui/drawing/network_painter.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// How a picture of the network leaves the program.
struct NetworkExport {
  double scale = 1;              ///< pixels per canvas unit (png), at 1 unit = 1 px for svg and pdf
  int width = 0;                 ///< pixels (png), instead of a scale; 0: by the scale
  bool legend = true;            ///< a legend bar below
  const Theme* theme = nullptr;  ///< light where none is given
};

/// Writes the whole network. The format follows the name's ending: png, svg or pdf. False and a
/// sentence where the file can't be written.
bool exportNetwork(const NetworkPicture& picture, const QString& file, const NetworkExport& options,
                   QString* error);
/// The same as an image of `options.scale` pixels a unit; null where that is too large, and why in
/// `error`.
QImage networkImage(const NetworkPicture& picture, const NetworkExport& options, QString* error);
/// The same as SVG text.
QByteArray networkSvg(const NetworkPicture& picture, const NetworkExport& options);
/// Paints the whole network into `target` of any painter, legend below.
void paintNetwork(QPainter& painter, const QRectF& target, const NetworkPicture& picture,
                  const NetworkExport& options);

}  // namespace hopscope
