// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QString>
#include <QTemporaryDir>
#include <QTimer>
#include <functional>
#include <memory>

#include "engine/core/ids.h"
#include "engine/design/design.h"
#include "engine/simulation/results.h"
#include "ui/drawing/network_painter.h"
#include "ui/run/run_session.h"
#include "ui/shell/main_window.h"

class QAbstractButton;
class QWidget;

namespace hopscope {
class TimelineStrip;
}

namespace hopscope::test {

/// A folder for files, settings and recovery copies of one test, so that none sees another's.
class Sandbox {
 public:
  Sandbox();
  QString path(const QString& name) const { return folder_.filePath(name); }

 private:
  QTemporaryDir folder_;
};

/// As the user did in an earlier session: a window reads it from the settings, and keeps to it
/// until the default locale is another one again.
void chooseGermanNumbers();

/// A shown window of 1280 by 800.
std::unique_ptr<MainWindow> openWindow();

/// The same with a design of the test's own in a project.
std::unique_ptr<MainWindow> windowWith(const Design& design);
/// The only run that was kept is that of the design, and simulating that again gives the same, bit
/// for bit. Returns the results of the repetition; fails the test otherwise.
Results repeatKeptRun(MainWindow& window);
/// The kept run in that place, read whole; the test ends where it cannot be.
StoredRun wholeRun(MainWindow& window, std::size_t place = 0);

/// Presses keys in the window, once it is the active one again after a dialog.
void pressKeys(QWidget& window, Qt::Key key, Qt::KeyboardModifiers modifiers = {});

/// Calls `answer` with the next modal dialog, once it is there. Fails the test after 5 s without.
void answerModal(const std::function<void(QWidget*)>& answer);
/// Triggers an action, looks at the modal dialog that comes up, and closes it. Fails the test where
/// none does.
void inDialog(MainWindow& window, const char* action, const std::function<void(QWidget&)>& look);
/// The same with the one window that the action opens beside this one, which is the active one
/// again afterwards.
void inOtherWindow(MainWindow& window, const char* action,
                   const std::function<void(QWidget&)>& look);
/// Shows every panel of the window.
void showDocks(MainWindow& window);
/// Where a widget is, for who has to find it: the last five of those that it lies in.
QString placeOf(const QWidget& widget);
/// Answers whatever modal dialogs come up while it lives; none need to.
class WhenAsked {
 public:
  explicit WhenAsked(std::function<void(QWidget*)> answer);

 private:
  QTimer timer_;
};
/// Presses the button with that text in a dialog.
void press(QWidget* dialog, const QString& text);
/// Presses the button with that text in the message of that key.
void pressMessage(MainWindow& window, const QString& key, const QString& text);
/// Types a file name into a file dialog and confirms it.
void typeFile(QWidget* dialog, const QString& file);

QAbstractButton* button(QWidget& in, const QString& objectName);
TimelineStrip& strip(MainWindow& window);
/// Clicks the example's card on the start page.
void openExample(MainWindow& window, const QString& name);
/// Where a router is on the canvas, in its pixels.
QPoint pixelOf(MainWindow& window, RouterId router);
QPoint pixelAt(MainWindow& window, QPointF place);
/// Clicks the button of that action's strip, or triggers it by its shortcut.
void clickRouter(MainWindow& window, RouterId router);

RunSession& runOf(MainWindow& window);
/// What the canvas shows of a run.
const NetworkHeat& heatOf(MainWindow& window);
/// Has the run of the design that is shown, a new one where there is none, go on flat out to a
/// cycle, where it rests.
void stepTo(MainWindow& window, Cycle cycle);

/// A 4 by 4 mesh that runs for a moment, or (long) for hours.
Design meshDesign(bool longRun = false);
/// The same for hours, beyond what it takes: packets wait.
Design overloadedMesh();

}  // namespace hopscope::test
