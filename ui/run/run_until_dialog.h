// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <memory>
#include <vector>

#include "engine/simulation/run_goal.h"
#include "engine/simulation/snapshot.h"
#include "ui/run/goal_quantities.h"

class QAbstractSpinBox;
class QComboBox;
class QDoubleSpinBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QRadioButton;
class QSpinBox;

namespace hopscope {

/// Asks when the run shall pause: at a cycle, with a number of delivered packets, at the first
/// window that shows something, where a rank comes to something, or where the packet that is
/// followed arrives.
class RunUntilDialog : public QDialog {
  Q_OBJECT

 public:
  explicit RunUntilDialog(QWidget* parent = nullptr);

  /// Proposes values for a run that is as far as `now`, and what may be waited for. `plan`: the
  /// applications that run; null without any.
  void ask(const Snapshot& now, std::vector<GoalQuantity> quantities,
           std::shared_ptr<const ApplicationPlan> plan = nullptr);
  /// The applications, where they are known later; `sought`: they will be.
  void setPlan(std::shared_ptr<const ApplicationPlan> plan, bool sought = false);
  RunGoal goal() const;
  const GoalQuantity& quantity() const;  ///< that a window is waited for to show

 private:
  void showQuantity();
  QHBoxLayout* makeRankRow();
  void askRanks(const Snapshot& now);
  void showRank();
  RankCondition rankCondition() const;
  void checkTyped(QAbstractSpinBox& box);

  QRadioButton* atCycle_;
  QSpinBox* cycle_;
  QRadioButton* atPackets_;
  QSpinBox* packets_;
  QRadioButton* atWindow_;
  QComboBox* quantity_;
  QComboBox* side_;
  QDoubleSpinBox* limit_;
  QRadioButton* atRank_;
  QComboBox* job_;
  QSpinBox* rank_;
  QComboBox* event_;
  QSpinBox* iteration_;
  QRadioButton* followed_;
  QLabel* problem_;
  QPushButton* run_;
  std::vector<GoalQuantity> quantities_;
  std::shared_ptr<const ApplicationPlan> plan_;
  bool sought_ = false;  ///< it is being looked for
};

}  // namespace hopscope
