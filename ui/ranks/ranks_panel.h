// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QWidget>
#include <memory>

#include "ui/drawing/theme.h"
#include "ui/run/run_view.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace hopscope {

class CriticalPathView;
class PhaseLegend;
class RankChart;
class RankTimesView;
class RanksMatrix;
struct ChainStep;

/// What there is to see of applications: what ranks did over time, who sent whom how much, and what
/// the time went into.
class RanksPanel : public QWidget {
  Q_OBJECT

 public:
  enum class Page { timeline, messages, times, path };

  explicit RanksPanel(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// Shows `view`; it runs applications. `force` redraws at once; otherwise a few times a second.
  void showRun(const RunView& view, bool force);
  /// Shows nothing.
  void forget();
  void showPage(Page page);
  Page page() const;
  RankChart& chart() const { return *chart_; }
  CriticalPathView& path() const { return *path_; }
  /// The run has applications.
  static bool fits(const RunView& view);
  /// What is shown as a file of that name: a picture (png, svg, pdf), a table (csv), or a trace for
  /// Chrome's viewer and Perfetto (json). A sentence where that fails.
  QString writeTo(const QString& file) const;

 signals:
  /// The terminal of a rank that was chosen.
  void terminalChosen(hopscope::TerminalId terminal);
  void seekRequested(hopscope::Cycle cycle);
  /// A piece of the critical path was chosen: a rank's terminal, or those of a message's sender and
  /// receiver, and the channels that it took; empty where those are not known.
  void pieceChosen(hopscope::TerminalId from, hopscope::TerminalId to,
                   const std::vector<hopscope::ChannelId>& taken);
  void linkChosen(hopscope::ChannelId channel);

 private:
  void fillPage();
  void showPiece(const ChainStep& step, const std::vector<ChannelId>& taken);
  void updateHead();
  void askFile();

  RankChart* chart_;
  RanksMatrix* matrix_;
  RankTimesView* times_;
  CriticalPathView* path_;
  PhaseLegend* legend_;
  QToolButton* buttons_[4];
  QCheckBox* messages_;
  QPushButton* whole_;
  QPushButton* export_;
  QStackedWidget* pages_;
  QLabel* words_;
  QLabel* notice_;
  const Theme* theme_;
  std::shared_ptr<const RankObservation> seen_;
  std::shared_ptr<const std::vector<MatrixEntry>> pairs_;
  std::vector<ApplicationResult> results_;
  std::vector<CollectiveResult> collectives_;
  std::shared_ptr<const Topology> topology_;
  QElapsedTimer sinceShown_;
};

}  // namespace hopscope
