// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine/core/ids.h"
#include "engine/simulation/runner.h"
#include "ui/drawing/theme.h"

class QAction;
class QLabel;
class QPushButton;
class QSlider;
class QToolButton;

namespace hopscope {

/// The actions the run controls show; owned by the window's action registry. Those that are null
/// have no button.
struct RunActions {
  QAction* run = nullptr;  ///< run or pause
  QAction* stop = nullptr;
  QAction* step = nullptr;
  QAction* stepMany = nullptr;
  QAction* runUntil = nullptr;
};

/// One wide Run/Pause button that keeps its place and width, stop, steps, run until, the
/// logarithmic speed slider with its value in words, and the cycle reached.
class RunControls : public QWidget {
  Q_OBJECT

 public:
  RunControls(const RunActions& actions, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setState(RunnerState state, bool active);
  void setProgress(Cycle now, Cycle planned);
  void setSpeed(double cyclesPerSecond);  ///< 0: flat out
  double speed() const;
  /// Cycles of "step n".
  Cycle stepSize() const { return stepSize_; }
  void setStepSize(Cycle cycles);

 signals:
  void speedChanged(double cyclesPerSecond);
  void stepSizeChanged(hopscope::Cycle cycles);

 private:
  void updateRunButton();

  const Theme* theme_;
  RunActions actions_;
  QPushButton* run_;
  QSlider* slider_;
  QLabel* speedLabel_;
  QLabel* now_;
  QLabel* planned_;
  Cycle stepSize_ = 100;
  bool running_ = false;
};

}  // namespace hopscope
