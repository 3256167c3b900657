// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/opening_motion.h"

#include <QCheckBox>
#include <QLabel>
#include <QSettings>
#include <QSlider>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/shell/actions.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// A window as a person has it who changed no setting.
std::unique_ptr<MainWindow> asDelivered() {
  QSettings().remove(QStringLiteral("preferences/slowStart"));
  return openWindow();
}

}  // namespace

/// The first seconds of a run.
class OpeningMotionTest : public QObject {
  Q_OBJECT

 private slots:
  void speedGrowsUpToFlatOut() {
    QCOMPARE(OpeningMotion::speedAt(0), 200.0);
    QCOMPARE(OpeningMotion::speedAt(2), 200.0);
    double before = 200;
    for (double seconds = 2.6; OpeningMotion::speedAt(seconds) > 0; seconds += 0.1) {
      QVERIFY(OpeningMotion::speedAt(seconds) > before);
      QVERIFY(seconds < 10);
      before = OpeningMotion::speedAt(seconds);
    }
    QVERIFY(before > 50'000);
    QCOMPARE(OpeningMotion::speedAt(60), 0.0);
  }

  /// Two clicks after the start, packets move; and the run comes to what it comes to flat out.
  void packetsAreSeenAtOnce() {
    const Sandbox sandbox;
    const auto window = asDelivered();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().load(meshDesign());
    window->actions().at("run.toggle")->trigger();
    RunSession& run = window->runMode().run();
    QTRY_VERIFY(run.state() == RunnerState::running);
    QCOMPARE(run.speed(), 200.0);
    QTRY_VERIFY(!heatOf(*window).packets.empty());
    QVERIFY(run.snapshot().cycle < 1000);
    QTRY_VERIFY(run.speed() > 200.0);
    // The slider says how fast it is.
    auto* words = window->runMode().toolStrip()->findChild<QLabel*>(QStringLiteral("speedLabel"));
    QVERIFY(words->text() != QStringLiteral("flat out"));
    QTRY_VERIFY_WITH_TIMEOUT(run.results().has_value(), 20'000);
    // A short run is over before it goes as fast as it can.
    QTRY_COMPARE(words->text(), QStringLiteral("flat out"));
    static_cast<void>(repeatKeptRun(*window));
  }

  void aSpeedThatWasSetIsKept() {
    const Sandbox sandbox;
    const auto window = asDelivered();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().load(meshDesign(true));
    auto* slider = window->findChild<QSlider*>(QStringLiteral("speedSlider"));
    window->actions().at("run.toggle")->trigger();
    RunSession& run = window->runMode().run();
    QTRY_VERIFY(run.snapshot().cycle > 20);
    QCOMPARE(run.speed(), 200.0);
    // Also in the middle of it.
    window->setMode(MainWindow::Mode::run);
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_PageUp);
    const double chosen = run.speed();
    QVERIFY(chosen > 200);
    QTest::qWait(300);
    QCOMPARE(run.speed(), chosen);
    window->runMode().setSpeed(4000);
    window->runMode().startOver();
    QTRY_VERIFY(run.snapshot().cycle > 0 && run.state() == RunnerState::running);
    QCOMPARE(run.speed(), 4000.0);
  }

  void pausingDoesNotCount() {
    const Sandbox sandbox;
    const auto window = asDelivered();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().load(meshDesign(true));
    window->actions().at("run.toggle")->trigger();
    RunSession& run = window->runMode().run();
    QTRY_VERIFY(run.snapshot().cycle > 20);
    window->actions().at("run.toggle")->trigger();
    QTRY_VERIFY(run.state() == RunnerState::paused);
    QTest::qWait(3000);
    window->actions().at("run.toggle")->trigger();
    QTRY_VERIFY(run.state() == RunnerState::running);
    QCOMPARE(run.speed(), 200.0);
  }

  void itCanBeSwitchedOff() {
    const Sandbox sandbox;
    const auto window = asDelivered();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().load(meshDesign(true));
    answerModal([](QWidget* dialog) {
      auto* slow = dialog->findChild<QCheckBox*>(QStringLiteral("settingsSlowStart"));
      QVERIFY(slow->isChecked());
      QTest::mouseClick(slow, Qt::LeftButton, {}, QPoint(8, slow->height() / 2));
      QVERIFY(!slow->isChecked());
      dialog->close();
    });
    window->actions().at("edit.settings")->trigger();
    window->actions().at("run.toggle")->trigger();
    QTRY_VERIFY(window->runMode().run().state() == RunnerState::running);
    QCOMPARE(window->runMode().run().speed(), 10'000.0);
  }
};

HOPSCOPE_TEST(OpeningMotionTest)

#include "opening_motion_test.moc"
