// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QAction>
#include <QString>
#include <QStringList>
#include <QTest>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "engine/design/design_json.h"
#include "projects/stored_run.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/canvas/network_canvas.h"
#include "ui/shell/actions.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

namespace hopscope::test {

/// To the question whether to save: no.
inline void discardChanges(QWidget* dialog) {
  // Where nothing but a run would be lost, the button says so.
  const QString run = QStringLiteral("Discard the run");
  const auto buttons = dialog->findChildren<QAbstractButton*>();
  const bool runAlone = std::any_of(buttons.begin(), buttons.end(), [&run](QAbstractButton* each) {
    return each->isVisible() && each->text().remove(QLatin1Char('&')) == run;
  });
  press(dialog, runAlone ? run : QStringLiteral("Discard changes"));
}

/// A walk over a window: what it did, where it is, and what went wrong.
class WalkBase {
 public:
  using Mode = MainWindow::Mode;

  WalkBase(MainWindow& window, std::uint32_t seed) : window_(window), random_(seed) {}

  /// What went wrong; empty: nothing so far.
  const QString& failure() const { return failure_; }
  QString lastSteps() const {
    return steps_.mid(std::max<qsizetype>(0, steps_.size() - 14)).join("\n  ");
  }

 protected:
  DesignDocument& document() { return window_.session().document(); }
  ProjectSession& session() { return window_.session(); }
  RunMode& runs() { return window_.runMode(); }
  RunSession& run() { return window_.runMode().run(); }
  NetworkCanvas& canvas() { return window_.canvasPane().canvas(); }

  int below(int end) { return static_cast<int>(random_() % static_cast<std::uint32_t>(end)); }
  void say(const QString& more) { steps_.back() += QStringLiteral(": ") + more; }
  void expect(bool holds, const QString& what) {
    if (!holds && failure_.isEmpty()) failure_ = what;
  }
  template <typename Holds>
  void await(Holds holds, const QString& what) {
    expect(QTest::qWaitFor(holds, 10'000), QStringLiteral("waited for: ") + what);
  }
  /// Where the run is, or is being brought back to.
  Cycle present() {
    const std::optional<Cycle> to = run().goingBack() ? run().goingBack() : run().catchingUp();
    return to.value_or(run().snapshot().cycle);
  }
  bool usable(const char* action) { return window_.actions().at(action)->isEnabled(); }
  void toMode(Mode mode, Qt::Key key) {
    if (window_.mode() != mode) pressKeys(window_, key, Qt::ControlModifier);
    expect(window_.mode() == mode, QStringLiteral("the mode is not entered"));
  }
  void toDesign() { toMode(Mode::design, Qt::Key_1); }
  static std::string of(const Design& design) { return writeDesign(design); }
  static std::string of(const StoredRun& run) {
    return run.designHash + " " + std::to_string(run.results.cycles) + " " +
           std::to_string(run.results.flitHops);
  }
  bool unfinished() {
    return run().active() &&
           (run().state() == RunnerState::running || run().state() == RunnerState::paused);
  }

  MainWindow& window_;
  std::mt19937 random_;
  QStringList steps_;
  QString failure_;
};

}  // namespace hopscope::test
