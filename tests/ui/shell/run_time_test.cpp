// SPDX-License-Identifier: GPL-3.0-or-later
// Through the time of a run: a cycle back, recorded windows played, moments with a name; and what
// can be changed of it at once.
#include <QAbstractButton>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QSlider>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>
#include <algorithm>
#include <cmath>

#include "engine/design/design_json.h"
#include "projects/stored_run.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/run/bookmarks.h"
#include "ui/run/timeline_strip.h"
#include "ui/shell/actions.h"
#include "ui/shell/compare_mode.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/studies/compare_view.h"
#include "ui/widgets/menu_button.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

Design busyMesh(bool longRun) {
  Design design = meshDesign(longRun);
  design.settings["traffic.load"] = 0.3;
  design.settings["run.window"] = std::int64_t{200};
  if (longRun) design.settings["run.measure"] = std::int64_t{100'000};
  return design;
}

/// A run that rests at that cycle.
std::unique_ptr<MainWindow> restingAt(Cycle cycle) {
  auto window = windowWith(busyMesh(true));
  RunSession& run = window->runMode().run();
  run.setSpeed(0);
  QTest::keyClick(window.get(), Qt::Key_F10);
  static_cast<void>(QTest::qWaitFor([&] { return run.snapshot().cycle == 1; }));
  run.runUntil(cycle);
  if (!QTest::qWaitFor(
          [&] { return run.snapshot().cycle == cycle && run.state() == RunnerState::paused; }))
    QTest::qFail("the run does not rest there", __FILE__, __LINE__);
  return window;
}

std::uint64_t delivered(MainWindow& window) {
  return window.runMode().run().snapshot().packetsDelivered;
}

/// Its whole run is over, and kept.
std::unique_ptr<MainWindow> withAKeptRun() {
  auto window = windowWith(busyMesh(false));
  window->runMode().run().setSpeed(0);
  QTest::keyClick(window.get(), Qt::Key_F5);
  const auto kept = [&] { return window->session().runs().size() == 1; };
  if (!QTest::qWaitFor(kept, 20'000)) QTest::qFail("no run was kept", __FILE__, __LINE__);
  return window;
}

void bookmark(MainWindow& window, const QString& name) {
  answerModal([&](QWidget* dialog) {
    dialog->findChild<QLineEdit*>()->setText(name);
    press(dialog, QStringLiteral("Keep it"));
  });
  pressKeys(window, Qt::Key_B, Qt::ControlModifier);
}

/// Triggers an entry of the context menu of a run in the project panel.
void chooseOfRun(MainWindow& window, int row, const QStringList& path) {
  auto* tree = window.findChild<QTreeWidget*>(QStringLiteral("projectTree"));
  QTreeWidgetItem* runs = nullptr;
  for (int i = 0; i < tree->topLevelItemCount(); ++i)
    if (tree->topLevelItem(i)->text(0) == QStringLiteral("Runs")) runs = tree->topLevelItem(i);
  if (runs == nullptr || row >= runs->childCount()) {
    QTest::qFail("the run is not in the list", __FILE__, __LINE__);
    return;
  }
  const QPoint place = tree->visualItemRect(runs->child(row)).center();
  bool found = false;
  QTimer::singleShot(100, [&] {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QMenu* outer = menu;
    QAction* chosen = nullptr;
    for (const QString& words : path) {
      chosen = nullptr;
      for (QAction* each : menu->actions())
        if (each->text().startsWith(words) || words.isEmpty()) {
          chosen = each;
          break;
        }
      if (chosen == nullptr) break;
      if (chosen->menu() != nullptr) menu = chosen->menu();
    }
    found = chosen != nullptr;
    if (outer != nullptr) outer->close();
    if (chosen != nullptr) chosen->trigger();
  });
  emit tree->customContextMenuRequested(place);
  QVERIFY(found);
}

}  // namespace

class RunTimeTest : public QObject {
  Q_OBJECT

 private slots:
  /// Back and on again comes to the same; what was delivered by then, by the cycle.
  void aCycleBackIsTheSameRun() {
    const Sandbox sandbox;
    const auto window = restingAt(901);
    RunSession& run = window->runMode().run();
    const std::uint64_t at901 = delivered(*window);
    QTRY_VERIFY(window->actions().at("run.stepBack")->isEnabled());
    for (Cycle cycle = 900; cycle > 897; --cycle) {
      QTest::mouseClick(button(*window, QStringLiteral("stepBackButton")), Qt::LeftButton);
      QTRY_COMPARE(run.snapshot().cycle, cycle);
      QTRY_COMPARE(run.state(), RunnerState::paused);
    }
    const std::uint64_t at898 = delivered(*window);
    QVERIFY(at898 < at901);
    const auto other = restingAt(898);
    QCOMPARE(delivered(*other), at898);
    for (Cycle cycle = 899; cycle <= 901; ++cycle) {
      pressKeys(*window, Qt::Key_F10);
      QTRY_COMPARE(run.snapshot().cycle, cycle);
    }
    QCOMPARE(delivered(*window), at901);
    // The timeline knows no more than is simulated.
    QVERIFY(window->runMode().playback().recordedEnds().second <= 901);
  }

  /// A step is over before the window looks: there is a cycle to go back to nevertheless.
  void backAfterTwoSteps() {
    const Sandbox sandbox;
    const auto window = windowWith(busyMesh(true));
    const QAction* back = window->actions().at("run.stepBack");
    for (Cycle cycle = 1; cycle <= 2; ++cycle) {
      QVERIFY(!back->isEnabled());
      QTest::keyClick(window.get(), Qt::Key_F10);
      QTRY_COMPARE(window->runMode().run().snapshot().cycle, cycle);
    }
    QTRY_VERIFY(back->isEnabled());
  }

  /// Who is quicker than the run, which is still being repeated, loses no step that it could take.
  void aStepWhileItIsBroughtBack() {
    const Sandbox sandbox;
    const auto window = restingAt(901);
    RunSession& run = window->runMode().run();
    QVERIFY(run.stepBack(400));
    QCOMPARE(run.goingBack() ? run.goingBack() : run.catchingUp(), std::optional<Cycle>(501));
    QVERIFY(window->actions().at("run.step")->isEnabled());
    pressKeys(*window, Qt::Key_F10);
    QTRY_COMPARE(run.snapshot().cycle, Cycle{502});
    QTRY_COMPARE(run.state(), RunnerState::paused);
    QTest::qWait(100);
    QCOMPARE(run.snapshot().cycle, Cycle{502});
  }

  /// From the end of a run, which stays kept once; where it goes on, it comes to the same.
  void fromTheEndOfARun() {
    const Sandbox sandbox;
    const auto window = withAKeptRun();
    RunSession& run = window->runMode().run();
    const Cycle end = run.snapshot().cycle;
    pressKeys(*window, Qt::Key_F10, Qt::AltModifier);
    QTRY_COMPARE(run.snapshot().cycle, end - 1);
    QTRY_COMPARE(run.state(), RunnerState::paused);
    QVERIFY(!run.results().has_value());
    pressKeys(*window, Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(run.results().has_value(), 20'000);
    QCOMPARE(window->session().runs().size(), std::size_t{1});
    repeatKeptRun(*window);
  }

  /// One that was stopped by hand goes further than what was kept of it: that is kept, too.
  void beyondWhereItWasStopped() {
    const Sandbox sandbox;
    const auto window = restingAt(500);
    RunSession& run = window->runMode().run();
    pressKeys(*window, Qt::Key_F5, Qt::ShiftModifier);
    QTRY_COMPARE(window->session().runs().size(), std::size_t{1});
    QTRY_VERIFY(window->actions().at("run.stepBack")->isEnabled());
    pressKeys(*window, Qt::Key_F10, Qt::AltModifier);
    QTRY_COMPARE(run.snapshot().cycle, Cycle{499});
    QTRY_COMPARE(run.state(), RunnerState::paused);
    run.runUntil(900);
    QTRY_COMPARE(run.snapshot().cycle, Cycle{900});
    window->session().document().setValue("traffic.load", 0.1);
    window->runMode().startOver();
    QTRY_COMPARE(window->session().runs().size(), std::size_t{2});
    QCOMPARE(window->session().runs().back().cycles, Cycle{900});
  }

  /// One that is changed after it was stepped back comes to something else, which is kept too.
  void changedAfterSteppingBack() {
    const Sandbox sandbox;
    const auto window = withAKeptRun();
    RunSession& run = window->runMode().run();
    const Cycle end = run.snapshot().cycle;
    QVERIFY(run.stepBack(end / 2));
    QTRY_COMPARE(run.state(), RunnerState::paused);
    Phase change;
    change.set["traffic.load"] = 0.1;
    QVERIFY(run.whatIf(change).empty());
    QTRY_COMPARE(window->session().document().design().phases.size(), std::size_t{1});
    run.run();
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{2}, 20'000);
    QVERIFY(window->session().runs()[0].designHash != window->session().runs()[1].designHash);
  }

  void whatCannotBeSteppedBack() {
    const Sandbox sandbox;
    const auto window = windowWith(busyMesh(true));
    QVERIFY(!window->actions().at("run.stepBack")->isEnabled());
    // Before its first cycle there is nothing to see of a run.
    stepTo(*window, 1);
    QVERIFY(!window->runMode().run().stepBack(1));
    stepTo(*window, 3);
    QVERIFY(window->runMode().run().stepBack(100));
    QTRY_COMPARE(window->runMode().run().snapshot().cycle, Cycle{1});
    QTRY_VERIFY(!window->actions().at("run.stepBack")->isEnabled());
    window->runMode().run().setSpeed(1000);
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_VERIFY(window->runMode().run().snapshot().cycle > 10);
    QVERIFY(!window->actions().at("run.stepBack")->isEnabled());
    QVERIFY(!window->runMode().run().stepBack(1));
  }

  void recordedWindowsArePlayed() {
    const Sandbox sandbox;
    const auto window = restingAt(2500);
    RunMode& mode = window->runMode();
    QTRY_VERIFY(strip(*window).picture().seekable);
    auto* play = button(*window, QStringLiteral("playPast"));
    QVERIFY(play->isVisible());
    for (const char* name : {"playPast", "loopPast"}) {  // a pointer's target
      const QRect place = button(*window, QLatin1String(name))->geometry();
      QVERIFY2(place.width() >= 24 && place.height() >= 24, name);
      QVERIFY2(strip(*window).rect().contains(place), name);
    }
    QTest::mouseClick(play, Qt::LeftButton);
    QVERIFY(mode.player().playing());
    QVERIFY(mode.playback().inPast());
    QCOMPARE(mode.playback().span().end, Cycle{200});
    QTRY_VERIFY(mode.playback().span().end >= 600);
    pressKeys(*window, Qt::Key_Period, Qt::ControlModifier);
    QVERIFY(!mode.player().playing());
    // A stretch alone, again and again.
    TimelineStrip& line = strip(*window);
    const auto at = [&](Cycle cycle) {
      return QPoint(static_cast<int>(std::lround(line.xOf(cycle))), 42);
    };
    QTest::mousePress(&line, Qt::LeftButton, Qt::ShiftModifier, at(1000));
    QTest::mouseMove(&line, at(1300));
    QTest::mouseRelease(&line, Qt::LeftButton, Qt::ShiftModifier, at(1500));
    QVERIFY(mode.player().stretch().has_value());
    QTest::mouseClick(button(*window, QStringLiteral("loopPast")), Qt::LeftButton);
    QVERIFY(mode.player().looping());
    pressKeys(*window, Qt::Key_Period, Qt::ControlModifier);
    QSet<Cycle> seen;
    bool again = false;
    Cycle before = 0;
    QTRY_VERIFY_WITH_TIMEOUT(([&] {
                               const Cycle now = mode.playback().span().end;
                               seen.insert(now);
                               again = again || now < before;
                               before = now;
                               return again;
                             }()),
                             5000);
    for (const Cycle each : seen)
      QVERIFY2(each > 800 && each < 1700, qPrintable(QString::number(each)));
    // Going back to now ends it.
    QTest::mouseClick(button(*window, QStringLiteral("backToLive")), Qt::LeftButton);
    QTRY_VERIFY(!mode.player().playing());
    line.setFocus();
    QTest::keyClick(&line, Qt::Key_Delete);
    QVERIFY(!mode.player().stretch().has_value());
  }

  void bookmarksAreKeptWithTheProject() {
    const Sandbox sandbox;
    const QString file = sandbox.path(QStringLiteral("marks.hopscope"));
    {
      const auto window = restingAt(2500);
      RunMode& mode = window->runMode();
      mode.seek(600);
      bookmark(*window, QStringLiteral("it fills"));
      QCOMPARE(mode.bookmarks(), (std::vector<Bookmark>{{600, QStringLiteral("it fills")}}));
      mode.seek(1200);
      bookmark(*window, QStringLiteral("steady"));
      // The same moment gets another name.
      bookmark(*window, QStringLiteral("steady now"));
      QCOMPARE(mode.bookmarks().size(), std::size_t{2});
      QCOMPARE(std::count_if(strip(*window).picture().flags.begin(),
                             strip(*window).picture().flags.end(),
                             [](const auto& flag) { return flag.bookmark; }),
               std::ptrdiff_t{2});
      mode.leavePast();
      pressKeys(*window, Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
      QCOMPARE(mode.playback().span().end, Cycle{600});
      pressKeys(*window, Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
      QCOMPARE(mode.playback().span().end, Cycle{1200});
      mode.leavePast();
      // A change keeps what was before it.
      Phase change;
      change.set["traffic.load"] = 0.1;
      QVERIFY(mode.run().whatIf(change).empty());
      QTRY_COMPARE(window->session().document().design().phases.size(), std::size_t{1});
      QCOMPARE(mode.bookmarks().size(), std::size_t{2});
      mode.run().stop();
      QTRY_COMPARE(window->session().runs().size(), std::size_t{1});
      QVERIFY(!window->session().saveAs(file.toStdString()));
    }
    const auto window = openWindow();
    QVERIFY(window->openFile(file));
    QVERIFY(window->runMode().bookmarks().empty());
    window->runMode().showStored(window->session().runs().front().id);
    QCOMPARE(window->runMode().bookmarks().size(), std::size_t{2});
    QCOMPARE(window->runMode().bookmarks()[1].name, QStringLiteral("steady now"));
    emit strip(*window).bookmarkRemoved(600);
    QCOMPARE(window->runMode().bookmarks().size(), std::size_t{1});
  }

  void brokenBookmarksAreNone() {
    for (const char* text :
         {"", "{", "[]", "{\"a\": 3}", "{\"a\": [1, {\"at\": -2, \"name\": \"x\"}]}"})
      QVERIFY(Bookmarks::read(text).of("a").empty());
    Bookmarks one;
    one.add("a", {5, QStringLiteral("x")});
    QCOMPARE(Bookmarks::read(one.write()).of("a"), one.of("a"));
  }

  /// The load by its slider, the routing by its menu: phases of the design.
  void theRunIsChangedInItsBar() {
    const Sandbox sandbox;
    const auto window = windowWith(busyMesh(true));
    DesignDocument& document = window->session().document();
    window->setMode(MainWindow::Mode::run);
    auto* load = window->findChild<MenuButton*>(QStringLiteral("liveLoad"));
    auto* routing = window->findChild<MenuButton*>(QStringLiteral("liveRouting"));
    QVERIFY(load != nullptr && !load->isEnabled());
    QVERIFY(load->toolTip().contains(QStringLiteral("Start the run")));
    RunSession& run = window->runMode().run();
    run.setSpeed(2000);
    pressKeys(*window, Qt::Key_F5);
    QTRY_VERIFY(run.snapshot().cycle > 100);
    QTRY_VERIFY(load->isEnabled());
    QCOMPARE(load->text(), QStringLiteral("Load 0.30"));
    auto* slider = window->findChild<QSlider*>(QStringLiteral("liveLoadSlider"));
    slider->setSliderDown(true);
    slider->setSliderPosition(10);
    QCOMPARE(document.design().phases.size(), std::size_t{0});  // while it moves
    slider->setSliderDown(false);
    QTRY_COMPARE(document.design().phases.size(), std::size_t{1});
    QCOMPARE(document.design().phases[0].set.at("traffic.load"), Value{0.1});
    QTRY_COMPARE(load->text(), QStringLiteral("Load 0.10"));
    QVERIFY(run.state() == RunnerState::running);
    // The button's direction is turned round for its chevron, that of its menus is not.
    QCOMPARE(slider->layoutDirection(), window->layoutDirection());
    QCOMPARE(routing->choices()->layoutDirection(), window->layoutDirection());
    // Routings that are refused now are greyed, and say why.
    emit routing->choices()->aboutToShow();
    QAction* other = nullptr;
    int greyed = 0;
    for (QAction* each : routing->choices()->actions()) {
      if (each->isEnabled() && !each->isChecked()) other = each;
      if (each->isEnabled()) continue;
      ++greyed;
      QVERIFY2(each->toolTip().size() > 10, qPrintable(each->text()));
    }
    QVERIFY(greyed > 0);
    QVERIFY(other != nullptr);
    other->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(document.design().phases.size(), std::size_t{2}, 10'000);
    QCOMPARE(document.design().phases[1].set.count("routing.algorithm"), std::size_t{1});
    // What was turned off can be turned on again.
    slider->setValue(0);
    QTRY_COMPARE_WITH_TIMEOUT(document.design().phases.size(), std::size_t{3}, 10'000);
    QTRY_COMPARE(load->text(), QStringLiteral("Load 0.00"));
    QVERIFY(load->isEnabled());
    run.stop();
    QTRY_VERIFY_WITH_TIMEOUT(!load->isEnabled() && load->toolTip().contains(QStringLiteral("over")),
                             10'000);
  }

  void aRunsMenuRestoresAndCompares() {
    const Sandbox sandbox;
    const auto window = windowWith(busyMesh(false));
    DesignDocument& document = window->session().document();
    window->runMode().run().setSpeed(0);
    for (const double load : {0.3, 0.1}) {
      document.setValue("traffic.load", load);
      const std::size_t before = window->session().runs().size();
      pressKeys(*window, Qt::Key_F5);
      QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), before + 1, 20'000);
      window->setMode(MainWindow::Mode::design);
    }
    chooseOfRun(*window, 0, {QStringLiteral("Restore this run's settings")});
    QCOMPARE(designHash(document.design()), window->session().runs()[0].designHash);
    document.undoStack().undo();
    QCOMPARE(document.design().settings.at("traffic.load"), Value{0.1});
    chooseOfRun(*window, 0, {QStringLiteral("Compare with"), QString()});
    QCOMPARE(window->mode(), MainWindow::Mode::compare);
    QCOMPARE(window->compareMode().view().runs().size(), std::size_t{2});
  }
};

HOPSCOPE_TEST(RunTimeTest)
#include "run_time_test.moc"
