// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

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
  QAction* stepBack = nullptr;
};

/// One wide Run/Pause button that keeps its place and width, stop, steps, run until, the
/// logarithmic speed slider with its value in words, and the cycle reached.
class RunControls : public QWidget {
  Q_OBJECT

 public:
  /// Cycles per second before anyone moved the slider: slow enough to watch links and caches warm
  /// up.
  static constexpr double kFirstSpeed = 10'000;

  RunControls(const RunActions& actions, QWidget* parent = nullptr);

  /// Shows another control at the right where there is room for it; first a part of it goes, then
  /// it, and then the words of the speed.
  void addSpare(QWidget* control, QWidget* part);
  /// Where words have changed: what has room is shown.
  void fitRow();
  void setTheme(const Theme& theme);
  /// `preparing`: a run is being made ready, and the button calls that off.
  void setState(RunnerState state, bool active, bool preparing = false);
  void setProgress(Cycle now, Cycle planned);
  void setSpeed(double cyclesPerSecond);  ///< 0: flat out
  /// A speed that nobody set: shown, and told to no one.
  void showSpeed(double cyclesPerSecond);
  double speed() const;
  /// Cycles of "step n".
  Cycle stepSize() const { return stepSize_; }
  void setStepSize(Cycle cycles);

 signals:
  void speedChanged(double cyclesPerSecond);
  void stepSizeChanged(hopscope::Cycle cycles);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void updateRunButton();
  void saySpeed();

  const Theme* theme_;
  RunActions actions_;
  QPushButton* run_;
  QSlider* slider_;
  QLabel* speedLabel_;
  QLabel* now_;
  QLabel* planned_;
  std::vector<QWidget*> spare_;  ///< what goes first where there is little room
  Cycle stepSize_ = 100;
  bool running_ = false;
  bool preparing_ = false;
};

}  // namespace hopscope
