// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTest>
#include <algorithm>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/gallery/lessons_foot.h"
#include "ui/gallery/start_page.h"
#include "ui/lessons/caption_bar.h"
#include "ui/lessons/highlight_ring.h"
#include "ui/lessons/lesson_library.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/shell/dock.h"
#include "ui/shell/learn_mode.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/widgets/finding_row.h"
#include "ui/widgets/value_field.h"

using namespace hopscope;
using namespace hopscope::test;

/// Learn mode by hand: what the learner does, sees and finds again.
class LessonModeTest : public QObject {
  Q_OBJECT

  static HighlightRing* ringOf(MainWindow& window) { return window.findChild<HighlightRing*>(); }

 private slots:
  void aStepIsDoneByHand() {
    const Sandbox sandbox;
    const auto window = openWindow();
    LearnMode& learn = window->learnMode();
    QTest::keyClick(window.get(), Qt::Key_4, Qt::ControlModifier);  // no project: the next lesson
    QCOMPARE(window->mode(), MainWindow::Mode::learn);
    QVERIFY(learn.player().lesson() == &lessons().front());
    window->runMode().setSpeed(0);
    QVERIFY(!window->canvasPane().canvas().isEditable());
    QVERIFY(!learn.captionBar()->caption().isEmpty());

    QTest::mouseClick(button(*window, QStringLiteral("lessonNext")), Qt::LeftButton);
    auto* run = learn.toolStrip()->findChild<QAbstractButton*>(QStringLiteral("runButton"));
    QVERIFY(run->isVisible());
    QTRY_VERIFY(ringOf(*window)->isVisible());
    QVERIFY(ringOf(*window)->target() == run);
    QTest::mouseClick(run, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(learn.player().done(), 20'000);
    QVERIFY(ringOf(*window)->target() == nullptr);
    QTest::mouseClick(button(*window, QStringLiteral("lessonNext")), Qt::LeftButton);

    // A step that asks first marks nothing before it is answered, or somebody would rather see.
    QVERIFY(learn.player().questions());
    QVERIFY(ringOf(*window)->target() == nullptr);
    auto* none = learn.panel().findChild<QPushButton*>(QStringLiteral("lessonNoIdea"));
    QTRY_VERIFY(none->isVisible() && !none->visibleRegion().isEmpty());
    QTest::mouseClick(none, Qt::LeftButton);
    QVERIFY(!learn.player().questions());
    QVERIFY(!learn.panel().findChild<QWidget*>(QStringLiteral("lessonPrediction"))->isVisible());

    // The panel that the step is about is there, with the ring around the field.
    auto* field = window->findChild<ValueField*>(QStringLiteral("traffic.packet_flits"));
    QVERIFY(field != nullptr);
    QTRY_VERIFY(field->isVisible());
    QVERIFY(ringOf(*window)->target() == field);
    auto* edit = field->findChild<QLineEdit*>();
    edit->selectAll();
    QTest::keyClicks(edit, QStringLiteral("16"));
    QTest::keyClick(edit, Qt::Key_Return);
    QTRY_VERIFY(ringOf(*window)->target() == run);
    QVERIFY(!learn.player().done());
    QVERIFY(!button(*window, QStringLiteral("lessonNext"))->isEnabled());
    QTest::mouseClick(run, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(learn.player().done(), 20'000);

    // It stays done when the learner tries something else.
    window->session().document().setValue("traffic.packet_flits", Value(std::int64_t{8}));
    QVERIFY(learn.player().done());
    QVERIFY(button(*window, QStringLiteral("lessonNext"))->isEnabled());
  }

  /// The check of the lesson's design says what its question is about.
  void theStatusBarKeepsTheAnswerToItself() {
    const Sandbox sandbox;
    const auto window = openWindow();
    LearnMode& learn = window->learnMode();
    const auto lesson = std::find_if(lessons().begin(), lessons().end(), [](const Lesson& each) {
      return each.title.starts_with("Deadlock");
    });
    QVERIFY(lesson != lessons().end());
    learn.open(static_cast<int>(lesson - lessons().begin()));
    window->runMode().setSpeed(0);
    auto* finding = window->findChild<QPushButton*>(QStringLiteral("statusFinding"));
    QVERIFY(finding != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(finding->accessibleName().contains(QStringLiteral("deadlock")),
                             20'000);
    QVERIFY(!finding->isVisible());
    learn.player().next();
    QVERIFY(learn.player().questions());
    QVERIFY(!finding->isVisible());
    learn.player().predict(0);
    learn.player().doIt();
    QTRY_VERIFY_WITH_TIMEOUT(learn.player().done(), 30'000);
    QVERIFY(!learn.player().isToPredict() == finding->isVisible());
    window->setMode(MainWindow::Mode::design);
    QTRY_VERIFY(finding->isVisible());
  }

  /// As the step says it, with what there is in the window.
  void theCycleIsSelectedByHand() {
    const Sandbox sandbox;
    const auto window = openWindow();
    LearnMode& learn = window->learnMode();
    learn.open(4);
    window->runMode().setSpeed(0);
    learn.player().next();
    learn.player().predict(0);
    learn.player().doIt();
    QTRY_VERIFY_WITH_TIMEOUT(learn.player().done(), 30'000);
    learn.player().next();
    QVERIFY(!learn.player().done());
    QVERIFY(window->messages().isHidden());  // there is nothing there to press
    QTRY_COMPARE(heatOf(*window).waitCycle.size(), std::size_t{8});
    const Topology& ring = *window->session().topology();
    QWidget& canvas = window->canvasPane().canvas();
    Qt::KeyboardModifiers held;
    for (const WaitingBuffer& each : std::vector(heatOf(*window).waitCycle)) {
      QVERIFY(!learn.player().done());
      const Link& ends = ring.links[each.channel / 2];
      const QPoint middle = (pixelOf(*window, ends.a.node) + pixelOf(*window, ends.b.node)) / 2;
      QTest::mouseClick(&canvas, Qt::LeftButton, held, middle);
      held = Qt::ShiftModifier;
      QCOMPARE(heatOf(*window).waitCycle.size(), std::size_t{8});  // red still
    }
    QVERIFY(learn.player().done());
  }

  /// What can be tried would be the answer to the next step's question, over the drawing besides.
  void theLessonItselfSaysWhatARunCameTo() {
    const Sandbox sandbox;
    const auto window = openWindow();
    LearnMode& learn = window->learnMode();
    learn.open(5);
    window->runMode().setSpeed(0);
    for (int step = 1; step <= 2; ++step) {
      learn.player().next();
      learn.player().doIt();
      QTRY_VERIFY_WITH_TIMEOUT(learn.player().done(), 30'000);
    }
    QVERIFY(window->runMode().run().results()->verdict == Verdict::saturated);
    const auto findings = [&] {
      qsizetype seen = 0;
      for (const FindingRow* row : window->findChildren<FindingRow*>())
        if (row->isVisible()) ++seen;
      return seen;
    };
    QTest::qWait(300);  // what the checks find comes later
    QVERIFY(window->messages().isHidden());
    QVERIFY(window->findChild<QDockWidget*>(QStringLiteral("dock.inspector"))->isVisible());
    QCOMPARE(findings(), 0);
    // Nor that what the next step asks for changes the design.
    window->session().document().setValue("traffic.load", Value(0.1));
    QVERIFY(window->messages().isHidden());
    // Outside the lesson all of it is said.
    window->setMode(MainWindow::Mode::run);
    QVERIFY(!window->messages().textOf(QStringLiteral("stale")).isEmpty());
    window->session().document().undoStack().undo();
    QTRY_VERIFY(findings() > 0);
  }

  /// A panel that comes up for the step is laid out after the step has begun.
  void theFieldOfAStepIsScrolledTo() {
    const Sandbox sandbox;
    const auto window = openWindow();
    LearnMode& learn = window->learnMode();
    learn.open(6);
    window->runMode().setSpeed(0);
    learn.player().next();
    learn.player().doIt();
    QTRY_VERIFY_WITH_TIMEOUT(learn.player().done(), 30'000);
    learn.player().next();
    auto* field = window->findChild<ValueField*>(QStringLiteral("forwarding.cache.ways"));
    QVERIFY(field != nullptr && ringOf(*window)->target() == field);
    QTRY_VERIFY(ringOf(*window)->isVisible());
    QTRY_COMPARE(field->visibleRegion().boundingRect().size(), field->size());
  }

  /// Programs run until they are done: there is no cycle to count to.
  void noEndIsToldOfProgramsThatRunUntilTheyAreDone() {
    const Sandbox sandbox;
    const auto window = openWindow();
    LearnMode& learn = window->learnMode();
    learn.open(10);
    learn.player().next();
    learn.player().doIt();
    QTRY_VERIFY_WITH_TIMEOUT(window->runMode().run().snapshot().cycle > 100, 30'000);
    QCoreApplication::processEvents();
    for (const QLabel* each : learn.toolStrip()->findChildren<QLabel*>())
      QVERIFY2(!each->text().startsWith(QStringLiteral("of ")), qPrintable(each->text()));
  }

  void aStepRingsOneRouter() {
    const Sandbox sandbox;
    const auto window = openWindow();
    window->learnMode().open(0);
    NetworkCanvas& canvas = window->canvasPane().canvas();
    HighlightRing& ring = *ringOf(*window);
    QTRY_VERIFY(ring.isVisible());
    QTRY_VERIFY2(ring.width() < canvas.width() / 3 && ring.height() < canvas.height() / 3,
                 qPrintable(QStringLiteral("%1 by %2").arg(ring.width()).arg(ring.height())));
    const auto around = [&](RouterId router) {
      const QPoint at = canvas.mapTo(window.get(), pixelOf(*window, router));
      return ring.geometry().contains(at) && (ring.geometry().center() - at).manhattanLength() < 4;
    };
    QTRY_VERIFY(around(5));
    for (const RouterId other : {1U, 4U, 6U, 9U}) QVERIFY(!around(other));
    // It stays with its router, and goes where that is not seen.
    canvas.zoomIn();
    QTRY_VERIFY(around(5));
    for (int i = 0; i < 40; ++i) QTest::keyClick(&canvas, Qt::Key_Right, Qt::ShiftModifier);
    QTRY_VERIFY(!ring.isVisible());
    canvas.fit();
    QTRY_VERIFY(ring.isVisible());
    window->learnMode().player().next();
    QTRY_VERIFY(ring.target() != &canvas);
  }

  void aStepRingsTheHottestLink() {
    const Sandbox sandbox;
    const auto window = openWindow();
    LearnMode& learn = window->learnMode();
    learn.open(5);
    window->runMode().setSpeed(0);
    for (int step = 1; step <= 2; ++step) {
      learn.player().next();
      learn.player().doIt();
      QTRY_VERIFY_WITH_TIMEOUT(learn.player().done(), 30'000);
    }
    learn.player().next();
    HighlightRing& ring = *ringOf(*window);
    NetworkCanvas& canvas = window->canvasPane().canvas();
    QTRY_VERIFY(ring.target() == &canvas && ring.isVisible() && ring.width() < 80);
    // It follows a canvas that still finds its size.
    QRect place;
    do {
      place = ring.geometry();
      QTest::qWait(200);
    } while (ring.geometry() != place);
    // A click in the ring does what the step asks for.
    const QPoint middle = canvas.mapFrom(window.get(), ring.geometry().center());
    static_cast<void>(canvas.grab());  // parts are picked as they were painted last
    QTest::mouseClick(&canvas, Qt::LeftButton, {}, middle);
    QTRY_VERIFY(learn.player().done());
    const std::vector<double> rates = window->runMode().run().results()->channelUtilization;
    const LinkId chosen = *window->session().document().selection().links.begin();
    double most = 0;
    const Topology& topology = *window->session().topology();
    for (ChannelId channel = 0; channel < rates.size(); ++channel)
      if (topology.kindOf(channel / 2) != LinkKind::terminal) most = std::max(most, rates[channel]);
    QCOMPARE(std::max(rates[2 * chosen], rates[2 * chosen + 1]), most);
  }

  void theWrongValueIsNotTheTask() {
    const Sandbox sandbox;
    const auto window = openWindow();
    LearnMode& learn = window->learnMode();
    learn.open(1);
    window->runMode().setSpeed(0);
    window->session().document().setValue("traffic.load", Value(0.8));
    learn.player().next();
    QVERIFY(learn.player().asks());
    window->runMode().toggle();
    QTRY_VERIFY_WITH_TIMEOUT(window->runMode().run().state() == RunnerState::finished, 20'000);
    QTest::qWait(50);
    QVERIFY(!learn.player().done());
  }

  void modesChangeAndTheLessonStays() {
    const Sandbox sandbox;
    const auto window = openWindow();
    LearnMode& learn = window->learnMode();
    learn.open(0);
    learn.player().next();
    const auto visible = [&](const char* name) {
      return window->findChild<QDockWidget*>(QLatin1String(name))->isVisible();
    };
    QVERIFY(visible("dock.lesson") && visible("dock.timeline"));
    QVERIFY(!visible("dock.project"));
    QTest::keyClick(window.get(), Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(window->mode(), MainWindow::Mode::design);
    QVERIFY(!visible("dock.lesson") && visible("dock.project") && visible("dock.properties"));
    QVERIFY(!learn.captionBar()->isVisible());
    QTest::keyClick(window.get(), Qt::Key_4, Qt::ControlModifier);
    QCOMPARE(window->mode(), MainWindow::Mode::learn);
    QCOMPARE(learn.player().step(), std::size_t{1});
    QVERIFY(visible("dock.lesson") && !visible("dock.project"));
    QTest::keyClick(window.get(), Qt::Key_2, Qt::ControlModifier);
    QVERIFY(visible("dock.plots") && visible("dock.inspector") && !visible("dock.lesson"));
  }

  void progressIsKept() {
    const Sandbox sandbox;
    {
      const auto window = openWindow();
      window->learnMode().open(1);
      window->learnMode().player().next();
      QCOMPARE(progressOf(lessons()[1]).reached, std::size_t{1});
    }
    // The third step compares with the second's outcome, which is gone with the window.
    setProgress(lessons()[1], {false, 2});
    QCOMPARE(LessonPlayer::resumeStep(lessons()[1]), std::size_t{1});
    setProgress(lessons()[0], {true, 0});
    const auto window = openWindow();
    QCOMPARE(window->startPage().lessonCards().size(), lessons().size());
    QVERIFY(window->startPage().lessonCards()[0]->entry().done);
    QVERIFY(!window->startPage().lessonCards()[1]->entry().done);
    QCOMPARE(window->startPage().findChild<QLabel*>(QStringLiteral("startLessons:done"))->text(),
             QStringLiteral("1 of 11 done"));
    QTest::mouseClick(button(window->startPage(), QStringLiteral("startLessons:goOn")),
                      Qt::LeftButton);
    QVERIFY(window->learnMode().player().lesson() == &lessons()[1]);
    QCOMPARE(window->learnMode().player().step(), std::size_t{1});
  }

  /// A lesson that was left midway comes first; else the one after the last that was finished.
  void theNextLessonIsTheOneToGoOnWith() {
    std::vector<LessonEntry> entries(5);
    QCOMPARE(nextLesson(entries), std::optional<std::size_t>(0));
    entries[2].done = true;
    QCOMPARE(nextLesson(entries), std::optional<std::size_t>(3));
    entries[0].begun = true;
    QCOMPARE(nextLesson(entries), std::optional<std::size_t>(0));
    entries[0].begun = false;
    entries[3].done = entries[4].done = true;
    QCOMPARE(nextLesson(entries), std::optional<std::size_t>(0));
    entries[0].done = entries[1].done = true;
    QCOMPARE(nextLesson(entries), std::nullopt);

    const Sandbox sandbox;
    const auto window = openWindow();
    LearnMode& learn = window->learnMode();
    learn.open(3);
    learn.player().next();
    QTest::mouseClick(button(learn.panel(), QStringLiteral("allLessons")), Qt::LeftButton);
    auto* goOn = learn.panel().findChild<QPushButton*>(QStringLiteral("lessons:goOn"));
    QTRY_VERIFY(goOn->isVisible());
    QCOMPARE(goOn->text(), QStringLiteral("Continue with lesson 4"));
    QTest::mouseClick(goOn, Qt::LeftButton);
    QVERIFY(learn.player().lesson() == &lessons()[3]);
    QCOMPARE(learn.player().step(), std::size_t{1});
  }

  void titlesStandWholeInTheList() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("deadlock"));
    window->setMode(MainWindow::Mode::learn);
    QTest::qWait(50);
    const auto cards = window->learnMode().panel().findChildren<LessonCard*>();
    QVERIFY(cards.size() > 5);
    for (const LessonCard* card : cards) QCOMPARE(card->shownTitle(), card->text());
  }

  void anotherProjectEndsTheLesson() {
    const Sandbox sandbox;
    const auto window = openWindow();
    window->learnMode().open(0);
    QVERIFY(window->learnMode().player().lesson() != nullptr);
    window->setMode(MainWindow::Mode::start);
    openExample(*window, QStringLiteral("torus"));
    QCOMPARE(window->mode(), MainWindow::Mode::design);
    QVERIFY(window->learnMode().player().lesson() == nullptr);
    QTest::keyClick(window.get(), Qt::Key_4, Qt::ControlModifier);
    QVERIFY(window->learnMode().panel().findChild<LessonCard*>()->isVisible());
  }
};

HOPSCOPE_TEST(LessonModeTest)
#include "lesson_mode_test.moc"
