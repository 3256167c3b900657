// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/live_plots.h"

#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace hopscope {

namespace {

/// Between two drawings of a running plot.
constexpr int kRedrawMilliseconds = 100;

PlotCurve curve(const QString& name, int number) {
  PlotCurve out;
  out.name = name;
  out.number = number;
  return out;
}

}  // namespace

RunPlots runPlots(const std::vector<WindowSample>& windows, double offeredLoad,
                  std::optional<Cycle> now, std::optional<Cycle> planned) {
  PlotCurve mean = curve(QObject::tr("mean"), 1);
  PlotCurve p99 = curve(QObject::tr("p99"), 2);
  PlotCurve accepted = curve(QObject::tr("accepted"), 3);
  PlotCurve offered = curve(QObject::tr("offered"), 0);
  offered.reference = true;
  PlotCurve hits = curve(QObject::tr("now"), 4);
  for (const WindowSample& window : windows) {
    const auto x = static_cast<double>(window.end);
    for (PlotCurve* each : {&mean, &p99, &accepted, &hits}) each->x.push_back(x);
    mean.y.push_back(window.latencyMean);
    p99.y.push_back(window.latencyP99);
    accepted.y.push_back(window.acceptedLoad);
    hits.y.push_back(window.hitRate * 100);
  }
  const bool anyHits =
      std::any_of(hits.y.begin(), hits.y.end(), [](double value) { return std::isfinite(value); });
  const double lastX = windows.empty() ? 0 : static_cast<double>(windows.back().end);
  const double right = std::max(lastX, planned ? static_cast<double>(*planned) : 0.0);
  if (!windows.empty()) {
    offered.x = {0, right};
    offered.y = {offeredLoad, offeredLoad};
  }

  RunPlots plots;
  const QString time = QObject::tr("time (cycles)");
  plots.latency.title = QObject::tr("Latency");
  plots.latency.yTitle = QObject::tr("cycles");
  plots.latency.curves = {mean, p99};
  plots.accepted.title = QObject::tr("Accepted load");
  plots.accepted.yTitle = QObject::tr("flits/terminal/cycle");
  plots.accepted.curves = {accepted, offered};
  plots.hitRate.title = QObject::tr("Forwarding-cache hits");
  plots.hitRate.yTitle = QObject::tr("% of lookups");
  if (anyHits) plots.hitRate.curves.push_back(hits);
  plots.hitRate.yMin = 0;
  plots.hitRate.yMax = 100;
  plots.latency.yMin = 0;
  plots.accepted.yMin = 0;
  for (PlotPicture* picture : {&plots.latency, &plots.accepted, &plots.hitRate}) {
    picture->xTitle = time;
    if (right > 0) {
      picture->xMin = 0;
      picture->xMax = right;
    }
    if (now) picture->now = static_cast<double>(*now);
  }
  return plots;
}

LivePlots::LivePlots(QWidget* parent)
    : QWidget(parent),
      latency_(new PlotWidget(this)),
      accepted_(new PlotWidget(this)),
      hitRate_(new PlotWidget(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 8, 12, 8);
  column->setSpacing(12);
  for (PlotWidget* plot : {latency_, accepted_, hitRate_}) {
    plot->setMinimumHeight(120);
    column->addWidget(plot, 1);
  }
  latency_->setAccessibleName(tr("Latency over time"));
  accepted_->setAccessibleName(tr("Accepted load over time"));
  hitRate_->setAccessibleName(tr("Cache hit rate over time"));
  clear();
}

void LivePlots::setTheme(const Theme& theme) {
  for (PlotWidget* plot : {latency_, accepted_, hitRate_}) plot->setTheme(theme);
}

void LivePlots::clear() {
  plots_ = runPlots({}, 0, {}, {});
  drawnWindows_ = 0;
  drawnNow_ = -1;
  const QString waiting = tr("Curves grow here while the network runs.");
  latency_->setEmptyText(waiting);
  accepted_->setEmptyText(waiting);
  hitRate_->setEmptyText(waiting);
  apply();
}

void LivePlots::show(const std::vector<WindowSample>& windows, double offeredLoad, Cycle now,
                     Cycle planned, bool running) {
  if (windows.size() == drawnWindows_ && now == drawnNow_) return;
  if (running && sinceDrawn_.isValid() && sinceDrawn_.elapsed() < kRedrawMilliseconds) return;
  sinceDrawn_.start();
  drawnWindows_ = windows.size();
  drawnNow_ = now;
  plots_ = runPlots(windows, offeredLoad, now, planned);
  if (!windows.empty())
    hitRate_->setEmptyText(tr("The routers of this run compute routes without a cache."));
  apply();
}

void LivePlots::apply() {
  latency_->setPicture(plots_.latency);
  accepted_->setPicture(plots_.accepted);
  hitRate_->setPicture(plots_.hitRate);
}

}  // namespace hopscope
