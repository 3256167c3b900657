// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <algorithm>

#include "engine/design/design_json.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/canvas/network_canvas.h"
#include "ui/inspectors/inspector_panel.h"
#include "ui/plots/live_plots.h"
#include "ui/run/timeline_strip.h"
#include "ui/shell/actions.h"
#include "ui/shell/design_mode.h"
#include "ui/shell/dock.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/widgets/value_field.h"
#include "ui/words/numbers.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

QAbstractButton* designRun(MainWindow& window) {
  return button(window, QStringLiteral("designRunButton"));
}

/// Run in Design mode, and Pause once it has come so far.
void runAndPause(MainWindow& window, Cycle atLeast = 100) {
  RunSession& run = window.runMode().run();
  run.setSpeed(5000);
  QTest::mouseClick(designRun(window), Qt::LeftButton);
  QTRY_VERIFY(run.snapshot().cycle > atLeast);
  QTest::mouseClick(button(window, QStringLiteral("runButton")), Qt::LeftButton);
  QTRY_COMPARE(run.state(), RunnerState::paused);
}

void toDesign(MainWindow& window) {
  pressKeys(window, Qt::Key_1, Qt::ControlModifier);
  QCOMPARE(window.mode(), MainWindow::Mode::design);
}

QLineEdit* loadField(MainWindow& window) {
  auto* field = window.designMode().propertiesDock()->findChild<ValueField*>("traffic.load");
  if (field == nullptr) qFatal("no field for the load");
  return field->findChild<QLineEdit*>();
}

/// As a hand does; Enter follows where it is wanted.
void typeLoad(MainWindow& window, const QString& text, bool enter) {
  QLineEdit* edit = loadField(window);
  edit->setFocus();
  edit->selectAll();
  QTest::keyClicks(edit, text);
  if (enter) QTest::keyClick(edit, Qt::Key_Return);
}

void generateTorus(MainWindow& window) {
  Design torus = meshDesign(true);
  torus.name = "Torus";
  torus.settings["topology.kind"] = std::string("torus");
  torus.settings["topology.dimensions"] = std::vector<std::int64_t>{3, 3};
  torus.settings["switch.virtual_channels.local"] = std::int64_t{2};
  window.session().document().replaceDesign(torus, QStringLiteral("Generate"));
}

bool showsHeat(MainWindow& window) {
  return !window.canvasPane().canvas().picture().heat.empty();
}

bool plotsShowSome(MainWindow& window) {
  const std::vector<PlotCurve>& curves = window.runMode().plots().plots()["latency"].curves;
  return std::any_of(curves.begin(), curves.end(),
                     [](const PlotCurve& curve) { return !curve.x.empty(); });
}

QString message(MainWindow& window, const char* key) {
  return window.messages().textOf(QLatin1String(key));
}

}  // namespace

/// Run runs the design that is shown, and what the window shows of a run is of the network shown.
class RunOfDesignTest : public QObject {
  Q_OBJECT

