// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <vector>

#include "ui/drawing/network_painter.h"
#include "ui/drawing/theme.h"

namespace hopscope {

struct PacketSwatch {
  QColor color;
  QString words;        ///< beside it; empty: with the next one
  bool notice = false;  ///< of the shape that notices have

  bool operator==(const PacketSwatch&) const = default;
};

/// What the colours and shapes of the packets in a picture mean, and those of circuits; nothing
/// where it has none.
std::vector<PacketSwatch> packetSwatches(const NetworkPicture& picture, const Theme& theme);

/// The shape of a notice of congestion, hollow, where packets are discs of a colour.
void paintNotice(QPainter& painter, const QPointF& center, double radius, const Theme& theme);

/// How wide a row of them is, in pixels.
double swatchesWidth(const std::vector<PacketSwatch>& swatches);
/// Paints them in a row, in the middle of the height of `rect`; returns where it ends.
double paintSwatches(QPainter& painter, const QRectF& rect, double x,
                     const std::vector<PacketSwatch>& swatches, const Theme& theme);

}  // namespace hopscope
