// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/failure_layer.h"

#include <algorithm>

namespace hopscope {
namespace {

constexpr double kFailedWidth = 2;  ///< px, of a failed link

}  // namespace

void drawFailedLinks(QPainter& painter, const NetworkPicture& picture, const LinkLayer& links,
                     const CanvasStyle& style, const Theme& theme) {
  const NetworkHeat& heat = picture.heat;
  if (heat.failedLinks.empty() && heat.failedRouters.empty()) return;
  painter.setRenderHint(QPainter::Antialiasing);
  const auto stroke = [&](LinkId link) {
    if (link >= picture.topology->linkCount()) return;
    const double width = links.widthOf(link);
    links.strokeLink(painter, link,
                     QPen(theme.color(Tone::canvas), width + 1, Qt::SolidLine, Qt::FlatCap));
    QPen dashes(theme.color(Tone::bad), kFailedWidth, Qt::SolidLine, Qt::FlatCap);
    dashes.setDashPattern({6 / kFailedWidth, 4 / kFailedWidth});
    links.strokeLink(painter, link, dashes);
  };
  for (const LinkId link : heat.failedLinks) stroke(link);
  for (const RouterId router : heat.failedRouters) {
    if (router >= picture.topology->routerCount()) continue;
    for (PortIndex p = 0; p < picture.topology->radix(router); ++p) {
      const LinkId link = picture.topology->port(router, p).link;
      const bool terminal = picture.topology->kindOf(link) == LinkKind::terminal;
      if (!terminal || style.terminalDiameter > 0) stroke(link);
    }
  }
}

void drawFailedRouters(QPainter& painter, const QTransform& view, const NetworkPicture& picture,
                       const NetworkGeometry& geometry, const CollapsedNetwork& collapse,
                       double routerSide, double cardSide, const Theme& theme) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.color(Tone::bad), 2.5, Qt::SolidLine, Qt::RoundCap));
  for (const RouterId router : picture.heat.failedRouters) {
    if (router >= picture.topology->routerCount()) continue;
    const QPointF center = view.map(geometry.routers()[router]);
    const double side = collapse.isNode(router) ? cardSide : routerSide;
    const double reach = std::max(side / 2, 4.0) + 2;
    painter.drawLine(center + QPointF(-reach, -reach), center + QPointF(reach, reach));
    painter.drawLine(center + QPointF(-reach, reach), center + QPointF(reach, -reach));
  }
}

}  // namespace hopscope
