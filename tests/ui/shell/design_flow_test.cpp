// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QAction>
#include <QLineEdit>
#include <QListWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/generate/generate_dialog.h"
#include "ui/shell/actions.h"
#include "ui/shell/appearance.h"
#include "ui/shell/design_mode.h"
#include "ui/shell/dock.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_panel.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/widgets/elided_button.h"

using namespace hopscope;
using namespace hopscope::test;

/// Generating and drawing networks in the real window.
class DesignFlowTest : public QObject {
  Q_OBJECT

  static void click(MainWindow& window, QPoint at) {
    QTest::mouseClick(&window.canvasPane().canvas(), Qt::LeftButton, Qt::NoModifier, at);
  }
  static void drag(MainWindow& window, QPoint from, QPoint to) {
    NetworkCanvas& canvas = window.canvasPane().canvas();
    QTest::mouseMove(&canvas, from);
    QTest::mousePress(&canvas, Qt::LeftButton, Qt::NoModifier, from);
    for (int step = 1; step <= 5; ++step) QTest::mouseMove(&canvas, from + (to - from) * step / 5);
    QTest::mouseRelease(&canvas, Qt::LeftButton, Qt::NoModifier, to);
  }

 private slots:
  void generateThroughTheDialog() {
    const Sandbox sandbox;
    const auto window = openWindow();
    answerModal([](QWidget* dialog) {
      QVERIFY(qobject_cast<GenerateDialog*>(dialog) != nullptr);
      auto* families = dialog->findChild<QListWidget*>();
      QVERIFY(families != nullptr);
      const auto found = families->findItems(QStringLiteral("Torus"), Qt::MatchExactly);
      QCOMPARE(found.size(), 1);
      families->setCurrentItem(found.front());
      press(dialog, QStringLiteral("Generate"));
    });
    QTest::mouseClick(button(*window, QStringLiteral("start:insert.generate")), Qt::LeftButton);
    QCOMPARE(window->mode(), MainWindow::Mode::design);
    QCOMPARE(window->session().document().topology()->kind, std::string("torus"));
    QVERIFY(window->session().document().topology()->routerCount() > 1);
  }

  void drawTwoRoutersWithTerminalsAndRun() {
    const Sandbox sandbox;
    const auto window = openWindow();
    QTest::keyClick(window.get(), Qt::Key_N, Qt::ControlModifier);
    QCOMPARE(window->mode(), MainWindow::Mode::design);
    DesignDocument& document = window->session().document();
    const Design start = document.design();
    NetworkCanvas& canvas = window->canvasPane().canvas();
    canvas.setFocus();
    const QPoint left(200, 300), right(450, 300);
    QTest::keyClick(&canvas, Qt::Key_R);
    click(*window, left);
    click(*window, right);
    QCOMPARE(document.topology()->routerCount(), 2u);
    QTest::keyClick(&canvas, Qt::Key_T);
    for (int i = 0; i < 2; ++i) {
      click(*window, pixelOf(*window, 0));
      click(*window, pixelOf(*window, 1));
    }
    QCOMPARE(document.topology()->terminalCount(), 4u);
    QTest::keyClick(&canvas, Qt::Key_L);
    drag(*window, pixelOf(*window, 0), pixelOf(*window, 1));
    QCOMPARE(document.topology()->linkCount(), 5u);

    // Every step back, to equality, and forth again.
    const Design drawn = document.design();
    while (document.undoStack().canUndo())
      QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(document.design() == start);
    while (document.undoStack().canRedo())
      QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(document.design() == drawn);

    document.setValue("run.warmup", std::int64_t{500});
    document.setValue("run.measure", std::int64_t{2000});
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 20'000);
    QVERIFY(wholeRun(*window).results.packetsMeasured > 0);
  }

