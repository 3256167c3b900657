// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <deque>
#include <vector>

#include "projects/project.h"
#include "ui/drawing/theme.h"
#include "ui/studies/curve_worker.h"

class QComboBox;
class QHBoxLayout;
class QPushButton;
class QToolButton;
class QWidget;

namespace hopscope {

class CompareView;
class ProjectSession;
class StatusLine;

/// Compare mode: which of the kept runs are compared, and measuring the latency curves that are
/// missing. What is seen of them is the CompareView's.
class CompareMode : public QObject {
  Q_OBJECT

 public:
  CompareMode(ProjectSession& session, StatusLine& status, const Theme& theme, QWidget& window);

  QWidget* toolStrip() const { return strip_; }
  CompareView& view() { return *view_; }
  void setTheme(const Theme& theme);
  void setShown(bool shown);
  /// Another project is open.
  void projectOpened();
  /// Chooses these runs; unknown ones are left out.
  void choose(const std::vector<RowId>& runs);
  const std::vector<RowId>& chosen() const { return chosen_; }
  bool measuring() const { return worker_.running(); }
  bool eventFilter(QObject* watched, QEvent* event) override;

 signals:
  void designRequested();  ///< there is nothing to compare yet
  void exportRequested();

 private:
  void refresh();
  void rebuildPickers();
  /// The words of the buttons give way to the names of the runs.
  void fitButtons();
  void picked(std::size_t place, int index);
  void addAnother();
  void showStatus();
  void measure();
  void measureNext();
  void measureInSteps(std::size_t step);
  void keepCurve(bool cancelled);

  ProjectSession& session_;
  StatusLine& status_;
  const Theme* theme_;
  QWidget* strip_;
  QHBoxLayout* pickerRow_;
  std::vector<QComboBox*> pickers_;
  QToolButton* add_;
  QPushButton* linked_;
  QToolButton* overLoad_;
  QToolButton* overTime_;
  QToolButton* ofRanks_;
  QPushButton* measure_;
  QPushButton* export_;
  CompareView* view_;
  std::vector<RowId> chosen_;
  CurveWorker worker_;
  std::deque<Design> toMeasure_;
  Design measured_;
  RowId measuredDesign_ = 0;
  std::size_t step_ = 0;  ///< of its loads, among those there are
  bool shown_ = false;
};

}  // namespace hopscope
