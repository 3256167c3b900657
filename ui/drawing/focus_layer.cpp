// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/focus_layer.h"

#include <QPen>
#include <algorithm>
#include <utility>
#include <vector>

namespace hopscope {

std::set<LinkId> linksInFocus(const NetworkPicture& picture) {
  const Topology& topology = *picture.topology;
  std::set<LinkId> focus;
  for (const LinkId link : picture.marks.links)
    if (link < topology.linkCount()) focus.insert(link);
  for (const RouterId router : picture.marks.routers) {
    if (router >= topology.routerCount()) continue;
    for (PortIndex port = 0; port < topology.radix(router); ++port) {
      const LinkId link = topology.port(router, port).link;
      if (topology.kindOf(link) != LinkKind::terminal) focus.insert(link);
    }
  }
  return focus;
}

std::set<RouterId> routersInFocus(const NetworkPicture& picture) {
  std::set<RouterId> focus;
  for (const RouterId router : picture.marks.routers)
    if (router < picture.topology->routerCount()) focus.insert(router);
  for (const LinkId link : linksInFocus(picture))
    for (const LinkEnd& end : {picture.topology->links[link].a, picture.topology->links[link].b})
      if (!end.isTerminal) focus.insert(end.node);
  return focus;
}

void drawFocus(QPainter& painter, const QRectF& device, const NetworkPicture& picture,
               const LinkLayer& links, const HeatScale& scale, const Theme& theme) {
  QColor veil = theme.color(Tone::canvas);
  veil.setAlphaF(static_cast<float>(1 - kBesideFocus));
  painter.fillRect(device, veil);
  painter.setRenderHint(QPainter::Antialiasing);
  // The hottest come last.
  std::vector<std::pair<int, LinkId>> order;
  for (const LinkId link : linksInFocus(picture)) order.emplace_back(links.bucketOf(link), link);
  std::sort(order.begin(), order.end());
  const bool heated = !picture.heat.empty() && !entryOf(picture.heat.quantity).ofRouters;
  for (const auto& [bucket, link] : order) {
    const QColor color = !heated      ? theme.color(Tone::accent)
                         : bucket < 0 ? scale.noData()
                                      : scale.colorOf(bucket);
    links.strokeLink(painter, link,
                     QPen(color, links.widthOf(link), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
  }
}

}  // namespace hopscope
