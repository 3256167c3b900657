// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/canvas/find_box.h"
#include "ui/canvas/matrix_canvas.h"
#include "ui/canvas/part_tables.h"
#include "ui/shell/actions.h"
#include "ui/shell/project_session.h"

using namespace hopscope;
using namespace hopscope::test;

/// What the window does with the canvas' selection and views: matrix, search, tables, arranging.
class CanvasVerbsTest : public QObject {
  Q_OBJECT

  static std::unique_ptr<MainWindow> openMesh() {
    auto window = openWindow();
    window->actions().at("file.new")->trigger();
    window->session().document().replaceDesign(meshDesign(), QStringLiteral("Mesh"));
    window->canvasPane().canvas().fit();
    static_cast<void>(window->canvasPane().canvas().grab());
    return window;
  }

 private slots:
  void theMatrixComesByKeyAndMenuInBothModes() {
    const Sandbox sandbox;
    const auto window = openMesh();
    QTest::keyClick(&window->canvasPane().canvas(), Qt::Key_M);
    QVERIFY(window->canvasPane().showsMatrix());
    QVERIFY(window->actions().at("view.matrix")->isChecked());
    window->setMode(MainWindow::Mode::run);
    QVERIFY(window->canvasPane().showsMatrix() && window->canvasPane().matrix().hasFocus());
    window->actions().at("view.matrix")->trigger();
    QVERIFY(!window->canvasPane().showsMatrix() && window->canvasPane().canvas().hasFocus());
  }

  void theFindKeyWorksFromAnywhere() {
    const Sandbox sandbox;
    const auto window = openMesh();
    QTest::keyClick(window.get(), Qt::Key_F, Qt::ControlModifier);
    auto* box = window->findChild<FindBox*>();
    QVERIFY(box != nullptr && box->isVisible());
    QTest::keyClicks(&box->field(), QStringLiteral("router 7"));
    QTest::keyClick(&box->field(), Qt::Key_Return);
    QCOMPARE(window->session().document().selection().routers, std::set<RouterId>{7});
  }

  void verbsAreOfferedWhereTheyFit() {
    const Sandbox sandbox;
    const auto window = openMesh();
    DesignDocument& document = window->session().document();
    const auto enabled = [&](const char* id) { return window->actions().at(id)->isEnabled(); };
    QVERIFY(!enabled("arrange.left") && !enabled("connect.ring") && !enabled("edit.array"));
    document.select({{1, 6}, {}, {}});
    QVERIFY(enabled("arrange.left") && enabled("connect.ring") && !enabled("arrange.across"));
    window->actions().at("arrange.left")->trigger();
    QCOMPARE(document.placement()->routers[1].x, document.placement()->routers[6].x);
    const std::uint32_t links = document.topology()->linkCount();
    window->actions().at("connect.ring")->trigger();
    QCOMPARE(document.topology()->linkCount(), links + 1);
    window->setMode(MainWindow::Mode::run);
    QVERIFY(!enabled("arrange.left") && !enabled("connect.ring"));
  }

  void anArrayIsAskedFor() {
    const Sandbox sandbox;
    const auto window = openMesh();
    DesignDocument& document = window->session().document();
    document.select({{0}, {}, {}});
    answerModal([](QWidget* dialog) {
      dialog->findChild<QSpinBox*>(QStringLiteral("arrayColumns"))->setValue(3);
      dialog->findChild<QSpinBox*>(QStringLiteral("arrayRows"))->setValue(2);
      press(dialog, QStringLiteral("Duplicate"));
    });
    window->actions().at("edit.array")->trigger();
    QCOMPARE(document.topology()->routerCount(), 16U + 5U);
    QCOMPARE(document.selection().routers.size(), std::size_t{6});
    document.undoStack().undo();
    QCOMPARE(document.topology()->routerCount(), 16U);
  }

  void theCanvasHasAMenu() {
    const Sandbox sandbox;
    const auto window = openMesh();
    NetworkCanvas& canvas = window->canvasPane().canvas();
    const QPoint at = pixelOf(*window, 5);
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, canvas.mapToGlobal(at));
    QApplication::sendEvent(&canvas, &event);
    auto* menu = window->findChild<QMenu*>(QStringLiteral("canvasMenu"));
    QVERIFY(menu != nullptr && menu->isVisible());
    QVERIFY(menu->actions().contains(window->actions().at("edit.delete")));
    QCOMPARE(window->session().document().selection().routers, std::set<RouterId>{5});
    menu->close();
  }

  void tablesOpenInBothModesAndFollow() {
    const Sandbox sandbox;
    const auto window = openMesh();
    auto* dock = window->findChild<QDockWidget*>(QStringLiteral("dock.tables"));
    QVERIFY(dock != nullptr && !dock->isVisible());
    for (const auto mode : {MainWindow::Mode::design, MainWindow::Mode::run}) {
      window->setMode(mode);
      if (!dock->isVisible()) dock->toggleViewAction()->trigger();
      QVERIFY(dock->isVisible());
      window->session().document().select({{9}, {}, {}});
      auto* tables = window->findChild<PartTables*>();
      QTRY_COMPARE(tables->view(PartTable::Kind::routers).selectionModel()->selectedRows().size(),
                   1);
    }
    window->actions().at("window.resetLayout")->trigger();
    QVERIFY(!dock->isVisible());
  }
};

HOPSCOPE_TEST(CanvasVerbsTest)

#include "canvas_verbs_test.moc"
