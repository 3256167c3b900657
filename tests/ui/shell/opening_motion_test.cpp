// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/opening_motion.h"

#include <QCheckBox>
#include <QLabel>
#include <QSettings>
#include <QSlider>
#include <QTest>

#include "engine/findings/remedies.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/shell/actions.h"
#include "ui/shell/learn_mode.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/words/numbers.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// A window as a person has it who changed no setting.
std::unique_ptr<MainWindow> asDelivered() {
  QSettings().remove(QStringLiteral("preferences/slowStart"));
  return openWindow();
}

/// One with a long run that has just begun.
std::unique_ptr<MainWindow> opening() {
  auto window = asDelivered();
  openExample(*window, QStringLiteral("mesh-transpose"));
  window->session().document().load(meshDesign(true));
  window->actions().at("run.toggle")->trigger();
  RunSession& run = window->runMode().run();
  if (!QTest::qWaitFor([&] { return run.snapshot().cycle > 20; })) qFatal("nothing runs");
  if (run.speed() != 200) qFatal("the run did not open slowly");
  return window;
}

QString speedWords(MainWindow& window) {
  return window.runMode().toolStrip()->findChild<QLabel*>(QStringLiteral("speedLabel"))->text();
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

  void switchedOffInTheMiddleOfIt() {
    const Sandbox sandbox;
    const auto window = opening();
    RunMode& mode = window->runMode();
    mode.setSlowStart(false);
    QCOMPARE(mode.run().speed(), 0.0);
    QCOMPARE(speedWords(*window), QStringLiteral("flat out"));
    mode.startOver();
    QTRY_VERIFY(mode.run().snapshot().cycle > 1000);
    QCOMPARE(mode.run().speed(), 0.0);
  }

  /// The next project has its own speed, or the first one.
  void anotherProjectDoesNotGoOnWithIt() {
    const Sandbox sandbox;
    const auto window = opening();
    RunMode& mode = window->runMode();
    mode.discard();
    QCOMPARE(mode.run().speed(), 10'000.0);
    QTest::qWait(200);
    QCOMPARE(mode.run().speed(), 10'000.0);
    mode.setSpeed(4000);
    mode.run().setSpeed(0);
    mode.discard();
    QCOMPARE(mode.run().speed(), 4000.0);
    QCOMPARE(speedWords(*window), speedText(4000));
  }

  void aRunThatBeginsWithAStepOpensSoToo() {
    const Sandbox sandbox;
    const auto window = asDelivered();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().load(meshDesign(true));
    RunSession& run = window->runMode().run();
    window->runMode().step(100);
    QTRY_COMPARE(run.snapshot().cycle, Cycle{100});
    QCOMPARE(run.speed(), 200.0);
    QTRY_VERIFY(run.state() == RunnerState::paused);
    window->actions().at("run.toggle")->trigger();
    QTRY_VERIFY(run.snapshot().cycle > 120);
    QCOMPARE(run.speed(), 200.0);
  }

  void aRunUntilAMomentOpensSoToo() {
    const Sandbox sandbox;
    const auto window = asDelivered();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().load(meshDesign(true));
    answerModal([](QWidget* dialog) { QTest::keyClick(dialog, Qt::Key_Return); });
    window->actions().at("run.until")->trigger();
    RunSession& run = window->runMode().run();
    QTRY_VERIFY(run.snapshot().cycle > 0);
    QCOMPARE(run.speed(), 200.0);
  }

  /// What a remedy comes to is asked for flat out; nobody set that speed.
  void aRemedyLeavesNoSpeedBehind() {
    const Sandbox sandbox;
    const auto window = opening();
    RunMode& mode = window->runMode();
    const std::vector<Remedy> tries = remediesToTry(meshDesign(true), {RemedyKind::room});
    QVERIFY(!tries.empty());
    mode.tryOnDesign(tries.front());
    QTRY_VERIFY(mode.run().snapshot().cycle > 1000);
    QCOMPARE(mode.run().speed(), 0.0);
    QCOMPARE(speedWords(*window), QStringLiteral("flat out"));
    QVERIFY(!window->session().viewValue("run.speed"));
    mode.discard();
    mode.startOver();
    QTRY_VERIFY(mode.run().snapshot().cycle > 0);
    QCOMPARE(mode.run().speed(), 200.0);
  }

  void aLessonsSliderSaysHowFastItIs() {
    const Sandbox sandbox;
    const auto window = asDelivered();
    LearnMode& learn = window->learnMode();
    learn.open(1);
    window->runMode().run().setSpeed(0);
    window->runMode().startOver();
    RunSession& run = window->runMode().run();
    QTRY_VERIFY(run.snapshot().cycle > 0);
    auto* words = learn.toolStrip()->findChild<QLabel*>(QStringLiteral("speedLabel"));
    QCOMPARE(run.speed(), 10'000.0);
    QVERIFY2(words->text().startsWith(QStringLiteral("10")), qPrintable(words->text()));
    window->runMode().setSpeed(0);
    QTRY_COMPARE(words->text(), QStringLiteral("flat out"));
  }
};

HOPSCOPE_TEST(OpeningMotionTest)

#include "opening_motion_test.moc"