 private slots:
  void aDismissedNoticeStaysAway() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    runAndPause(*window);
    toDesign(*window);
    typeLoad(*window, QStringLiteral("0.4"), true);
    QTRY_VERIFY(message(*window, "stale").contains(QStringLiteral("design changed")));
    pressMessage(*window, QStringLiteral("stale"), QStringLiteral("Dismiss"));
    for (const Qt::Key mode : {Qt::Key_2, Qt::Key_1, Qt::Key_2}) {
      pressKeys(*window, mode, Qt::ControlModifier);
      QVERIFY(!window->runMode().ofShownDesign());
      QVERIFY2(message(*window, "stale").isEmpty(), qPrintable(QString::number(mode)));
    }
    toDesign(*window);
    typeLoad(*window, QStringLiteral("0.5"), true);
    QVERIFY(message(*window, "stale").isEmpty());
    // Of the design as the run has it nothing is to be said; of the next change there is.
    typeLoad(*window, QStringLiteral("0.2"), true);
    QVERIFY(window->runMode().ofShownDesign());
    typeLoad(*window, QStringLiteral("0.3"), true);
    QVERIFY(!message(*window, "stale").isEmpty());
  }

  /// A kept run that is looked at meanwhile neither brings back what was dismissed nor takes away
  /// what was not.
  void aLookAtAKeptRunLeavesTheNoticeAsItWas() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    runAndPause(*window);
    toDesign(*window);
    typeLoad(*window, QStringLiteral("0.4"), true);
    QTest::mouseClick(designRun(*window), Qt::LeftButton);
    QTRY_COMPARE(window->session().runs().size(), std::size_t{1});
    RunSession& run = window->runMode().run();
    QTRY_VERIFY(window->runMode().ofShownDesign() && run.snapshot().cycle > 0);
    run.pause();
    QTRY_COMPARE(run.state(), RunnerState::paused);
    const RowId kept = window->session().runs().front().id;
    const auto lookAtIt = [&] {
      window->runMode().showStored(kept);
      QVERIFY(window->runMode().showsStored());
      QVERIFY(message(*window, "stale").isEmpty());
      pressMessage(*window, QStringLiteral("stored"), QStringLiteral("Back to live"));
      QVERIFY(!window->runMode().showsStored());
    };
    DesignDocument& document = window->session().document();
    document.setValue("traffic.load", 0.5);
    const QString said = message(*window, "stale");
    QVERIFY(!said.isEmpty());
    lookAtIt();
    QCOMPARE(message(*window, "stale"), said);
    pressMessage(*window, QStringLiteral("stale"), QStringLiteral("Dismiss"));
    lookAtIt();
    QVERIFY(message(*window, "stale").isEmpty());
  }

  /// No button drives a run that is not what one sees.
  void stepsBesideAKeptRunShowTheRunThatSteps() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    runAndPause(*window);
    toDesign(*window);
    typeLoad(*window, QStringLiteral("0.4"), true);
    QTest::mouseClick(designRun(*window), Qt::LeftButton);
    QTRY_COMPARE(window->session().runs().size(), std::size_t{1});
    RunMode& mode = window->runMode();
    QTRY_VERIFY(mode.ofShownDesign() && mode.run().snapshot().cycle > 0);
    mode.run().pause();
    QTRY_COMPARE(mode.run().state(), RunnerState::paused);
    const Cycle rests = mode.run().snapshot().cycle;
    const StoredRun kept = wholeRun(*window);
    const auto* now = mode.toolStrip()->findChild<QLabel*>(QStringLiteral("cycleNow"));
    const auto* load = button(*window, QStringLiteral("liveLoad"));
    for (const bool step : {true, false}) {
      mode.showStored(kept.id);
      QCOMPARE(now->text(), wholeText(kept.results.cycles));
      QCOMPARE(load->text(), QStringLiteral("Load 0.20"));
      QVERIFY(!load->isEnabled());
      QVERIFY(!button(*window, QStringLiteral("stopButton"))->isEnabled());
      QVERIFY(!button(*window, QStringLiteral("stepBackButton"))->isEnabled());
      if (step)
        QTest::mouseClick(button(*window, QStringLiteral("stepButton")), Qt::LeftButton);
      else
        inDialog(*window, "run.until", [](QWidget&) {});
      QVERIFY(!mode.showsStored());
      QTRY_COMPARE(mode.run().snapshot().cycle, rests + 1);
      QTRY_COMPARE(now->text(), wholeText(rests + 1));
      QCOMPARE(load->text(), QStringLiteral("Load 0.40"));
      QVERIFY(load->isEnabled());
      QVERIFY(button(*window, QStringLiteral("stopButton"))->isEnabled());
      QTRY_VERIFY(button(*window, QStringLiteral("stepBackButton"))->isEnabled());
    }
  }

  /// Who asks for another run and gets none is told still.
  void aStartOverThatIsRefusedDismissesNothing() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    runAndPause(*window);
    window->session().document().setValue("traffic.load", 0.4);
    const QString said = message(*window, "stale");
    QVERIFY(!said.isEmpty());
    bool may = false;
    window->runMode().setGate([&may] { return may; });
    pressMessage(*window, QStringLiteral("stale"), QStringLiteral("Start over"));
    QCOMPARE(message(*window, "stale"), said);
    may = true;
    pressMessage(*window, QStringLiteral("stale"), QStringLiteral("Start over"));
    QTRY_VERIFY(window->runMode().ofShownDesign());
    QVERIFY(message(*window, "stale").isEmpty());
  }

  void runInDesignTakesTheChangedSetting() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    runAndPause(*window);
    RunSession& run = window->runMode().run();
    const Design before = run.design();
    const Cycle reached = run.snapshot().cycle;
    toDesign(*window);
    typeLoad(*window, QStringLiteral("0.4"), true);
    QVERIFY(!window->runMode().ofShownDesign());
    QTest::mouseClick(designRun(*window), Qt::LeftButton);
    QTRY_COMPARE(window->session().runs().size(), std::size_t{1});
    QTRY_VERIFY(run.active() && run.state() == RunnerState::running && run.snapshot().cycle > 0);
    QCOMPARE(run.design().settings.at("traffic.load"), Value{0.4});
    QVERIFY(window->runMode().ofShownDesign());
    QCOMPARE(window->mode(), MainWindow::Mode::run);
    // The run before is not lost.
    const StoredRun kept = wholeRun(*window);
    QCOMPARE(kept.designHash, designHash(before));
    QCOMPARE(kept.results.cycles, reached);
    QVERIFY(!kept.results.complete);
    QVERIFY(message(*window, "ended").contains(QLocale().toString(reached)));
    QVERIFY(message(*window, "stale").isEmpty());
    pressMessage(*window, QStringLiteral("ended"), QStringLiteral("Show it"));
    QVERIFY(window->runMode().showsStored());
    QCOMPARE(window->runMode().storedRun(), std::optional(kept.id));
  }

  /// By its shortcut from a field in which something is typed: that counts, too.
  void whatIsTypedIsTakenByF5() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    typeLoad(*window, QStringLiteral("0.35"), false);
    QTest::keyClick(loadField(*window), Qt::Key_F5);
    QTRY_VERIFY(window->runMode().run().active());
    QCOMPARE(window->runMode().run().design().settings.at("traffic.load"), Value{0.35});
    QCOMPARE(window->session().document().design().settings.at("traffic.load"), Value{0.35});
  }

  void anUnchangedDesignGoesOn() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    runAndPause(*window);
    RunSession& run = window->runMode().run();
    const Cycle reached = run.snapshot().cycle;
    toDesign(*window);
    typeLoad(*window, QStringLiteral("0.4"), true);
    pressKeys(*window, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(window->runMode().ofShownDesign());
    QTest::mouseClick(designRun(*window), Qt::LeftButton);
    QTRY_VERIFY(run.snapshot().cycle > reached);
    QVERIFY(window->session().runs().empty());
    // And while it goes on, Run in Design mode only shows it.
    toDesign(*window);
    pressKeys(*window, Qt::Key_F5);
    QCOMPARE(window->mode(), MainWindow::Mode::run);
    QVERIFY(run.goesOn());
  }

  void anotherNetworkShowsNothingOfTheRun() {
    const Sandbox sandbox;
    Design design = meshDesign(true);
    design.settings["run.measure"] = std::int64_t{400'000};
    const auto window = windowWith(design);
    runAndPause(*window, 1200);
    QVERIFY(showsHeat(*window));
    QTRY_VERIFY(plotsShowSome(*window));
    toDesign(*window);
    generateTorus(*window);
    pressKeys(*window, Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(window->mode(), MainWindow::Mode::run);
    QVERIFY(!showsHeat(*window));
    QVERIFY(!plotsShowSome(*window));
    QVERIFY(window->findChild<TimelineStrip*>()->picture().heat.empty());
    QCOMPARE(window->findChild<QLabel*>(QStringLiteral("cycleNow"))->text(), QStringLiteral("0"));
    for (const QLabel* label : window->runMode().inspector().findChildren<QLabel*>())
      if (label->isVisible()) QVERIFY2(!label->text().contains("Small mesh"), "inspector");
    // Said, with the way back.
    QVERIFY(message(*window, "stale").contains(QStringLiteral("Small mesh")));
    const Cycle reached = window->runMode().run().snapshot().cycle;

    QTest::mouseClick(button(*window, QStringLiteral("runButton")), Qt::LeftButton);
    QTRY_COMPARE(window->session().runs().size(), std::size_t{1});
    QTRY_VERIFY(window->runMode().ofShownDesign());
    QTRY_VERIFY(window->runMode().run().snapshot().cycle > 0);
    QCOMPARE(window->runMode().run().topology()->routerCount(), std::size_t{9});
    QCOMPARE(window->session().runs().front().cycles, reached);
    QTRY_VERIFY(showsHeat(*window));
  }

  void thePausedRunOfAnotherNetworkIsShownAgain() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    runAndPause(*window);
    generateTorus(*window);
    const std::size_t designs = window->session().designs().size();
    pressMessage(*window, QStringLiteral("stale"), QStringLiteral("Show it"));
    QCOMPARE(window->session().designs().size(), designs + 1);
    QVERIFY(window->runMode().ofShownDesign());
    QVERIFY(showsHeat(*window));
    const Cycle reached = window->runMode().run().snapshot().cycle;
    QTest::mouseClick(button(*window, QStringLiteral("runButton")), Qt::LeftButton);
    QTRY_VERIFY(window->runMode().run().snapshot().cycle > reached);
    QVERIFY(window->session().runs().empty());
  }

  /// What is asked for by name still happens.
  void theOldRunGoesOnWhereThatIsAskedFor() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    runAndPause(*window);
    window->session().document().setValue("traffic.load", 0.4);
    const Cycle reached = window->runMode().run().snapshot().cycle;
    pressMessage(*window, QStringLiteral("stale"), QStringLiteral("Go on with it"));
    QTRY_VERIFY(window->runMode().run().snapshot().cycle > reached);
    QCOMPARE(window->runMode().run().design().settings.at("traffic.load"), Value{0.2});
    QVERIFY(!message(*window, "stale").isEmpty());
  }

  void aRunThatEndsUnderAnotherNetworkSaysNothingOfIt() {
    const Sandbox sandbox;
    Design design = meshDesign();
    design.settings["traffic.load"] = 1.0;
    design.settings["run.measure"] = std::int64_t{60'000};
    const auto window = windowWith(design);
    RunSession& run = window->runMode().run();
    run.setSpeed(5000);
    QTest::mouseClick(designRun(*window), Qt::LeftButton);
    QTRY_VERIFY(run.snapshot().cycle > 100);
    generateTorus(*window);
    run.setSpeed(0);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 30'000);
    QVERIFY(!showsHeat(*window));
    QVERIFY(message(*window, "run").isEmpty());
    QVERIFY(message(*window, "stale").isEmpty());
    QVERIFY(message(*window, "ended").contains(QStringLiteral("Small mesh")));
  }

  /// What was said of a run does not stay under another network.
  void theVerdictGoesWithItsNetwork() {
    const Sandbox sandbox;
    Design design = meshDesign();
    design.settings["traffic.load"] = 1.0;
    const auto window = windowWith(design);
    window->runMode().run().setSpeed(0);
    QTest::mouseClick(designRun(*window), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 30'000);
    QTRY_VERIFY(!message(*window, "run").isEmpty());
    generateTorus(*window);
    QVERIFY(message(*window, "run").isEmpty());
    QVERIFY(message(*window, "stale").isEmpty());
    QVERIFY(!showsHeat(*window));
  }

  void stepsAndRunUntilAreOfTheDesignShown() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    runAndPause(*window);
    RunSession& run = window->runMode().run();
    window->session().document().setValue("traffic.load", 0.4);
    pressKeys(*window, Qt::Key_F10);
    QTRY_COMPARE(run.snapshot().cycle, Cycle{1});
    QCOMPARE(run.design().settings.at("traffic.load"), Value{0.4});
    QCOMPARE(window->session().runs().size(), std::size_t{1});
    window->session().document().setValue("traffic.load", 0.3);
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Run")); });
    pressKeys(*window, Qt::Key_F10, Qt::ControlModifier);
    QTRY_COMPARE(window->session().runs().size(), std::size_t{2});
    QTRY_VERIFY(run.snapshot().cycle > 1);
    QCOMPARE(run.design().settings.at("traffic.load"), Value{0.3});
  }

  void whatIsNotAllowedKeepsARunFromBeginning_data() {
    QTest::addColumn<QString>("by");
    QTest::newRow("button") << QStringLiteral("button");
    QTest::newRow("F5") << QStringLiteral("F5");
    QTest::newRow("step") << QStringLiteral("F10");
    QTest::newRow("run until") << QStringLiteral("Ctrl+F10");
    QTest::newRow("curve") << QStringLiteral("study.curve");
    QTest::newRow("in Run mode") << QStringLiteral("run mode");
    QTest::newRow("start over") << QStringLiteral("run.restart");
  }
  void whatIsNotAllowedKeepsARunFromBeginning() {
    QFETCH(QString, by);
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    if (by == QStringLiteral("run.restart")) {
      runAndPause(*window);
      toDesign(*window);
    }
    const Cycle before = window->runMode().run().snapshot().cycle;
    typeLoad(*window, QStringLiteral("2"), true);
    window->canvasPane().canvas().setFocus();
    if (by == QStringLiteral("button")) {
      QTest::mouseClick(designRun(*window), Qt::LeftButton);
    } else if (by == QStringLiteral("F5")) {
      pressKeys(*window, Qt::Key_F5);
    } else if (by == QStringLiteral("F10")) {
      pressKeys(*window, Qt::Key_F10);
    } else if (by == QStringLiteral("Ctrl+F10")) {
      pressKeys(*window, Qt::Key_F10, Qt::ControlModifier);
    } else if (by == QStringLiteral("run mode")) {
      pressKeys(*window, Qt::Key_2, Qt::ControlModifier);
      QTest::mouseClick(button(*window, QStringLiteral("runButton")), Qt::LeftButton);
    } else {
      window->actions().at(by.toLatin1())->trigger();
    }
    QTest::qWait(100);
    QCOMPARE(window->runMode().run().snapshot().cycle, before);
    QVERIFY(!window->runMode().run().goesOn());
    QVERIFY(message(*window, "field").contains(QStringLiteral("0 to 1")));
    QCOMPARE(window->mode(), MainWindow::Mode::design);
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(loadField(*window)));
    QCOMPARE(loadField(*window)->text(), QStringLiteral("2"));
    // Once it is allowed, nothing is said any more, and it runs with that.
    typeLoad(*window, QStringLiteral("0.3"), true);
    QTRY_VERIFY(message(*window, "field").isEmpty());
    QTest::mouseClick(designRun(*window), Qt::LeftButton);
    QTRY_VERIFY(window->runMode().run().active() && window->runMode().ofShownDesign());
    QCOMPARE(window->runMode().run().design().settings.at("traffic.load"), Value{0.3});
  }

  void escapeTakesBackWhatIsNotAllowed() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    typeLoad(*window, QStringLiteral("2"), false);
    QTest::keyClick(loadField(*window), Qt::Key_F5);
    QVERIFY(!message(*window, "field").isEmpty());
    QTest::keyClick(loadField(*window), Qt::Key_Escape);
    QVERIFY(message(*window, "field").isEmpty());
    pressKeys(*window, Qt::Key_F5);
    QTRY_VERIFY(window->runMode().run().active());
    QCOMPARE(window->runMode().run().design().settings.at("traffic.load"), Value{0.2});
  }

  /// A field of a phase, in a section that is closed.
  void fieldsOfPhasesCount() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    QWidget* panel = window->designMode().propertiesDock();
    QTest::mouseClick(panel->findChild<QAbstractButton*>(QStringLiteral("addPhase")),
                      Qt::LeftButton);
    auto* field = panel->findChild<ValueField*>(QStringLiteral("phases[0].fail.channels"));
    QVERIFY(field != nullptr);
    auto* edit = field->findChild<QLineEdit*>();
    edit->setFocus();
    QTest::keyClicks(edit, QStringLiteral("nine"));
    QTest::keyClick(edit, Qt::Key_Return);
    window->canvasPane().canvas().setFocus();
    pressKeys(*window, Qt::Key_F5);
    QVERIFY(!window->runMode().run().active());
    QVERIFY(message(*window, "field").contains(QStringLiteral("Type ids")));
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(edit));
  }
};

HOPSCOPE_TEST(RunOfDesignTest)
#include "run_of_design_test.moc"
