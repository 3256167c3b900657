// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/drawing/canvas_pictures.h"

#include <cmath>

#include "engine/topology/generator.h"
#include "engine/topology/placement.h"
#include "ui/drawing/network_export.h"

namespace hopscope::test {

NetworkPicture familyPicture(const std::string& kind, const Values& parameters) {
  const Generator* family = generators().find(kind);
  Values values;
  for (const Parameter& parameter : family->parameters) values[parameter.name] = parameter.fallback;
  for (const auto& [name, value] : parameters) values[name] = value;
  NetworkPicture picture;
  picture.topology = std::make_shared<const Topology>(family->build(values));
  picture.placement = std::make_shared<const Placement>(place(*picture.topology));
  return picture;
}

NetworkPicture drawnPicture() {
  TopologyBuilder builder("custom", {},
                          {{"terminal", "terminal", LinkKind::terminal},
                           {"local", "local", LinkKind::local},
                           {"global", "global", LinkKind::global}});
  for (int i = 0; i < 5; ++i) builder.addRouter();
  for (const RouterId router : {0U, 0U, 1U, 2U, 3U, 4U}) builder.addTerminal(router);
  builder.connect(0, 1, 1);
  builder.connect(1, 2, 1);
  builder.connect(2, 3, 1);
  builder.connect(3, 0, 1);
  builder.connect(0, 4, 2);
  builder.connect(2, 4, 2);
  NetworkPicture picture;
  picture.topology = std::make_shared<const Topology>(builder.build());
  Placement placement;
  placement.routers = {{0, 0}, {120, 10}, {130, 110}, {-10, 120}, {60, 60}};
  placement.terminals = {{-40, -20}, {-10, -44}, {160, -20}, {170, 130}, {-50, 140}, {60, 104}};
  placement.bulge.assign(12, 0.0F);
  // The link 1 to 2 bows to its left, to the east.
  placement.bulge[7] = 16;
  picture.placement = std::make_shared<const Placement>(placement);
  return picture;
}

NetworkHeat patternedHeat(const Topology& topology) {
  NetworkHeat heat;
  for (ChannelId channel = 0; channel < topology.channelCount(); ++channel) {
    // Spreads over 0..1 without a pattern the eye could follow.
    const double place = std::fmod(channel * 0.61803398875, 1.0);
    heat.channelUtilization.push_back(static_cast<float>(place * place));
  }
  for (RouterId router = 0; router < topology.routerCount(); ++router) {
    heat.routerHitRate.push_back(static_cast<float>(router % 11) / 10);
  }
  return heat;
}

QImage canvasImage(const NetworkPicture& picture, const Theme& theme, const QSize& size) {
  QImage image(size, QImage::Format_RGB32);
  QPainter painter(&image);
  NetworkExport options;
  options.theme = &theme;
  paintNetwork(painter, QRectF(QPointF(), QSizeF(size)), picture, options);
  painter.end();
  return image;
}

int pixelsOf(const QImage& image, const QColor& color) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) count += image.pixel(x, y) == color.rgb() ? 1 : 0;
  return count;
}

}  // namespace hopscope::test
