// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing with real mouse events.
#include <QSignalSpy>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/canvas/canvas_support.h"

namespace hopscope {

using test::CanvasFixture;

class CanvasMouseTest : public QObject {
  Q_OBJECT

 private slots:
  void placesRoutersOnTheGrid();
  void placesRoutersAnywhereWithoutSnap();
  void plugsTerminals();
  void connectsByDragging();
  void droppingOnNothingCancels();
  void clickSelects();
  void ctrlClickAddsAndTakesAway();
  void rubberBandSelects();
  void shiftRubberBandAdds();
  void dragMovesTheSelectionOnTheGrid();
  void dragIsOneUndoStep();
  void escapeGivesUpADrag();
  void runModeDoesNotEdit();
  void wheelZoomsAtTheCursor();
  void middleDragPans();
  void spaceDragPans();
  void shiftWheelPansSideways();
  void contextMenuSelectsWhatLiesThere();
  void tipAppearsAndGoes();
};

void CanvasMouseTest::placesRoutersOnTheGrid() {
  CanvasFixture f;
  f.key(Qt::Key_R);
  f.click(f.pixel({37, -21}));
  QCOMPARE(f.document.topology()->routerCount(), 1u);
  QCOMPARE(f.document.placement()->routers[0].x, 32.0);
  QCOMPARE(f.document.placement()->routers[0].y, -16.0);
  QCOMPARE(f.document.undoStack().undoText(), QStringLiteral("Add router"));
  QCOMPARE(f.document.selection().routers, std::set<RouterId>{0});
}

void CanvasMouseTest::placesRoutersAnywhereWithoutSnap() {
  CanvasFixture f;
  f.canvas.setSnap(false);
  f.key(Qt::Key_R);
  f.click(f.pixel({37, -21}));
  QCOMPARE(f.document.placement()->routers[0].x, 37.0);
  QCOMPARE(f.document.placement()->routers[0].y, -21.0);
}

void CanvasMouseTest::plugsTerminals() {
  CanvasFixture f;
  f.placeTwoRouters();
  f.key(Qt::Key_T);
  f.click(f.pixelOfRouter(1));
  f.click(f.pixelOfRouter(1));
  f.click(f.pixel({0, 200}));  // on nothing
  QCOMPARE(f.document.topology()->terminalCount(), 2u);
  QCOMPARE(f.document.topology()->terminals[1].router, 1u);
}

void CanvasMouseTest::connectsByDragging() {
  CanvasFixture f;
  f.placeTwoRouters();
  f.key(Qt::Key_L);
  f.drag(f.pixelOfRouter(0), f.pixelOfRouter(1));
  QCOMPARE(f.document.topology()->linkCount(), 1u);
  QCOMPARE(f.document.undoStack().undoText(), QStringLiteral("Connect router 0 to router 1"));
  const Link& link = f.document.topology()->links[0];
  QCOMPARE(link.a.node, 0u);
  QCOMPARE(link.b.node, 1u);
}

void CanvasMouseTest::droppingOnNothingCancels() {
  CanvasFixture f;
  f.placeTwoRouters();
  f.key(Qt::Key_L);
  f.drag(f.pixelOfRouter(0), f.pixel({0, 200}));
  f.drag(f.pixelOfRouter(0), f.pixelOfRouter(0) + QPoint(2, 2));
  QCOMPARE(f.document.topology()->linkCount(), 0u);
}

void CanvasMouseTest::clickSelects() {
  CanvasFixture f;
  f.placeTwoRouters();
  QSignalSpy activated(&f.canvas, &NetworkCanvas::routerActivated);
  f.click(f.pixelOfRouter(1));
  QCOMPARE(f.document.selection(), (Parts{{1}, {}, {}}));
  QCOMPARE(activated.count(), 1);
  QCOMPARE(activated[0][0].value<RouterId>(), 1u);
  f.click(f.pixel({0, 200}));
  QVERIFY(f.document.selection().empty());
  f.document.connectRouters(0, 1);
  f.paint();
  f.click(f.pixel({0, 0}));  // the middle of the link
  QCOMPARE(f.document.selection(), (Parts{{}, {}, {0}}));
}

void CanvasMouseTest::ctrlClickAddsAndTakesAway() {
  CanvasFixture f;
  f.placeTwoRouters();
  f.click(f.pixelOfRouter(0));
  f.click(f.pixelOfRouter(1), Qt::ControlModifier);
  QCOMPARE(f.document.selection(), (Parts{{0, 1}, {}, {}}));
  f.click(f.pixelOfRouter(0), Qt::ControlModifier);
  QCOMPARE(f.document.selection(), (Parts{{1}, {}, {}}));
}

void CanvasMouseTest::rubberBandSelects() {
  CanvasFixture f;
  f.placeTwoRouters();
  f.document.addTerminal(0, QPointF(-160, 48));
  f.paint();
  f.drag(f.pixel({-220, -60}), f.pixel({-100, 100}));
  QCOMPARE(f.document.selection(), (Parts{{0}, {0}, {}}));
  f.drag(f.pixel({-220, -60}), f.pixel({220, 100}));
  QCOMPARE(f.document.selection(), (Parts{{0, 1}, {0}, {}}));
}

void CanvasMouseTest::shiftRubberBandAdds() {
  CanvasFixture f;
  f.placeTwoRouters();
  f.click(f.pixelOfRouter(1));
  f.drag(f.pixel({-220, -60}), f.pixel({-100, 60}), Qt::ShiftModifier);
  QCOMPARE(f.document.selection(), (Parts{{0, 1}, {}, {}}));
}

void CanvasMouseTest::dragMovesTheSelectionOnTheGrid() {
  CanvasFixture f;
  f.placeTwoRouters();
  f.document.select({{0, 1}, {}, {}});
  f.drag(f.pixelOfRouter(0), f.pixelOfRouter(0) + QPoint(71, 30));
  QCOMPARE(f.document.placement()->routers[0].x, -96.0);  // −160 + 71 on the grid of 16
  QCOMPARE(f.document.placement()->routers[0].y, 32.0);
  QCOMPARE(f.document.placement()->routers[1].x, 224.0);
  QCOMPARE(f.document.placement()->routers[1].y, 32.0);
}

void CanvasMouseTest::dragIsOneUndoStep() {
  CanvasFixture f;
  f.placeTwoRouters();
  const Design before = f.document.design();
  const int steps = f.document.undoStack().count();
  f.drag(f.pixelOfRouter(0), f.pixelOfRouter(0) + QPoint(80, 48));
  const Design after = f.document.design();
  QCOMPARE(f.document.undoStack().count(), steps + 1);
  QCOMPARE(f.document.undoStack().undoText(), QStringLiteral("Move router 0"));
  f.key(Qt::Key_Z, Qt::ControlModifier);
  QVERIFY(f.document.design() == before);
  f.key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  QVERIFY(f.document.design() == after);
}

void CanvasMouseTest::escapeGivesUpADrag() {
  CanvasFixture f;
  f.placeTwoRouters();
  const Design before = f.document.design();
  const int steps = f.document.undoStack().count();
  const QPoint at = f.pixelOfRouter(0);
  QTest::mousePress(&f.canvas, Qt::LeftButton, {}, at);
  f.moveHeld(at + QPoint(40, 0));
  f.moveHeld(at + QPoint(80, 40));
  QVERIFY(!(f.document.design() == before));
  f.key(Qt::Key_Escape);
  QTest::mouseRelease(&f.canvas, Qt::LeftButton, {}, at + QPoint(80, 40));
  QVERIFY(f.document.design() == before);
  QCOMPARE(f.document.undoStack().count(), steps);
}

void CanvasMouseTest::runModeDoesNotEdit() {
  CanvasFixture f;
  f.placeTwoRouters();
  const Design before = f.document.design();
  f.canvas.setEditable(false);
  f.key(Qt::Key_R);
  QVERIFY(f.canvas.tool() == Tool::select);
  f.click(f.pixel({0, 150}));
  f.drag(f.pixelOfRouter(0), f.pixelOfRouter(0) + QPoint(80, 48));
  f.document.select({{0}, {}, {}});
  f.key(Qt::Key_Delete);
  f.key(Qt::Key_Right);
  QVERIFY(f.document.design() == before);
  f.click(f.pixelOfRouter(1));
  QCOMPARE(f.document.selection(), (Parts{{1}, {}, {}}));
}

void CanvasMouseTest::wheelZoomsAtTheCursor() {
  CanvasFixture f;
  f.placeTwoRouters();
  const QPoint at(123, 456);
  const QPointF place = f.canvas.view().toCanvas(at);
  QSignalSpy zoomed(&f.canvas, &NetworkCanvas::zoomChanged);
  f.wheel(at, 3);
  QVERIFY(f.canvas.zoom() > 170 && f.canvas.zoom() < 175);  // 1.2³
  const QPointF after = f.canvas.view().toCanvas(at);
  QVERIFY(std::abs(after.x() - place.x()) < 1e-9 && std::abs(after.y() - place.y()) < 1e-9);
  f.wheel(at, -3);
  QVERIFY(std::abs(f.canvas.zoom() - 100) < 1e-9);
  QCOMPARE(zoomed.count(), 2);
}

void CanvasMouseTest::middleDragPans() {
  CanvasFixture f;
  f.placeTwoRouters();
  const QPoint before = f.pixel({0, 0});
  f.drag({400, 300}, {460, 250}, {}, Qt::MiddleButton);
  QCOMPARE(f.pixel({0, 0}) - before, QPoint(60, -50));
}

void CanvasMouseTest::spaceDragPans() {
  CanvasFixture f;
  f.placeTwoRouters();
  QSignalSpy tapped(&f.canvas, &NetworkCanvas::spaceTapped);
  const QPoint before = f.pixel({0, 0});
  QTest::keyPress(&f.canvas, Qt::Key_Space);
  f.drag(f.pixelOfRouter(0), f.pixelOfRouter(0) + QPoint(50, 20));
  QTest::keyRelease(&f.canvas, Qt::Key_Space);
  QCOMPARE(f.pixel({0, 0}) - before, QPoint(50, 20));
  QCOMPARE(f.document.placement()->routers[0].x, -160.0);  // panned, not moved
  QCOMPARE(tapped.count(), 0);
  QTest::keyClick(&f.canvas, Qt::Key_Space);
  QCOMPARE(tapped.count(), 1);
}

void CanvasMouseTest::shiftWheelPansSideways() {
  CanvasFixture f;
  f.placeTwoRouters();
  const QPoint before = f.pixel({0, 0});
  f.wheel({400, 300}, 1, Qt::ShiftModifier);
  QVERIFY((f.pixel({0, 0}) - before).x() > 20);
  QCOMPARE((f.pixel({0, 0}) - before).y(), 0);
  QCOMPARE(f.canvas.zoom(), 100.0);
}

void CanvasMouseTest::contextMenuSelectsWhatLiesThere() {
  CanvasFixture f;
  f.placeTwoRouters();
  QSignalSpy asked(&f.canvas, &NetworkCanvas::contextMenuRequested);
  QContextMenuEvent event(QContextMenuEvent::Mouse, f.pixelOfRouter(1),
                          f.canvas.mapToGlobal(f.pixelOfRouter(1)));
  QApplication::sendEvent(&f.canvas, &event);
  QCOMPARE(asked.count(), 1);
  QCOMPARE(f.document.selection(), (Parts{{1}, {}, {}}));
}

void CanvasMouseTest::tipAppearsAndGoes() {
  CanvasFixture f;
  f.placeTwoRouters();
  auto* tip = f.canvas.findChild<QWidget*>(QStringLiteral("canvasTip"));
  QVERIFY(tip != nullptr && !tip->isVisible());
  QTest::mouseMove(&f.canvas, f.pixel({0, 200}));
  QTest::mouseMove(&f.canvas, f.pixelOfRouter(1));
  QTRY_VERIFY_WITH_TIMEOUT(tip->isVisible(), 2000);
  QVERIFY(!tip->geometry().contains(f.pixelOfRouter(1)));
  QTest::mouseMove(&f.canvas, f.pixel({0, 200}));
  QTRY_VERIFY_WITH_TIMEOUT(!tip->isVisible(), 2000);
}

HOPSCOPE_TEST(CanvasMouseTest)

}  // namespace hopscope

#include "canvas_mouse_test.moc"
