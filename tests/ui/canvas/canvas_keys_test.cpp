// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the canvas.
#include <QSignalSpy>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/canvas/canvas_support.h"

namespace hopscope {

using test::CanvasFixture;

class CanvasKeysTest : public QObject {
  Q_OBJECT

 private slots:
  void toolsByLetter();
  void escapeCancelsThenDeselects();
  void deleteRemoves();
  void copyAndPasteAtThePointer();
  void cutTakesAway();
  void duplicates();
  void selectsAll();
  void arrowsNudge();
  void arrowsPanWithoutASelection();
  void altArrowsWalkToTheNeighbour();
  void enterActivates();
  void fitAndZoom();
  void fitSelection();
  void describesTheSelection();
};

void CanvasKeysTest::toolsByLetter() {
  CanvasFixture f;
  const std::pair<Qt::Key, Tool> keys[] = {{Qt::Key_R, Tool::router},
                                           {Qt::Key_T, Tool::terminal},
                                           {Qt::Key_L, Tool::link},
                                           {Qt::Key_H, Tool::pan},
                                           {Qt::Key_V, Tool::select}};
  for (const auto& [key, tool] : keys) {
    f.key(key);
    QVERIFY(f.canvas.tool() == tool);
  }
}

void CanvasKeysTest::escapeCancelsThenDeselects() {
  CanvasFixture f;
  f.placeTwoRouters();
  f.document.select({{0}, {}, {}});
  f.key(Qt::Key_L);
  f.key(Qt::Key_Escape);
  QVERIFY(f.canvas.tool() == Tool::select);
  QVERIFY(!f.document.selection().empty());
  f.key(Qt::Key_Escape);
  QVERIFY(f.document.selection().empty());
}

void CanvasKeysTest::deleteRemoves() {
  CanvasFixture f;
  f.placeTwoRouters();
  const Design before = f.document.design();
  f.click(f.pixelOfRouter(0));
  f.key(Qt::Key_Delete);
  QCOMPARE(f.document.topology()->routerCount(), 1u);
  QVERIFY(f.document.selection().empty());
  f.key(Qt::Key_Z, Qt::ControlModifier);
  QVERIFY(f.document.design() == before);
}

void CanvasKeysTest::copyAndPasteAtThePointer() {
  CanvasFixture f;
  f.placeTwoRouters();
  f.document.connectRouters(0, 1);
  f.paint();
  f.key(Qt::Key_A, Qt::ControlModifier);
  f.key(Qt::Key_C, Qt::ControlModifier);
  QTest::mouseMove(&f.canvas, f.pixel({0, 160}));
  f.key(Qt::Key_V, Qt::ControlModifier);
  QCOMPARE(f.document.topology()->routerCount(), 4u);
  QCOMPARE(f.document.topology()->linkCount(), 2u);
  QCOMPARE(f.document.placement()->routers[2].x, -160.0);
  QCOMPARE(f.document.placement()->routers[2].y, 160.0);
  QCOMPARE(f.document.selection().routers, (std::set<RouterId>{2, 3}));
}

void CanvasKeysTest::cutTakesAway() {
  CanvasFixture f;
  f.placeTwoRouters();
  f.click(f.pixelOfRouter(1));
  f.key(Qt::Key_X, Qt::ControlModifier);
  QCOMPARE(f.document.topology()->routerCount(), 1u);
  f.key(Qt::Key_V, Qt::ControlModifier);
  QCOMPARE(f.document.topology()->routerCount(), 2u);
}

void CanvasKeysTest::duplicates() {
  CanvasFixture f;
  f.placeTwoRouters();
  f.click(f.pixelOfRouter(1));
  f.key(Qt::Key_D, Qt::ControlModifier);
  QCOMPARE(f.document.topology()->routerCount(), 3u);
  QCOMPARE(f.document.placement()->routers[2].x, 192.0);
  QCOMPARE(f.document.placement()->routers[2].y, 32.0);
}

void CanvasKeysTest::selectsAll() {
  CanvasFixture f;
  f.placeTwoRouters();
  f.document.addTerminal(0);
  f.key(Qt::Key_A, Qt::ControlModifier);
  QCOMPARE(f.document.selection(), (Parts{{0, 1}, {0}, {}}));
}

void CanvasKeysTest::arrowsNudge() {
  CanvasFixture f;
  f.placeTwoRouters();
  f.click(f.pixelOfRouter(0));
  f.key(Qt::Key_Right);
  QCOMPARE(f.document.placement()->routers[0].x, -144.0);
  f.key(Qt::Key_Down, Qt::ShiftModifier);
  QCOMPARE(f.document.placement()->routers[0].y, 160.0);
  f.canvas.setSnap(false);
  f.key(Qt::Key_Left);
  QCOMPARE(f.document.placement()->routers[0].x, -145.0);
}

void CanvasKeysTest::arrowsPanWithoutASelection() {
  CanvasFixture f;
  f.placeTwoRouters();
  const QPoint before = f.pixel({0, 0});
  f.key(Qt::Key_Right);
  QCOMPARE(f.pixel({0, 0}) - before, QPoint(-48, 0));
}

void CanvasKeysTest::altArrowsWalkToTheNeighbour() {
  CanvasFixture f;
  Design design;
  design.settings["topology.kind"] = std::string("mesh");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{3, 3};
  f.document.load(design);
  const Placement& places = *f.document.placement();
  f.document.select({{4}, {}, {}});  // the middle of the mesh
  f.key(Qt::Key_Right, Qt::AltModifier);
  QCOMPARE(f.document.selection().routers.size(), 1u);
  const RouterId right = *f.document.selection().routers.begin();
  QVERIFY(places.routers[right].x > places.routers[4].x);
  QCOMPARE(places.routers[right].y, places.routers[4].y);
  f.key(Qt::Key_Right, Qt::AltModifier);  // the border: stays
  QCOMPARE(*f.document.selection().routers.begin(), right);
  f.key(Qt::Key_Up, Qt::AltModifier);
  const RouterId corner = *f.document.selection().routers.begin();
  QVERIFY(places.routers[corner].y < places.routers[right].y);
}

void CanvasKeysTest::enterActivates() {
  CanvasFixture f;
  f.placeTwoRouters();
  QSignalSpy activated(&f.canvas, &NetworkCanvas::routerActivated);
  f.document.select({{1}, {}, {}});
  f.key(Qt::Key_Return);
  QCOMPARE(activated.count(), 1);
  QCOMPARE(activated[0][0].value<RouterId>(), 1u);
}

void CanvasKeysTest::fitAndZoom() {
  CanvasFixture f;
  f.placeTwoRouters();
  f.key(Qt::Key_Plus);
  QCOMPARE(f.canvas.zoom(), 125.0);
  f.key(Qt::Key_Minus);
  QCOMPARE(f.canvas.zoom(), 100.0);
  f.document.move({{0}, {}, {}}, {-2000, -1000});
  f.key(Qt::Key_F);
  QVERIFY(f.canvas.zoom() < 100);
  for (const RouterId router : {0u, 1u}) QVERIFY(f.canvas.rect().contains(f.pixelOfRouter(router)));
  f.key(Qt::Key_0, Qt::ControlModifier);
  QVERIFY(std::abs(f.canvas.zoom() - 100) < 1e-9);
}

void CanvasKeysTest::fitSelection() {
  CanvasFixture f;
  f.placeTwoRouters();
  f.document.move({{0}, {}, {}}, {-2000, -1000});
  f.key(Qt::Key_F);
  const double whole = f.canvas.zoom();
  f.document.select({{1}, {}, {}});
  f.key(Qt::Key_F, Qt::ShiftModifier);
  QVERIFY(f.canvas.zoom() > whole);
  const QPoint offset = f.pixelOfRouter(1) - f.canvas.rect().center();
  QVERIFY(std::abs(offset.x()) <= 2 && std::abs(offset.y()) <= 2);
}

void CanvasKeysTest::describesTheSelection() {
  CanvasFixture f;
  f.document.rename(QStringLiteral("Campus"));
  f.placeTwoRouters();
  QCOMPARE(
      f.canvas.accessibleDescription(),
      QStringLiteral("Campus: 2\u00a0routers, 0\u00a0terminals, 0\u00a0links. Nothing selected."));
  f.document.select({{1}, {}, {}});
  QCOMPARE(
      f.canvas.accessibleDescription(),
      QStringLiteral("Campus: 2\u00a0routers, 0\u00a0terminals, 0\u00a0links. Router 1 selected."));
}

HOPSCOPE_TEST(CanvasKeysTest)

}  // namespace hopscope

#include "canvas_keys_test.moc"
