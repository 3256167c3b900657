// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <vector>

#include "engine/simulation/run_goal.h"
#include "engine/simulation/snapshot.h"
#include "ui/run/goal_quantities.h"

class QAbstractSpinBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QRadioButton;
class QSpinBox;

namespace hopscope {

/// Asks when the run shall pause: at a cycle, with a number of delivered packets, at the first
/// window that shows something, or where the packet that is followed arrives.
class RunUntilDialog : public QDialog {
  Q_OBJECT

 public:
  explicit RunUntilDialog(QWidget* parent = nullptr);

  /// Proposes values for a run that is as far as `now`, and what may be waited for.
  void ask(const Snapshot& now, std::vector<GoalQuantity> quantities);
  RunGoal goal() const;
  const GoalQuantity& quantity() const;  ///< that a window is waited for to show

 private:
  void showQuantity();
  void checkTyped(QAbstractSpinBox& box);

  QRadioButton* atCycle_;
  QSpinBox* cycle_;
  QRadioButton* atPackets_;
  QSpinBox* packets_;
  QRadioButton* atWindow_;
  QComboBox* quantity_;
  QComboBox* side_;
  QDoubleSpinBox* limit_;
  QRadioButton* followed_;
  QLabel* problem_;
  QPushButton* run_;
  std::vector<GoalQuantity> quantities_;
};

}  // namespace hopscope
