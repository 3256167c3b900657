// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>

#include "ui/drawing/plot_widget.h"
#include "ui/drawing/theme.h"
#include "ui/explore/figure_worker.h"

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTableWidget;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace hopscope {

/// The curves of a recipe's plot, as numbered curves with 95 % intervals. `figure` has its points.
PlotPicture pictureOf(const Recipe& recipe, const MadeFigure& figure);

/// The figures and tables of the sources, made again: a list by source; of one of them what the
/// source says, what comes out here, and why the two differ where they do.
class FiguresPage : public QWidget {
  Q_OBJECT

 public:
  explicit FiguresPage(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  bool busy() const { return worker_.running(); }

 signals:
  void wrote(const QString& sentence, bool good);
  void stateChanged(const QString& sentence, bool lively);

 private:
  QWidget* makeList();
  QWidget* makeResult();
  void fillList();
  void filterList();
  const Recipe* current() const;
  void showVerdict(const Recipe* recipe);
  void showCurrent();
  void showFindings(const MadeFigure& figure);
  void make(bool all);
  void noteFinished(bool cancelled);
  void exportCurrent();

  const Theme* theme_;
  FigureWorker worker_;
  std::map<const Recipe*, FigureOutcome> outcomes_;
  std::map<const Recipe*, QTreeWidgetItem*> items_;
  QLineEdit* filter_;
  QTreeWidget* list_;
  QCheckBox* quick_;
  QPushButton* makeAll_;
  QProgressBar* progress_;
  QLabel* title_;
  QLabel* tag_;
  QLabel* verdict_;
  QLabel* source_;
  QLabel* errata_;
  QPushButton* make_;
  QPushButton* export_;
  PlotWidget* plot_;
  QTableWidget* findings_;
  QLabel* empty_;
};

}  // namespace hopscope
