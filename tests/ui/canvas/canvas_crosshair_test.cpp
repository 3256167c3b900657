// SPDX-License-Identifier: GPL-3.0-or-later
// A network drawn with keys alone.
#include <QSignalSpy>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/canvas/canvas_support.h"
#include "ui/canvas/note_editor.h"

namespace hopscope {

using test::CanvasFixture;

namespace {

void keys(CanvasFixture& f, std::initializer_list<Qt::Key> all) {
  for (const Qt::Key key : all) f.key(key);
}

Point placeOf(const CanvasFixture& f, RouterId router) {
  return f.document.placement()->routers.at(router);
}

/// Two routers, the second one five places right of the first and three down.
void placeTwo(CanvasFixture& f) {
  keys(f, {Qt::Key_R, Qt::Key_Return});
  for (int i = 0; i < 5; ++i) f.key(Qt::Key_Right);
  for (int i = 0; i < 3; ++i) f.key(Qt::Key_Down);
  f.key(Qt::Key_Return);
}

}  // namespace

class CanvasCrosshairTest : public QObject {
  Q_OBJECT

 private slots:
  void routersStandWhereTheArrowsLead() {
    CanvasFixture f;
    placeTwo(f);
    QCOMPARE(f.document.topology()->routerCount(), 2u);
    QVERIFY((placeOf(f, 0) == Point{0, 0}));
    QVERIFY((placeOf(f, 1) == Point{80, 48}));
    QCOMPARE(f.document.selection().routers, std::set<RouterId>{1});
    f.key(Qt::Key_Return);  // on a router: it is chosen, and no second one put there
    QCOMPARE(f.document.topology()->routerCount(), 2u);
    f.key(Qt::Key_Right, Qt::ShiftModifier);
    f.key(Qt::Key_Return);
    QVERIFY((placeOf(f, 2) == Point{240, 48}));
  }

  void terminalsGoToTheRouterThatIsMeant() {
    CanvasFixture f;
    placeTwo(f);
    f.document.select({{0}, {}, {}});
    keys(f, {Qt::Key_T, Qt::Key_Return, Qt::Key_Return, Qt::Key_Right, Qt::Key_Return});
    const auto& terminals = f.document.topology()->terminals;
    QCOMPARE(terminals.size(), std::size_t{3});
    QCOMPARE(terminals[0].router, 0u);
    QCOMPARE(terminals[1].router, 0u);
    QCOMPARE(terminals[2].router, 1u);
  }

  void linksGoFromRouterToRouter() {
    CanvasFixture f;
    placeTwo(f);
    f.document.select({});
    keys(f, {Qt::Key_L, Qt::Key_Left, Qt::Key_Return});  // the one nearest to the middle
    QCOMPARE(f.document.topology()->linkCount(), 0u);
    keys(f, {Qt::Key_Right, Qt::Key_Return});
    QCOMPARE(f.document.topology()->linkCount(), 1u);
    QCOMPARE(f.document.topology()->links[0].a.node, 0u);
    QCOMPARE(f.document.topology()->links[0].b.node, 1u);
    // Esc gives up what was begun, then the tool.
    keys(f, {Qt::Key_Return, Qt::Key_Escape, Qt::Key_Left, Qt::Key_Return});
    QCOMPARE(f.document.topology()->linkCount(), 1u);
    keys(f, {Qt::Key_Escape, Qt::Key_Escape});
    QVERIFY(f.canvas.tool() == Tool::select);
  }

  void twoAreSelectedByWalkingAndConnected() {
    CanvasFixture f;
    placeTwo(f);
    keys(f, {Qt::Key_Escape, Qt::Key_Escape});
    f.key(Qt::Key_Right, Qt::AltModifier);  // the first one
    QCOMPARE(f.document.selection().routers, std::set<RouterId>{0});
    f.key(Qt::Key_Right, Qt::AltModifier | Qt::ShiftModifier);
    QCOMPARE(f.document.selection().routers, (std::set<RouterId>{0, 1}));
    f.key(Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(f.document.selection().routers, std::set<RouterId>{0});
  }

  void aNoteIsWrittenAtTheCrosshair() {
    CanvasFixture f;
    placeTwo(f);
    f.document.select({});
    keys(f, {Qt::Key_N, Qt::Key_Down, Qt::Key_Down, Qt::Key_Return});
    auto* editor = f.canvas.findChild<NoteEditor*>();
    QVERIFY(editor != nullptr);
    QTest::keyClicks(editor, QStringLiteral("Core"));
    QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY((f.document.design().layout.notes == std::vector<CanvasNote>{{{0, 16}, "Core"}}));
    f.key(Qt::Key_Right);  // it is selected, and moves
    QVERIFY((f.document.design().layout.notes[0].place == Point{16, 16}));
  }

  void aBendIsMoved() {
    CanvasFixture f;
    placeTwo(f);
    f.document.connectRouters(0, 1);
    keys(f, {Qt::Key_Escape, Qt::Key_Escape});
    f.document.select({{}, {}, {0}});
    f.canvas.bendSelection();
    const Point before = f.document.design().layout.bends.at(0)[0];
    f.key(Qt::Key_Down);
    const Point after = f.document.design().layout.bends.at(0)[0];
    QVERIFY((after == Point{before.x, before.y + 16}));
  }

  void theViewFollowsTheCrosshair() {
    CanvasFixture f;
    keys(f, {Qt::Key_R, Qt::Key_Right});
    for (int i = 0; i < 10; ++i) f.key(Qt::Key_Right, Qt::ShiftModifier);
    f.key(Qt::Key_Return);
    QVERIFY((placeOf(f, 0) == Point{1600, 0}));
    QVERIFY(f.canvas.rect().contains(f.pixelOfRouter(0)));
  }

  void itIsSeenAndTold() {
    CanvasFixture f;
    placeTwo(f);
    keys(f, {Qt::Key_Escape, Qt::Key_R});
    const QImage without = f.canvas.grab().toImage();
    QSignalSpy told(&f.canvas, &NetworkCanvas::pointerMoved);
    keys(f, {Qt::Key_Right, Qt::Key_Up});
    QCOMPARE(told.count(), 2);
    const QImage with = f.canvas.grab().toImage();
    const QPoint middle = f.pixel({160, 32});
    for (const QPoint arm : {QPoint(12, 0), QPoint(-12, 0), QPoint(0, 12), QPoint(0, -12)}) {
      QVERIFY(without.pixelColor(middle + arm) != Theme::light().color(Tone::accent));
      QCOMPARE(with.pixelColor(middle + arm), Theme::light().color(Tone::accent));
    }
    const QString words = f.canvas.accessibleDescription();
    QVERIFY2(words.endsWith(QStringLiteral("Crosshair at 160, 32.")), qPrintable(words));
    keys(f, {Qt::Key_L, Qt::Key_Left});
    QVERIFY(f.canvas.accessibleDescription().endsWith(QStringLiteral("on router 1.")));
    // The mouse takes over.
    QTest::mouseMove(&f.canvas, f.pixel({-100, -100}));
    QVERIFY(!f.canvas.accessibleDescription().contains(QStringLiteral("Crosshair")));
  }

  void nothingIsDrawnWhereNothingMayBe() {
    CanvasFixture f;
    placeTwo(f);
    f.canvas.setEditable(false);
    keys(f, {Qt::Key_R, Qt::Key_Right, Qt::Key_Return});
    QCOMPARE(f.document.topology()->routerCount(), 2u);
  }
};

}  // namespace hopscope

using hopscope::CanvasCrosshairTest;
HOPSCOPE_TEST(CanvasCrosshairTest)
#include "canvas_crosshair_test.moc"
