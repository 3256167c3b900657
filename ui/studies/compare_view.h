// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>
#include <optional>
#include <vector>

#include "projects/project.h"
#include "ui/drawing/heat_quantity.h"
#include "ui/drawing/theme.h"
#include "ui/plots/compare_plots.h"

class QGridLayout;
class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;

namespace hopscope {

class ComparePane;
class CompareTable;
class CompareTime;
class LegendBar;
class NetworkCanvas;
class PlotWidget;
class RanksCompared;

/// A run to compare, with the latency curve it belongs to.
struct ComparedEntry {
  StoredRun run;
  std::vector<CurvePoint> curve;
  /// A curve was measured; else its points are what the kept runs of the design happen to give.
  bool measured = false;
  QString name;  ///< what it is called in lists of runs
};

/// Two to six kept runs side by side: their networks in heat under one legend and one view, their
/// curves overlaid, and what differs between them.
class CompareView : public QWidget {
  Q_OBJECT

 public:
  static constexpr std::size_t kMost = 6;

  explicit CompareView(const Theme& theme, QWidget* parent = nullptr);
  ~CompareView() override;

  void setTheme(const Theme& theme);
  /// Fewer than two: words that say what to do. `keptRuns`: how many there are to choose from.
  void show(std::vector<ComparedEntry> runs, std::size_t keptRuns);
  /// Pans, zooms and selects in all canvases at once.
  void setLinked(bool linked);
  /// What the colours of all networks show, on one scale, where any of the runs has it; else all
  /// show the utilisation.
  void setQuantity(HeatQuantity quantity);
  void openQuantities();
  /// Curves against time instead of offered load.
  void setOverTime(bool overTime);
  /// What ranks of applications did, in place of curves and table.
  void setOfRanks(bool ofRanks);
  /// Why there is nothing of ranks to compare; empty: there is.
  QString whyNoRanks() const;
  const std::vector<ComparedEntry>& runs() const { return runs_; }
  /// A word or two that tells each of them from the others.
  const QStringList& names() const { return names_; }
  /// The canvas of the n-th run, from 0.
  NetworkCanvas& canvas(std::size_t n) const;
  const CurvePlots& plots() const { return plots_; }
  CompareTable& table() const { return *table_; }
  RanksCompared& ranks() const { return *ranks_; }

 signals:
  void quantityChosen(hopscope::HeatQuantity quantity);
  void designRequested();  ///< the button where fewer than two runs are kept

 private:
  void arrangePanes();
  void followFrom(std::size_t n);
  void selectFrom(std::size_t n);
  void showPlots();
  void seek();
  void showQuantity();
  void showRanks();

  const Theme* theme_;
  std::vector<ComparedEntry> runs_;
  QStringList names_;
  std::vector<ComparePane*> panes_;
  CurvePlots plots_;
  std::optional<double> now_;                          ///< the time looked at, in cycles
  HeatQuantity quantity_ = HeatQuantity::utilization;  ///< wanted
  bool linked_ = true;
  bool overTime_ = false;
  bool following_ = false;
  QStackedWidget* stack_;
  QLabel* emptyTitle_;
  QLabel* emptyText_;
  QPushButton* toDesign_;
  QWidget* paneHost_;
  QGridLayout* grid_;
  LegendBar* legend_;
  CompareTime* time_;
  QStackedWidget* lower_;
  QSplitter* below_;
  RanksCompared* ranks_;
  bool sharesChosen_ = false;  ///< by hand; else a column more takes its room from the plots
  PlotWidget* latency_;
  PlotWidget* accepted_;
  CompareTable* table_;
};

}  // namespace hopscope