  void healthFindsAProblemAndShowsIt() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    QTRY_VERIFY(window->designMode().health().facts.routers == 64);
    QTRY_COMPARE(window->designMode().health().problems(), 0);
    DesignDocument& document = window->session().document();
    const RouterId lonely = document.addRouter({2000, 2000});
    document.addTerminal(lonely);
    QTRY_VERIFY(window->designMode().health().problems() > 0);
    QTest::keyClick(window.get(), Qt::Key_F8);
    QVERIFY(document.selection().routers.count(lonely) == 1);
    while (document.undoStack().canUndo()) document.undoStack().undo();
    QTRY_COMPARE(window->designMode().health().facts.diameter.value_or(0), std::uint64_t{16});
    QCOMPARE(window->designMode().health().problems(), 0);
  }

  void designsAreAddedRenamedSwitchedAndDeleted() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    ProjectSession& session = window->session();
    const RowId first = session.currentDesign();
    session.duplicateDesign(first);
    QCOMPARE(session.designs().size(), std::size_t{2});
    const RowId second = session.currentDesign();
    QVERIFY(second != first);
    session.renameDesign(second, QStringLiteral("Other"));
    session.document().setValue("traffic.load", 0.33);
    QTreeWidget* tree = window->designMode().projectPanel().tree();
    QTreeWidgetItem* item = tree->topLevelItem(0)->child(0);
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, Qt::NoModifier,
                      tree->visualItemRect(item).center());
    QCOMPARE(session.currentDesign(), first);
    QVERIFY(session.document().design().settings.at("traffic.load") != Value{0.33});
    session.show(second);
    QCOMPARE(session.document().design().name, std::string("Other"));
    // The history of a design survives looking at another one.
    QVERIFY(session.document().undoStack().canUndo());
    session.removeDesign(second);
    QCOMPARE(session.designs().size(), std::size_t{1});
    QCOMPARE(session.currentDesign(), first);
    session.removeDesign(first);  // the last one stays
    QCOMPARE(session.designs().size(), std::size_t{1});
  }

  void docksCloseAndComeBack() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    auto* facts = window->findChild<Dock*>(QStringLiteral("dock.facts"));
    QVERIFY(facts->isVisible());
    facts->close();
    window->setMode(MainWindow::Mode::run);
    QVERIFY(window->findChild<Dock*>(QStringLiteral("dock.timeline"))->isVisible());
    window->setMode(MainWindow::Mode::design);
    QVERIFY(!facts->isVisible());
    QVERIFY(!window->findChild<Dock*>(QStringLiteral("dock.timeline"))->isVisible());
    window->actions().at("window.resetLayout")->trigger();
    QVERIFY(facts->isVisible());
  }

  void noButtonIsCutInTheSmallestWindow() {
    const Sandbox sandbox;
    const auto window = openWindow();
    window->resize(window->minimumSize());
    QVERIFY(window->width() <= 800 && window->height() <= 600);
    openExample(*window, QStringLiteral("mesh-transpose"));
    auto* curve = window->findChild<ElidedButton*>(QStringLiteral("strip:study.curve"));
    const auto* bar = window->findChild<QWidget*>(QStringLiteral("modeBar"));
    using Mode = MainWindow::Mode;
    for (const Mode mode : {Mode::run, Mode::compare, Mode::learn, Mode::explore, Mode::design}) {
      window->setMode(mode);
      QCoreApplication::processEvents();
      int seen = 0;
      for (const QAbstractButton* button : bar->findChildren<QAbstractButton*>()) {
        if (!button->isVisible()) continue;
        ++seen;
        QVERIFY2(button == curve || button->width() >= button->sizeHint().width(),
                 qPrintable(button->text() + button->accessibleName()));
      }
      QVERIFY(seen >= 3);
    }
    QVERIFY(curve->text().endsWith(QStringLiteral("…")));
    QVERIFY(curve->width() >= curve->minimumSizeHint().width());
    window->resize(1280, 800);
    QTRY_COMPARE(curve->text(), curve->words());
  }

  void thePanelsOfBothModesAreKeptForTheNextWindow() {
    const Sandbox sandbox;
    auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->findChild<Dock*>(QStringLiteral("dock.facts"))->close();
    window->setMode(MainWindow::Mode::run);
    window->findChild<Dock*>(QStringLiteral("dock.timeline"))->close();
    QVERIFY(window->close());
    window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    QVERIFY(!window->findChild<Dock*>(QStringLiteral("dock.facts"))->isVisible());
    QVERIFY(window->findChild<Dock*>(QStringLiteral("dock.health"))->isVisible());
    window->setMode(MainWindow::Mode::run);
    QVERIFY(!window->findChild<Dock*>(QStringLiteral("dock.timeline"))->isVisible());
  }

  void theThemeIsAppliedToEverything() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    auto* appearance = window->findChild<Appearance*>();
    appearance->choose(Appearance::Choice::dark);
    QCOMPARE(qApp->palette().color(QPalette::Window), Theme::dark().color(Tone::panel));
    const QImage dark = window->canvasPane().canvas().grab().toImage();
    QCOMPARE(dark.pixelColor(dark.width() - 3, 3), Theme::dark().color(Tone::canvas));
    appearance->choose(Appearance::Choice::light);
    const QImage light = window->canvasPane().canvas().grab().toImage();
    QCOMPARE(light.pixelColor(light.width() - 3, 3), Theme::light().color(Tone::canvas));
  }
};

HOPSCOPE_TEST(DesignFlowTest)
#include "design_flow_test.moc"
