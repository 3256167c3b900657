// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>

namespace hopscope {

/// A table whose first column stays in place while the others scroll sideways: a second view of the
/// same model lies over it. Without headers.
class FrozenTable : public QTableWidget {
  Q_OBJECT

 public:
  explicit FrozenTable(QWidget* parent = nullptr);

  void setRowHeight(int height);
  void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void place();

  QTableView* first_;
};

}  // namespace hopscope
