// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/drawing.h"

#include <QApplication>
#include <limits>
#include <utility>

#include "app/cli/console.h"
#include "app/cli/pictures.h"
#include "engine/design/design_placement.h"
#include "ui/drawing/cache_map_painter.h"
#include "ui/drawing/network_painter.h"

namespace hopscope::cli {

namespace {

// Qt remarks on a machine without a session; nothing here needs one.
void passMessage(QtMsgType, const QMessageLogContext&, const QString& text) {
  if (!text.startsWith("QStandardPaths:")) say(text.toStdString());
}

}  // namespace

OffscreenApplication::OffscreenApplication() {
  qInstallMessageHandler(passMessage);
  qputenv("QT_QPA_PLATFORM", "offscreen");
  // Qt keeps references to both for as long as it lives.
  static int argc = 1;
  static char name[] = "hopscope-cli";
  static char* argv[] = {name, nullptr};
  application_ = std::make_unique<QApplication>(argc, argv);
}

OffscreenApplication::~OffscreenApplication() = default;

bool canDraw() {
  return true;
}

bool drawCacheMap(const CacheStudy& study, const std::string& file) {
  const OffscreenApplication application;
  QString error;
  if (exportCacheMap(study, QString::fromStdString(file), &error)) return true;
  say(error.toStdString());
  return false;
}

std::shared_ptr<const Placement> placementFor(const Design& design, const Topology& topology) {
  return std::make_shared<const Placement>(placementOf(topology, design.layout));
}

NetworkPicture heatPicture(std::shared_ptr<const Topology> topology,
                           std::shared_ptr<const Placement> placement, const Results& results) {
  NetworkPicture picture;
  picture.topology = std::move(topology);
  picture.placement = std::move(placement);
  for (const double utilization : results.channelUtilization)
    picture.heat.channelUtilization.push_back(static_cast<float>(utilization));
  for (const RouterResult& router : results.routers)
    picture.heat.routerHitRate.push_back(router.cacheLookups == 0
                                             ? std::numeric_limits<float>::quiet_NaN()
                                             : static_cast<float>(router.cacheHits) /
                                                   static_cast<float>(router.cacheLookups));
  return picture;
}

}  // namespace hopscope::cli
