// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/presentation.h"

#include <QDockWidget>
#include <QStatusBar>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/drawing/label_font.h"
#include "ui/shell/actions.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/shell/spotlight.h"

using namespace hopscope;
using namespace hopscope::test;

/// The network for a room that looks on.
class PresentationTest : public QObject {
  Q_OBJECT

  static QList<QDockWidget*> docks(const MainWindow& window) {
    QList<QDockWidget*> visible;
    for (QDockWidget* each : window.findChildren<QDockWidget*>())
      if (each->isVisible()) visible << each;
    return visible;
  }

 private slots:
  void theNetworkHasTheScreen() {
    const Sandbox sandbox;
    Design design = meshDesign();
    design.settings["run.window"] = std::int64_t{200};
    const auto window = windowWith(design);
    window->runMode().run().setSpeed(0);
    pressKeys(*window, Qt::Key_F10, Qt::ShiftModifier);
    QTRY_COMPARE(window->runMode().run().snapshot().cycle, Cycle{100});
    const QList<QDockWidget*> before = docks(*window);
    QVERIFY(before.size() >= 3);
    const int width = window->canvasPane().canvas().width();
    pressKeys(*window, Qt::Key_F11);
    QVERIFY(window->presentation().active());
    QVERIFY(window->isFullScreen());
    QVERIFY(docks(*window).isEmpty());
    QVERIFY(!window->statusBar()->isVisible());
    QVERIFY(window->presentation().strip().isVisible());
    QTRY_VERIFY(window->canvasPane().canvas().width() > width + 300);
    QVERIFY(labelScale() > 1.3);
    // The figures follow the run.
    QTRY_COMPARE(window->presentation().strip().figures().size(), std::size_t{4});
    window->runMode().run().runUntil(3000);
    QTRY_VERIFY_WITH_TIMEOUT(
        window->presentation().strip().figures()[0].value != QString(QChar(0x2013)), 10'000);
    // On a small screen all of them are there, and on a smaller one, the verdict.
    PresentationStrip& strip = window->presentation().strip();
    strip.resize(1280, strip.height());
    QCOMPARE(strip.figuresShown().size(), std::size_t{4});
    strip.resize(640, strip.height());
    QCOMPARE(strip.figuresShown().size(), std::size_t{2});
    QCOMPARE(strip.figuresShown().back().value, strip.figures().back().value);
    QTest::keyClick(&window->canvasPane().canvas(), Qt::Key_Escape);
    QVERIFY(!window->presentation().active());
    QVERIFY(!window->isFullScreen());
    QCOMPARE(docks(*window), before);
    QVERIFY(window->statusBar()->isVisible());
    QCOMPARE(labelScale(), 1.0);
    QTRY_COMPARE(window->canvasPane().canvas().width(), width);
  }

  void theSpotlightFollows() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    QVERIFY(!window->actions().at("view.spotlight")->isEnabled());
    pressKeys(*window, Qt::Key_F11);
    pressKeys(*window, Qt::Key_F11, Qt::ShiftModifier);
    Spotlight& light = window->presentation().spotlight();
    QVERIFY(light.isVisible());
    NetworkCanvas& canvas = window->canvasPane().canvas();
    QTest::mouseMove(&canvas, QPoint(200, 150));
    QTRY_COMPARE(light.circle().center().toPoint(), QPoint(200, 150));
    window->session().document().select({{5}, {}, {}});
    QApplication::processEvents();
    const QRect router = canvas.areaOf({{5}, {}, {}});
    QVERIFY(!router.isEmpty());
    QVERIFY((light.circle().center() - QRectF(router).center()).manhattanLength() < 3);
    QTest::keyClick(&canvas, Qt::Key_Escape);
    QVERIFY(!light.isVisible());
    // Escape ended it, and left what is selected.
    QCOMPARE(window->session().document().selection().routers.size(), std::size_t{1});
  }

  /// Another mode brings everything back.
  void anotherModeEndsIt() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    pressKeys(*window, Qt::Key_F11);
    QVERIFY(window->presentation().active());
    pressKeys(*window, Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(window->mode(), MainWindow::Mode::run);
    QVERIFY(!window->presentation().active());
    QVERIFY(docks(*window).size() >= 3);
  }
};

HOPSCOPE_TEST(PresentationTest)
#include "presentation_test.moc"
