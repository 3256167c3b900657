// SPDX-License-Identifier: GPL-3.0-or-later
// No mouse: every action is reached by keys, and those that draw draw.
#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QUndoCommand>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/canvas/note_editor.h"
#include "ui/shell/actions.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// The action, found in the palette by typing its words, and done by Return.
void runFromPalette(MainWindow& window, const QAction& action) {
  const QString words = QString(action.text()).remove(QChar(0x2026));
  answerModal([words](QWidget* dialog) {
    auto* palette = qobject_cast<CommandPalette*>(dialog);
    auto* field = dialog->findChild<QLineEdit*>(QStringLiteral("paletteField"));
    QVERIFY(palette != nullptr && field != nullptr);
    QTest::keyClicks(field, words);
    const auto at = palette->listed().indexOf(words);
    if (at < 0) {
      QTest::qFail(qPrintable(QStringLiteral("not in the palette: ") + words), __FILE__, __LINE__);
      QTest::keyClick(field, Qt::Key_Escape);
      return;
    }
    for (qsizetype i = 0; i < at; ++i) QTest::keyClick(field, Qt::Key_Down);
    QTest::keyClick(field, Qt::Key_Return);
  });
  pressKeys(window, Qt::Key_K, Qt::ControlModifier);
  window.activateWindow();  // without a window manager nobody else does
}

DesignDocument& documentOf(MainWindow& window) {
  return window.session().document();
}

/// The name of the panel that has the focus; empty: none has.
QString panelOfFocus() {
  for (QWidget* each = QApplication::focusWidget(); each != nullptr; each = each->parentWidget())
    if (qobject_cast<QDockWidget*>(each) != nullptr) return each->objectName();
  return {};
}

}  // namespace

class KeyboardTest : public QObject {
  Q_OBJECT

