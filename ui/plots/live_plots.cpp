// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/live_plots.h"

#include <QVBoxLayout>
#include <cmath>

namespace hopscope {

namespace {

/// Between two drawings of a running plot.
constexpr int kRedrawMilliseconds = 200;

}  // namespace

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
    connect(plot, &PlotWidget::clickedAt, this,
            [this](double x) { emit seekRequested(static_cast<Cycle>(std::llround(x))); });
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
                     Cycle planned, bool running, const std::vector<PhaseMark>& phases,
                     std::optional<Cycle> cursor) {
  if (windows.size() == drawnWindows_ && now == drawnNow_ && cursor == drawnCursor_) return;
  // A cursor that is dragged is followed at once.
  if (running && cursor == drawnCursor_ && sinceDrawn_.isValid() &&
      sinceDrawn_.elapsed() < kRedrawMilliseconds)
    return;
  sinceDrawn_.start();
  drawnWindows_ = windows.size();
  drawnNow_ = now;
  drawnCursor_ = cursor;
  plots_ = runPlots(windows, offeredLoad, now, planned, phases);
  if (cursor)
    for (PlotPicture* picture :
         {&plots_.latency, &plots_.accepted, &plots_.hitRate, &plots_.nonminimal})
      picture->now = static_cast<double>(*cursor);
  if (!windows.empty())
    hitRate_->setEmptyText(tr("The routers of this run compute routes without a cache."));
  apply();
}

void LivePlots::apply() {
  latency_->setPicture(plots_.latency);
  accepted_->setPicture(plots_.accepted);
  const bool detours = plots_.hitRate.curves.empty() && !plots_.nonminimal.curves.empty();
  hitRate_->setPicture(detours ? plots_.nonminimal : plots_.hitRate);
}

}  // namespace hopscope
