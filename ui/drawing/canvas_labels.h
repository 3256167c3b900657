// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCache>
#include <QColor>
#include <QImage>
#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <cstdint>
#include <vector>

#include "ui/drawing/theme.h"

namespace hopscope {

/// A word on the canvas: upright, with a halo in the canvas' colour.
struct CanvasLabel {
  QString text;
  QPointF center;  ///< on the device
  /// Where else it may stand: beside a shape of this size around `center`, above it first. Empty:
  /// only at `center`.
  QSizeF beside;
  /// Shapes of the device that it covers only where all places beside its own would cover some.
  std::vector<QRectF> shuns;
  int pixels = 12;
  bool bold = false;
  Tone tone = Tone::t2;
  int rank = 0;  ///< the higher rank stays where two collide
};

/// Words as they were drawn last: a frame of a running network writes the same ones again, and the
/// halo of a word costs more than all its links.
using LabelPictures = QCache<QString, QImage>;

/// Draws labels, highest rank first; one that would cover another, or lie outside, is left out.
void drawLabels(QPainter& painter, std::vector<CanvasLabel> labels, const QRectF& device,
                const Theme& theme, LabelPictures& pictures);

/// Every how many-th of things in a row, `each` pixels wide, has room for a label: 1, 2, 5, 10 ...
std::uint32_t labelStep(double needed, double each);

}  // namespace hopscope
