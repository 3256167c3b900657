// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QWidget>
#include <optional>
#include <vector>

#include "engine/simulation/results.h"
#include "ui/drawing/plot_widget.h"
#include "ui/plots/run_plots.h"

namespace hopscope {

/// The panel of live plots: latency, accepted load, and the share of cache hits or, without caches,
/// of non-minimal packets. They grow while a run goes.
class LivePlots : public QWidget {
  Q_OBJECT

 public:
  explicit LivePlots(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// Cheap to call with every snapshot: draws at most five times a second while running. `cursor`:
  /// the time looked at, where that is not `now`.
  void show(const std::vector<WindowSample>& windows, double offeredLoad, Cycle now, Cycle planned,
            bool running, const std::vector<PhaseMark>& phases = {},
            std::optional<Cycle> cursor = {});
  void clear();
  const RunPlots& plots() const { return plots_; }

 signals:
  /// A time was clicked.
  void seekRequested(hopscope::Cycle cycle);

 private:
  void apply();

  PlotWidget* latency_;
  PlotWidget* accepted_;
  PlotWidget* hitRate_;
  RunPlots plots_;
  QElapsedTimer sinceDrawn_;
  std::size_t drawnWindows_ = 0;
  Cycle drawnNow_ = -1;
  std::optional<Cycle> drawnCursor_;
};

}  // namespace hopscope
