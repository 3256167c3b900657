// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "projects/run_list.h"
#include "ui/drawing/theme.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace hopscope {

class RunNames;
class RunsFilter;
class RunsModel;

/// All kept runs: filtered by words, sorted by any column, renamed and tagged in place, and what
/// can be done with the ones selected. Below it how the selected run's settings differ from the
/// design on the canvas.
class RunsTable : public QWidget {
  Q_OBJECT

 public:
  explicit RunsTable(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// `runs` lives as long as it is shown.
  void setRuns(const RunList& runs, const RunNames& names);
  /// The design that the selected run is compared with.
  void setDesign(const Design& design);
  std::vector<RowId> selected() const;
  QTableView* table() const { return table_; }
  QString differenceText() const;

 signals:
  void opened(hopscope::RowId run);
  void compared(const std::vector<hopscope::RowId>& runs);
  void runAgain(hopscope::RowId run);
  void settingsRequested(hopscope::RowId run);  ///< all differences to the design on the canvas
  void removed(const std::vector<hopscope::RowId>& runs);
  void labelled(hopscope::RowId run, const QString& name, const QStringList& tags);

 private:
  void showSelection();
  void showMenu(const QPoint& at);
  void showCount();

  RunsModel* model_;
  RunsFilter* filter_;
  const RunList* runs_ = nullptr;
  std::optional<Design> design_;
  QLineEdit* words_;
  QLabel* count_;
  QTableView* table_;
  QLabel* empty_;
  QLabel* difference_;
  QPushButton* differences_;
  QPushButton* open_;
  QPushButton* compare_;
  QPushButton* again_;
  QPushButton* remove_;
};

}  // namespace hopscope
