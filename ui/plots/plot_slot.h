// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <string_view>
#include <vector>

#include "engine/core/ids.h"
#include "engine/simulation/window_statistics.h"
#include "ui/drawing/plot_widget.h"
#include "ui/plots/bar_list.h"

class QAction;
class QActionGroup;
class QMenu;

namespace hopscope {

/// What a slot of the live plots can show: a plot over time (plotsOverTime()), by its key, or one
/// of the whole run. Only those stand here that the program itself asks for.
struct RunPlot {
  std::string_view key;

  /// Cache hits; else time slots, kinds of path, detours, or the hottest links.
  static const RunPlot automatic;
  static const RunPlot latency, accepted, hits, nonminimal, paths, timeSlots;
  static const RunPlot histogram, cumulative, fairness, hottest;

  /// nullptr of what is not over time.
  const PlotOverTime* overTime() const;
  bool operator==(const RunPlot&) const = default;
};

inline constexpr RunPlot RunPlot::automatic{"automatic"};
inline constexpr RunPlot RunPlot::latency{"latency"};
inline constexpr RunPlot RunPlot::accepted{"accepted"};
inline constexpr RunPlot RunPlot::hits{"hit_rate"};
inline constexpr RunPlot RunPlot::nonminimal{"nonminimal"};
inline constexpr RunPlot RunPlot::timeSlots{"slots"};
inline constexpr RunPlot RunPlot::paths{"paths"};
inline constexpr RunPlot RunPlot::histogram{"histogram"};
inline constexpr RunPlot RunPlot::cumulative{"cumulative"};
inline constexpr RunPlot RunPlot::fairness{"fairness"};
inline constexpr RunPlot RunPlot::hottest{"hottest"};

/// One place of the panel of live plots: its title is a menu that chooses what it shows. The choice
/// is remembered.
class PlotSlot : public QWidget {
  Q_OBJECT

 public:
  /// `place` names the slot in the user's settings.
  PlotSlot(int place, RunPlot first, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  RunPlot plot() const { return plot_; }
  void choose(RunPlot plot);
  /// Further entries of the title's menu.
  void addToMenu(QMenu* menu);
  /// With the axis as chosen.
  void show(PlotPicture picture);
  void showBars(std::vector<HotChannel> bars);
  void setEmptyText(const QString& text) { widget_->setEmptyText(text); }
  PlotWidget& widget() { return *widget_; }

 signals:
  void chosen();
  void seekRequested(hopscope::Cycle cycle);
  void channelClicked(hopscope::ChannelId channel);

 private:
  bool isOverTime() const;
  void showChoice();

  QString key_;
  RunPlot plot_;
  PlotWidget* widget_;
  BarList* bars_;
  QMenu* menu_;
  QActionGroup* choices_;
  QAction* logarithmic_;  ///< of the quantity
  QAction* logLatency_;   ///< of the latencies it is distributed over
};

}  // namespace hopscope
