// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QWheelEvent>
#include <QWidget>
#include <functional>

#include "ui/shell/main_window.h"
#include "ui/shell/run_mode.h"

namespace hopscope {

/// What is done with the window while its stalls are measured.
struct Stage {
  const char* name;
  std::function<void(MainWindow&)> begin;
  /// Every 20 ms until the stage is over; frames are counted where there is one.
  std::function<void(MainWindow&, int time)> on = {};
  /// The widget, by its name, whose frames are counted; that of the canvas where there is none.
  const char* counted = nullptr;
  /// What it goes on for, where it is not a number of seconds.
  std::function<bool(MainWindow&)> until = {};
};

inline void toRun(MainWindow& window) {
  window.setMode(MainWindow::Mode::run);
  window.runMode().setSpeed(0);
}

inline void wheel(QWidget& canvas, int delta) {
  const QPointF middle = canvas.rect().center();
  QWheelEvent event(middle, canvas.mapToGlobal(middle), {}, {0, delta}, Qt::NoButton,
                    Qt::NoModifier, Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(&canvas, &event);
}

}  // namespace hopscope
