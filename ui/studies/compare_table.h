// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/drawing/theme.h"
#include "ui/studies/comparison.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace hopscope {

class FrozenTable;

/// Settings and results of the runs compared, a column each: those that differ, or all. Of two runs
/// a further column says by how much; of more, each result does. The names stay in sight.
class CompareTable : public QWidget {
  Q_OBJECT

 public:
  explicit CompareTable(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void show(std::vector<ComparedRow> settings, std::vector<ComparedRow> results);
  QTableWidget* table() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// Figures in full; then the names; long values share what is left.
  void fitColumns();
  qsizetype runCount() const;
  void rebuild();
  void addSection(const QString& title, const std::vector<ComparedRow>& rows, bool alwaysAll);

  const Theme* theme_;
  std::vector<ComparedRow> settings_, results_;
  bool all_ = false;
  QLabel* hidden_;
  QPushButton* toggle_;
  FrozenTable* table_;
};

}  // namespace hopscope
