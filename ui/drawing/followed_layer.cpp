// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/followed_layer.h"

#include <QPen>
#include <QPolygonF>
#include <algorithm>
#include <cstddef>
#include <vector>

#include "ui/drawing/oklab.h"

namespace hopscope {
namespace {

constexpr double kPath = 3, kPathCasing = 6.4;  ///< px
constexpr double kPaler = 0.18, kPalest = 0.7;  ///< of the trail, per channel and at the most
constexpr double kRingWidth = 2.2, kRingAway = 4.5;
constexpr double kPole = 13, kFlagWidth = 10, kFlagHeight = 7;

}  // namespace

void drawFollowedPath(QPainter& painter, const NetworkPicture& picture, const LinkLayer& links,
                      const CanvasStyle& style, const Theme& theme) {
  painter.setRenderHint(QPainter::Antialiasing);
  const std::vector<ChannelId>& path = picture.heat.followed.path;
  for (const bool casing : {true, false})
    for (std::size_t hop = 0; hop < path.size(); ++hop) {
      const ChannelId channel = path[hop];
      if (channel >= picture.topology->channelCount()) continue;
      if (style.terminalDiameter == 0 &&
          picture.topology->kindOf(channel / 2) == LinkKind::terminal)
        continue;
      // The farther back, the paler; the whole way of one that has arrived is there to be read.
      const double back = picture.heat.followed.delivered ? 0 : double(path.size() - 1 - hop);
      QColor color = theme.color(casing ? Tone::canvas : Tone::accent);
      if (!casing) color = mix(color, theme.color(Tone::canvas), std::min(kPalest, kPaler * back));
      links.strokeLink(
          painter, channel / 2,
          QPen(color, casing ? kPathCasing : kPath, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    }
}

void drawIntermediate(QPainter& painter, const QTransform& view, const NetworkPicture& picture,
                      const NetworkGeometry& geometry, const CollapsedNetwork& collapse,
                      double routerSide, double cardSide, const Theme& theme) {
  const RouterId router = picture.heat.followed.intermediate;
  if (router >= picture.topology->routerCount()) return;
  const double half =
      std::max((collapse.isNode(router) ? cardSide : routerSide) / 2, 3.0) + kRingAway;
  const QPointF center = view.map(geometry.routers()[router]);
  const QRectF ring(center - QPointF(half, half), QSizeF(2 * half, 2 * half));
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.color(Tone::canvas), kRingWidth + 3));
  painter.drawRoundedRect(ring, 5, 5);
  QPen dashes(theme.color(Tone::accent), kRingWidth, Qt::SolidLine, Qt::FlatCap);
  dashes.setDashPattern({2, 1.4});
  painter.setPen(dashes);
  painter.drawRoundedRect(ring, 5, 5);
  const QPointF foot(center.x(), ring.top());
  const QPointF top = foot - QPointF(0, kPole);
  const QPolygonF flag{top, top + QPointF(kFlagWidth, kFlagHeight / 2),
                       top + QPointF(0, kFlagHeight)};
  painter.setBrush(theme.color(Tone::accent));
  for (const bool casing : {true, false}) {
    painter.setPen(QPen(theme.color(casing ? Tone::canvas : Tone::accent),
                        casing ? kRingWidth + 3 : 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawLine(foot, top);
    painter.drawPolygon(flag);
  }
}

}  // namespace hopscope
