// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/focus_layer.h"

#include <QPen>
#include <map>
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
  const bool heated = !picture.heat.empty() && !entryOf(picture.heat.quantity).ofRouters;
  const auto penFor = [&](int bucket, double width) {
    const QColor color = !heated      ? theme.color(Tone::accent)
                         : bucket < 0 ? scale.noData()
                                      : scale.colorOf(bucket);
    return QPen(color, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  };
  // The hottest come last.
  std::map<int, std::vector<LinkId>> byBucket;
  const std::set<LinkId> focus = linksInFocus(picture);
  for (const LinkId link : focus) byBucket[links.bucketOf(link)].push_back(link);
  const bool many = focus.size() > LinkLayer::kManyStrokes;
  for (const auto& [bucket, ofBucket] : byBucket)
    if (many)
      links.strokeLinks(painter, ofBucket, penFor(bucket, 1));
    else
      for (const LinkId link : ofBucket)
        links.strokeLink(painter, link, penFor(bucket, links.widthOf(link)));
}

}  // namespace hopscope
