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
#include "ui/gallery/start_page.h"
#include "ui/lessons/caption_bar.h"
#include "ui/lessons/highlight_ring.h"
#include "ui/lessons/lesson_library.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/shell/dock.h"
#include "ui/shell/learn_mode.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
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
    QTRY_VERIFY_WITH_TIMEOUT(finding->text().contains(QStringLiteral("deadlock")), 20'000);
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
    QCOMPARE(window->startPage().findChild<QLabel*>(QStringLiteral("startLessonsDone"))->text(),
             QStringLiteral("1 of 11 done"));
    QTest::mouseClick(button(window->startPage(), QStringLiteral("startLessonsGoOn")),
                      Qt::LeftButton);
    QVERIFY(window->learnMode().player().lesson() == &lessons()[1]);
    QCOMPARE(window->learnMode().player().step(), std::size_t{1});
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
