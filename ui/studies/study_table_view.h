// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace hopscope {

class StudyTableModel;

/// The points of a study as a table. The head of a group folds it by a click; with keys, left
/// folds, right unfolds, Space and Enter do the other.
class StudyTableView : public QTableView {
  Q_OBJECT

 public:
  explicit StudyTableView(StudyTableModel& model, QWidget* parent = nullptr);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  StudyTableModel& model_;
  Qt::KeyboardModifiers modifiers_;  ///< of the click that is being told
};

}  // namespace hopscope
