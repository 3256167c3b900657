// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/thumbnail.h"

#include <QPainter>
#include <algorithm>
#include <exception>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/link_bandwidths.h"
#include "engine/simulation/simulation.h"
#include "ui/drawing/fit_view.h"

namespace hopscope {

namespace {

/// Enough for the hot links to show, little enough for a thumbnail.
constexpr Cycle kWarmup = 600, kMeasure = 1200;
/// A deadlock is sure only after a long time without any move.
constexpr Cycle kUntilDeadlock = 20'000;
/// Larger networks are drawn without a run.
constexpr std::size_t kMostTerminals = 2000;

}  // namespace

NetworkPicture simulatedPicture(const Design& design) {
  NetworkPicture picture;
  Issues issues;
  picture.topology = buildTopology(design, issues);
  if (!picture.topology) return picture;
  picture.linkRates = bandwidthsOf(design, *picture.topology);
  Placement placement = place(*picture.topology);
  for (std::size_t r = 0; r < placement.routers.size(); ++r)
    if (const auto at = design.layout.routers.find(picture.topology->routerIds[r]);
        at != design.layout.routers.end())
      placement.routers[r] = at->second;
  if (!design.layout.routers.empty())
    for (TerminalId t = 0; t < picture.topology->terminalCount(); ++t) {
      const auto at = design.layout.terminals.find(picture.topology->terminalIds[t]);
      placement.terminals[t] = at != design.layout.terminals.end()
                                   ? at->second
                                   : terminalPlace(*picture.topology, placement.routers, t);
    }
  picture.placement = std::make_shared<const Placement>(std::move(placement));
  if (picture.topology->terminalCount() > kMostTerminals) return picture;
  Design brief = design;
  brief.settings["run.warmup"] = std::int64_t{kWarmup};
  const bool mayDeadlock = findParameter(design, "routing.allow_cycles") &&
                           effectiveValue(design, "routing.allow_cycles") == Value(true);
  brief.settings["run.measure"] = std::int64_t{mayDeadlock ? kUntilDeadlock : kMeasure};
  Compiled compiled = compile(brief);
  if (!compiled.setup) return picture;
  try {
    Simulation simulation(std::move(*compiled.setup));
    simulation.advance(kWarmup + (mayDeadlock ? kUntilDeadlock : kMeasure));
    const Results results = simulation.results();
    picture.heat.channelUtilization.assign(results.channelUtilization.begin(),
                                           results.channelUtilization.end());
    for (const WaitingVc& waiting : results.deadlock)
      picture.heat.waitCycle.push_back({waiting.channel, waiting.vc});
  } catch (const std::exception&) {
    picture.heat = {};  // the layout alone is still a fair thumbnail
  }
  return picture;
}

QImage paintThumbnail(const NetworkPicture& picture, const QSize& size, qreal pixelRatio,
                      const Theme& theme) {
  if (!picture.topology || !picture.placement || size.isEmpty()) return {};
  QImage image(size * pixelRatio, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(pixelRatio);
  image.fill(theme.color(Tone::canvas));
  NetworkPainter network(theme);
  network.setPicture(picture);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF device(QPointF(0, 0), QSizeF(size));
  network.paint(painter, device, fitView(network.bounds(), device, 8));
  return image;
}

}  // namespace hopscope
