// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QRadioButton>
#include <QSpinBox>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

/// What pauses a run, and that asking for it changes nothing yet.
class RunUntilTest : public QObject {
  Q_OBJECT

 private slots:
  void runUntilPausesThere() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    answerModal([](QWidget* dialog) {
      auto* cycle = dialog->findChild<QSpinBox*>(QStringLiteral("untilCycle"));
      cycle->setFocus();
      cycle->selectAll();
      QTest::keyClicks(cycle, QStringLiteral("1234"));
      QTest::keyClick(dialog, Qt::Key_Return);
    });
    QTest::keyClick(window.get(), Qt::Key_F10, Qt::ControlModifier);
    QTRY_COMPARE(window->runMode().run().snapshot().cycle, Cycle{1234});
    QTRY_COMPARE(window->runMode().run().state(), RunnerState::paused);
  }

  void runUntilSoManyPacketsAreDelivered() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    answerModal([](QWidget* dialog) {
      auto* packets = dialog->findChild<QSpinBox*>(QStringLiteral("untilPackets"));
      packets->setFocus();
      packets->selectAll();
      QTest::keyClicks(packets, QStringLiteral("2500"));
      QTest::keyClick(dialog, Qt::Key_Return);
    });
    QTest::keyClick(window.get(), Qt::Key_F10, Qt::ControlModifier);
    QTRY_VERIFY(window->runMode().run().snapshot().packetsDelivered >= 2500);
    QTRY_COMPARE(window->runMode().run().state(), RunnerState::paused);
    QVERIFY(window->runMode().run().snapshot().packetsDelivered < 2516);  // within one cycle
  }

  void runUntilAWindowShowsIt() {
    const Sandbox sandbox;
    Design design = meshDesign(true);
    design.settings["traffic.load"] = 0.05;
    design.settings["run.window"] = std::int64_t{500};
    design.settings["run.measure"] = std::int64_t{1'000'000};
    design.phases = {{std::int64_t{7000}, {{"traffic.load", 0.4}}}};
    const auto window = windowWith(design);
    answerModal([](QWidget* dialog) {
      auto* quantity = dialog->findChild<QComboBox*>(QStringLiteral("untilQuantity"));
      quantity->setFocus();
      QTest::keyClick(quantity, Qt::Key_Down);  // offered load, then back to accepted load
      QTest::keyClick(quantity, Qt::Key_Up);
      auto* limit = dialog->findChild<QDoubleSpinBox*>(QStringLiteral("untilLimit"));
      limit->setFocus();
      limit->selectAll();
      QTest::keyClicks(limit, QStringLiteral("0.3"));
      QTest::keyClick(dialog, Qt::Key_Return);
    });
    QTest::keyClick(window.get(), Qt::Key_F10, Qt::ControlModifier);
    RunSession& run = window->runMode().run();
    QTRY_VERIFY(run.snapshot().cycle >= 7500);
    QTRY_COMPARE(run.state(), RunnerState::paused);
    QTRY_COMPARE(run.snapshot().cycle, Cycle{7500});
    QVERIFY(
        window->messages().textOf(QStringLiteral("run")).contains(QStringLiteral("Accepted load")));
  }

  void runUntilASelectedRouterIsFull() {
    const Sandbox sandbox;
    Design design = meshDesign(true);
    design.settings["traffic.load"] = 0.05;
    design.settings["run.window"] = std::int64_t{500};
    design.settings["run.measure"] = std::int64_t{1'000'000};
    design.phases = {{std::int64_t{7000}, {{"traffic.load", 0.9}}}};
    const auto window = windowWith(design);
    Parts parts;
    parts.routers = {5};
    window->session().document().select(parts);
    QStringList offered;
    answerModal([&](QWidget* dialog) {
      auto* quantity = dialog->findChild<QComboBox*>(QStringLiteral("untilQuantity"));
      for (int i = 0; i < quantity->count(); ++i) offered.append(quantity->itemText(i));
      quantity->setFocus();
      QTest::keyClicks(quantity, QStringLiteral("Router 5: f"));
      auto* limit = dialog->findChild<QDoubleSpinBox*>(QStringLiteral("untilLimit"));
      limit->setFocus();
      limit->selectAll();
      QTest::keyClicks(limit, QStringLiteral("20"));
      QTest::keyClick(dialog, Qt::Key_Return);
    });
    pressKeys(*window, Qt::Key_F10, Qt::ControlModifier);
    RunSession& run = window->runMode().run();
    QTRY_VERIFY(run.snapshot().cycle >= 7500);
    QTRY_COMPARE(run.state(), RunnerState::paused);
    QVERIFY(run.snapshot().cycle % 500 == 0);
    const QString words = window->messages().textOf(QStringLiteral("run"));
    QVERIFY2(words.startsWith(QStringLiteral("Router 5: flits waiting: ")), qPrintable(words));
    QVERIFY(run.snapshot().goalValue.value_or(0) > 20);
    QVERIFY(offered.contains(QStringLiteral("Energy of a packet")));
    QVERIFY(offered.contains(QStringLiteral("Share of the latency: VC allocation")));
    // One step further it is no longer said.
    pressKeys(*window, Qt::Key_F10);
    QTRY_VERIFY(run.snapshot().cycle % 500 == 1);
    QVERIFY(!run.snapshot().goalValue.has_value());
  }

  void runUntilTheFollowedPacketArrives() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    RunSession& run = window->runMode().run();
    // Without a packet there is nothing to wait for.
    bool possible = true;
    answerModal([&](QWidget* dialog) {
      auto* followed = dialog->findChild<QRadioButton*>(QStringLiteral("untilFollowed"));
      possible = followed->isEnabled();
      QTest::keyClick(dialog, Qt::Key_Escape);
    });
    pressKeys(*window, Qt::Key_F10, Qt::ControlModifier);
    QTRY_VERIFY(!possible);
    QVERIFY(!run.active());  // it was only asked
    window->runMode().step(1);
    QTRY_COMPARE(run.snapshot().cycle, Cycle{1});
    run.follow(3);
    QTRY_VERIFY(run.snapshot().journey.has_value());
    answerModal([&](QWidget* dialog) {
      auto* followed = dialog->findChild<QRadioButton*>(QStringLiteral("untilFollowed"));
      QTest::mouseClick(followed, Qt::LeftButton, {}, QPoint(8, followed->height() / 2));
      QVERIFY(followed->isChecked());
      QTest::keyClick(dialog, Qt::Key_Return);
    });
    pressKeys(*window, Qt::Key_F10, Qt::ControlModifier);
    QTRY_VERIFY(run.snapshot().journey && run.snapshot().journey->delivered > 0);
    QTRY_COMPARE(run.state(), RunnerState::paused);
    const Journey& journey = *run.snapshot().journey;
    QVERIFY(run.snapshot().cycle - journey.delivered <= 1);
    QVERIFY(window->messages()
                .textOf(QStringLiteral("run"))
                .startsWith(QStringLiteral("The packet from terminal 3 to ")));
  }

  /// What is not allowed begins nothing: the box would put back what it held before, unasked.
  void whatIsNotAllowedIsRefused() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    RunSession& run = window->runMode().run();
    window->runMode().step(50);
    QTRY_COMPARE(run.snapshot().cycle, Cycle{50});
    QTRY_COMPARE(run.state(), RunnerState::paused);
    answerModal([](QWidget* dialog) {
      auto* cycle = dialog->findChild<QSpinBox*>(QStringLiteral("untilCycle"));
      auto* problem = dialog->findChild<QLabel*>(QStringLiteral("untilProblem"));
      cycle->setFocus();
      cycle->selectAll();
      QTest::keyClicks(cycle, QStringLiteral("7"));
      QVERIFY(problem->isVisible() && problem->text().startsWith(QStringLiteral("Allowed: 51 to")));
      QTest::keyClick(cycle, Qt::Key_Return);
      QVERIFY(dialog->isVisible());
      QTest::qWait(20);
      cycle->selectAll();
      QTest::keyClicks(cycle, QStringLiteral("70"));
      QVERIFY(!problem->isVisible());
      QTest::keyClick(cycle, Qt::Key_Return);
    });
    pressKeys(*window, Qt::Key_F10, Qt::ControlModifier);
    QTRY_COMPARE(run.snapshot().cycle, Cycle{70});
    QTRY_COMPARE(run.state(), RunnerState::paused);
  }

  /// Asking begins no other run; the answer does.
  void aFinishedRunStaysUntilAnotherIsWanted() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    window->runMode().setSpeed(0);
    RunSession& run = window->runMode().run();
    pressKeys(*window, Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), RunnerState::finished, 20'000);
    // The last snapshot is taken a moment later.
    QTRY_COMPARE(run.snapshot().phase, RunPhase::done);
    const Cycle end = run.snapshot().cycle;
    int asked = 0;
    answerModal([&](QWidget* dialog) {
      ++asked;
      QTest::keyClick(dialog, Qt::Key_Escape);
    });
    pressKeys(*window, Qt::Key_F10, Qt::ControlModifier);
    QTRY_COMPARE(asked, 1);
    QCOMPARE(run.state(), RunnerState::finished);
    QCOMPARE(run.snapshot().cycle, end);
    answerModal([&](QWidget* dialog) {
      auto* cycle = dialog->findChild<QSpinBox*>(QStringLiteral("untilCycle"));
      cycle->setValue(700);
      QTest::keyClick(cycle, Qt::Key_Return);
    });
    pressKeys(*window, Qt::Key_F10, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(run.state() == RunnerState::paused && run.snapshot().cycle == 700,
                             20'000);
  }
};

HOPSCOPE_TEST(RunUntilTest)
#include "run_until_test.moc"