 private slots:
  void everyActionIsInThePalette() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    QAction* palette = window->actions().at("palette.open");
    for (QAction* action : window->actions().all()) {
      if (action == palette) continue;  // it is how the others are reached
      // What it does is tested elsewhere; here, that it is told to.
      QObject::disconnect(action, &QAction::triggered, nullptr, nullptr);
      action->setEnabled(true);
      const QSignalSpy triggered(action, &QAction::triggered);
      runFromPalette(*window, *action);
      for (int i = 0; i < 50 && triggered.isEmpty(); ++i) QTest::qWait(5);
      QVERIFY2(triggered.count() == 1, qPrintable(action->objectName()));
    }
  }

  /// From the start page to a network that moves, without the mouse: Enter is enough.
  void enterPressesButtons() {
    const Sandbox sandbox;
    const auto window = openWindow();
    auto* show = button(*window, QStringLiteral("hintShow"));
    show->setFocus(Qt::TabFocusReason);
    QTest::keyClick(show, Qt::Key_Return);
    QTRY_COMPARE(window->mode(), MainWindow::Mode::design);
    auto* run = button(*window, QStringLiteral("designRunButton"));
    run->setFocus(Qt::TabFocusReason);
    QTest::keyClick(run, Qt::Key_Enter);
    QTRY_VERIFY(window->runMode().run().active());
  }

  void aNameInAStepOfUndoIsNoMnemonic() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().undoStack().push(new QUndoCommand(QStringLiteral("Call it R&D")));
    QAction* undo = window->actions().at("edit.undo");
    QCOMPARE(undo->text(), QStringLiteral("Undo: Call it R&&D"));
    // Where it is no text of a button it is as it was typed.
    answerModal([](QWidget* dialog) {
      const auto* table = dialog->findChild<QTableWidget*>();
      QVERIFY(table != nullptr);
      QCOMPARE(table->findItems(QStringLiteral("Undo: Call it R&D"), Qt::MatchExactly).size(), 1);
      dialog->close();
    });
    window->actions().at("help.shortcuts")->trigger();
  }

  void everyKeyReachesItsAction() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    // With the focus where no widget has these keys for itself.
    auto* elsewhere = new QWidget(window.get());
    elsewhere->setFocusPolicy(Qt::StrongFocus);
    elsewhere->resize(1, 1);
    elsewhere->show();
    int seen = 0;
    for (QAction* action : window->actions().all()) {
      QObject::disconnect(action, &QAction::triggered, nullptr, nullptr);
      action->setEnabled(true);
    }
    for (QAction* action : window->actions().all()) {
      // Keys of the canvas, which a text field has for itself: it answers them as a widget.
      if (action->shortcutContext() == Qt::WidgetShortcut) continue;
      for (const QKeySequence& keys : action->shortcuts()) {
        elsewhere->setFocus();
        const QSignalSpy triggered(action, &QAction::triggered);
        QTest::keySequence(elsewhere, keys);
        QVERIFY2(triggered.count() == 1,
                 qPrintable(action->objectName() + QLatin1Char(' ') + keys.toString()));
        ++seen;
      }
    }
    QVERIFY2(seen >= 40, qPrintable(QString::number(seen)));
  }

  /// A click on a tool bar leaves the keys with the canvas; and where the focus is on a button or a
  /// panel, letters still choose its tools.
  void lettersReachTheCanvasAfterAClick() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    NetworkCanvas& canvas = window->canvasPane().canvas();
    canvas.setFocus();
    QTest::mouseClick(button(*window, QStringLiteral("strip:design.check")), Qt::LeftButton);
    QVERIFY(canvas.hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_R);
    QCOMPARE(canvas.tool(), Tool::router);
    QAbstractButton* zoom = nullptr;
    for (QAbstractButton* each : window->findChildren<QAbstractButton*>())
      if (each->isVisible() && (each->focusPolicy() & Qt::TabFocus) != 0 &&
          !window->canvasPane().isAncestorOf(each))
        zoom = each;
    QVERIFY(zoom != nullptr);
    zoom->setFocus(Qt::TabFocusReason);
    QTest::keyClick(zoom, Qt::Key_T);
    QCOMPARE(canvas.tool(), Tool::terminal);
    QTest::keyClick(zoom, Qt::Key_L);
    QCOMPARE(canvas.tool(), Tool::link);
    canvas.zoomTo(30);
    QTest::keyClick(zoom, Qt::Key_F);
    QVERIFY(canvas.zoom() > 31);
    QTest::keyClick(zoom, Qt::Key_M);
    QVERIFY(window->canvasPane().showsMatrix());
    QTest::keyClick(zoom, Qt::Key_M);
    QVERIFY(!window->canvasPane().showsMatrix());
    // A field keeps its letters.
    auto* filter = window->findChild<QLineEdit*>(QStringLiteral("projectFilter"));
    filter->setFocus();
    QTest::keyClick(filter, Qt::Key_R);
    QCOMPARE(filter->text(), QStringLiteral("r"));
    QCOMPARE(canvas.tool(), Tool::link);
  }

  /// Also past panels in which there is nothing but words.
  void thePanelsComeRound() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    NetworkCanvas& canvas = window->canvasPane().canvas();
    for (const MainWindow::Mode mode : {MainWindow::Mode::design, MainWindow::Mode::run}) {
      window->setMode(mode);
      QTest::qWait(500);  // the design is examined
      for (const Qt::KeyboardModifiers way : {Qt::NoModifier, Qt::ShiftModifier}) {
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, QPoint(5, 5));
        QVERIFY(canvas.hasFocus());
        QStringList visited;
        do {
          pressKeys(*window, Qt::Key_F6, way);
          const QString panel = panelOfFocus();
          QVERIFY2(!visited.contains(panel), qPrintable(visited.join(u' ') + u' ' + panel));
          visited << panel;
        } while (!canvas.hasFocus());
        visited.removeLast();
        QVERIFY(!visited.contains(QString()));
        if (mode == MainWindow::Mode::design)
          for (const char* panel : {"project", "facts", "health", "properties"})
            QVERIFY2(visited.contains(QLatin1String("dock.") + QLatin1String(panel)), panel);
        else
          QVERIFY2(visited.size() > 1, qPrintable(visited.join(u' ')));
      }
    }
  }

  /// A panel in which nothing takes the focus is passed over, and no end of the round.
  void aPanelWithoutAStopIsPassedOver() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    auto* facts = window->findChild<QDockWidget*>(QStringLiteral("dock.facts"));
    for (QWidget* each : facts->widget()->findChildren<QWidget*>())
      each->setFocusPolicy(Qt::NoFocus);
    NetworkCanvas& canvas = window->canvasPane().canvas();
    for (const Qt::KeyboardModifiers way : {Qt::NoModifier, Qt::ShiftModifier}) {
      canvas.setFocus();
      QStringList visited;
      for (int i = 0; i < 20 && (i == 0 || !canvas.hasFocus()); ++i) {
        pressKeys(*window, Qt::Key_F6, way);
        visited << panelOfFocus();
      }
      QVERIFY2(canvas.hasFocus(), qPrintable(visited.join(u' ')));
      QVERIFY(visited.contains(QStringLiteral("dock.health")));
      QVERIFY(!visited.contains(QStringLiteral("dock.facts")));
    }
  }

  /// However far a panel is scrolled, what F6 comes to is seen.
  void theNextPanelBeginsWhereItIsSeen() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    window->canvasPane().canvas().setFocus();
    auto* properties = window->findChild<QWidget*>(QStringLiteral("dock.properties"));
    QScrollArea* scroll = nullptr;
    for (QScrollArea* each : properties->findChildren<QScrollArea*>())
      if (each->isVisible()) scroll = each;
    QVERIFY(scroll != nullptr);
    QTRY_VERIFY(scroll->verticalScrollBar()->maximum() > 500);
    for (const int at : {0, 500}) {
      scroll->verticalScrollBar()->setValue(at);
      window->canvasPane().canvas().setFocus();
      pressKeys(*window, Qt::Key_F6, Qt::ShiftModifier);
      QWidget* focus = QApplication::focusWidget();
      QVERIFY(focus != nullptr && properties->isAncestorOf(focus));
      QVERIFY(!focus->visibleRegion().isEmpty());
      QCOMPARE(scroll->verticalScrollBar()->value(), at);
    }
  }

  void aNetworkIsDrawnNamedAndConnected() {
    const Sandbox sandbox;
    const auto window = openWindow();
    pressKeys(*window, Qt::Key_N, Qt::ControlModifier);
    QVERIFY(window->session().isOpen());
    NetworkCanvas& canvas = window->canvasPane().canvas();
    const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
      QWidget* focus = QApplication::focusWidget();
      QVERIFY(focus != nullptr);
      QTest::keyClick(focus, key, modifiers);
      static_cast<void>(canvas.grab());  // parts are picked as they were painted last
    };
    runFromPalette(*window, *window->actions().at("insert.router"));
    QTRY_VERIFY(canvas.tool() == Tool::router && canvas.hasFocus());
    press(Qt::Key_Return);
    for (int i = 0; i < 6; ++i) press(Qt::Key_Right);
    press(Qt::Key_Return);
    for (int i = 0; i < 6; ++i) press(Qt::Key_Down);
    press(Qt::Key_Return);
    QCOMPARE(documentOf(*window).topology()->routerCount(), 3u);
    press(Qt::Key_F2);
    auto* name = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(name != nullptr);
    QTest::keyClicks(name, QStringLiteral("rack 12"));
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(documentOf(*window).topology()->routerNames[2], std::string("rack 12"));
    QTRY_VERIFY(canvas.hasFocus());

    runFromPalette(*window, *window->actions().at("insert.terminal"));
    QTRY_VERIFY(canvas.tool() == Tool::terminal && canvas.hasFocus());
    press(Qt::Key_Return);  // at the router that is selected
    press(Qt::Key_Up);
    press(Qt::Key_Return);
    QCOMPARE(documentOf(*window).topology()->terminalCount(), 2u);
    QCOMPARE(documentOf(*window).topology()->terminals[0].router, 2u);
    QCOMPARE(documentOf(*window).topology()->terminals[1].router, 1u);

    runFromPalette(*window, *window->actions().at("insert.link"));
    QTRY_VERIFY(canvas.tool() == Tool::link && canvas.hasFocus());
    press(Qt::Key_Up);  // shows it, at the router nearest to the middle
    press(Qt::Key_Return);
    press(Qt::Key_Right);
    press(Qt::Key_Return);
    QCOMPARE(documentOf(*window).topology()->linkCount(), 3u);
    press(Qt::Key_Escape);
    press(Qt::Key_A, Qt::ControlModifier);
    runFromPalette(*window, *window->actions().at("connect.mesh"));
    QTRY_COMPARE(documentOf(*window).topology()->linkCount(), 5u);
    press(Qt::Key_Delete);
    QCOMPARE(documentOf(*window).topology()->routerCount(), 0u);
  }

  void aNoteIsWritten() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    NetworkCanvas& canvas = window->canvasPane().canvas();
    runFromPalette(*window, *window->actions().at("insert.note"));
    QTRY_VERIFY(canvas.tool() == Tool::note && canvas.hasFocus());
    QTest::keyClick(&canvas, Qt::Key_Return);
    auto* note = qobject_cast<NoteEditor*>(QApplication::focusWidget());
    QVERIFY(note != nullptr);
    QTest::keyClicks(note, QStringLiteral("Core"));
    QTest::keyClick(note, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(documentOf(*window).design().layout.notes.size(), std::size_t{1});
  }
};

HOPSCOPE_TEST(KeyboardTest)
#include "keyboard_test.moc"
