// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "engine/simulation/run_goal.h"
#include "engine/simulation/snapshot.h"

class QComboBox;
class QDoubleSpinBox;
class QRadioButton;
class QSpinBox;

namespace hopscope {

/// Asks when the run shall pause: at a cycle, with a number of delivered packets, or at the first
/// window that shows something.
class RunUntilDialog : public QDialog {
  Q_OBJECT

 public:
  explicit RunUntilDialog(QWidget* parent = nullptr);

  /// Proposes values for a run that is as far as `now`.
  void ask(const Snapshot& now);
  RunGoal goal() const;

 private:
  void showQuantity();

  QRadioButton* atCycle_;
  QSpinBox* cycle_;
  QRadioButton* atPackets_;
  QSpinBox* packets_;
  QRadioButton* atWindow_;
  QComboBox* quantity_;
  QComboBox* side_;
  QDoubleSpinBox* limit_;
};

/// What a condition says of a window, in words: "The mean latency is above 120 cycles."
QString conditionSentence(const WindowCondition& condition, const WindowSample& window);

}  // namespace hopscope
