// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QWidget>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/simulation/results.h"
#include "ui/plots/plot_slot.h"
#include "ui/plots/run_plots.h"
#include "ui/run/run_view.h"

class QMenu;

namespace hopscope {

/// A run to compare with: its curves stand faded behind those of the run shown.
struct ComparedRun {
  std::int64_t id = 0;  ///< of the kept run; 0: none, what was pinned
  QString name;
  std::vector<WindowSample> windows;
};

/// One that can be chosen for it, read when it is.
struct ComparableRun {
  std::int64_t id = 0;  ///< what it is known by: its name may change as runs are kept
  QString name;
  std::function<std::vector<WindowSample>()> windows;
};

/// Where in its time a run is, and what was planned.
struct PlotTimes {
  Cycle now = 0, planned = 0;
  double offeredLoad = 0;
  bool running = false;
  std::vector<PhaseMark> phases;
};

/// The panel of live plots: three slots, each showing what its title's menu says. They grow while a
/// run goes.
class LivePlots : public QWidget {
  Q_OBJECT

 public:
  explicit LivePlots(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// Cheap to call with every snapshot: draws at most five times a second while running.
  void show(const RunView& view, const PlotTimes& times);
  void clear();
  const RunPlots& plots() const { return plots_; }
  PlotSlot& slot(std::size_t place) { return *slots_.at(place); }
  /// The kept runs there are to compare with, by what they are called now.
  void setComparable(std::vector<ComparableRun> runs);
  /// A slot shows latencies of single packets, which are gathered only then.
  bool wantsLatencies() const;

 signals:
  /// A time was clicked.
  void seekRequested(hopscope::Cycle cycle);
  /// A channel was clicked.
  void channelClicked(hopscope::ChannelId channel);
  /// Something else is to be shown than before.
  void choiceChanged();

 private:
  void apply(const RunView& view);
  /// What an automatic slot shows of this run.
  RunPlot meantBy(RunPlot plot, const Design* design) const;
  PlotPicture pictureOf(RunPlot plot, const RunView& view);
  void addCompared();
  void fillCompareMenu();
  void compare(std::optional<ComparedRun> run);

  std::array<PlotSlot*, 3> slots_{};
  QMenu* compareMenu_;
  RunPlots plots_;
  std::vector<WindowSample> windows_;  ///< of the run shown, as drawn
  std::vector<ComparableRun> comparable_;
  std::optional<ComparedRun> compared_;
  QElapsedTimer sinceDrawn_;
  std::size_t drawnWindows_ = 0;
  Cycle drawnNow_ = -1;
  std::optional<Cycle> drawnCursor_;
  bool stale_ = true;  ///< the choice changed since it was drawn
};

/// The hottest channels of a run by name, the hottest first.
std::vector<HotChannel> hottestBars(const RunView& view, std::size_t most);

}  // namespace hopscope
