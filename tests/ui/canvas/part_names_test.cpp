// SPDX-License-Identifier: GPL-3.0-or-later
// Names of drawn routers and terminals, given with real mouse and keyboard events.
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

#include "projects/design_text.h"
#include "tests/support/test_main.h"
#include "tests/ui/canvas/canvas_support.h"
#include "ui/canvas/canvas_tip.h"
#include "ui/canvas/name_editor.h"
#include "ui/canvas/part_table.h"
#include "ui/document/selection_names.h"

namespace hopscope {

using test::CanvasFixture;

namespace {

NameEditor* editor(CanvasFixture& f) {
  return f.canvas.findChild<NameEditor*>(QStringLiteral("nameEditor"));
}

QLineEdit& field(CanvasFixture& f) {
  return *editor(f)->findChild<QLineEdit*>();
}

void settle(CanvasFixture& f) {
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  f.paint();
}

/// Opens the editor on a part and types a name.
void type(CanvasFixture& f, QPoint at, const QString& name) {
  QTest::mouseDClick(&f.canvas, Qt::LeftButton, {}, at);
  QVERIFY(editor(f) != nullptr);
  QTest::keyClicks(&field(f), name);
}

void call(CanvasFixture& f, QPoint at, const QString& name) {
  type(f, at, name);
  QTest::keyClick(&field(f), Qt::Key_Return);
  settle(f);
}

}  // namespace

class PartNamesTest : public QObject {
  Q_OBJECT

 private slots:
  void aDoubleClickNamesARouter() {
    CanvasFixture f;
    f.placeTwoRouters();
    call(f, f.pixelOfRouter(1), QStringLiteral("rack 12"));
    QVERIFY(editor(f) == nullptr && f.canvas.hasFocus());
    QCOMPARE(f.document.design().drawn.routers[1].label, std::string("rack 12"));
    QCOMPARE(f.document.undoStack().undoText(), QStringLiteral("Call router 1 “rack 12”"));
    QCOMPARE(namesOf(*f.document.topology(), {{1}, {}, {}}), QStringLiteral("router 1 “rack 12”"));
    QVERIFY(f.canvas.accessibleDescription().contains(QStringLiteral("Router 1 “rack 12”")));
    f.key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(f.document.topology()->routerNames.empty());
    f.key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(f.document.topology()->routerNames[1], std::string("rack 12"));
  }

  void aTerminalIsNamedAndANameTakenAway() {
    CanvasFixture f;
    f.placeTwoRouters();
    f.document.addTerminal(0);
    f.paint();
    call(f, f.pixelOfTerminal(0), QStringLiteral("db server"));
    QCOMPARE(f.document.design().drawn.terminals[0].label, std::string("db server"));
    type(f, f.pixelOfTerminal(0), {});
    QCOMPARE(field(f).text(), QStringLiteral("db server"));
    QTest::keyClick(&field(f), Qt::Key_Delete);
    QTest::keyClick(&field(f), Qt::Key_Return);
    QVERIFY(f.document.design().drawn.terminals[0].label.empty());
    QCOMPARE(f.document.undoStack().undoText(), QStringLiteral("Take the name of terminal 0 away"));
  }

  void escapeNamesNothing() {
    CanvasFixture f;
    f.placeTwoRouters();
    type(f, f.pixelOfRouter(0), QStringLiteral("No"));
    QTest::keyClick(&field(f), Qt::Key_Escape);
    settle(f);
    QVERIFY(editor(f) == nullptr && f.document.topology()->routerNames.empty());
  }

  void keysOfTheFieldDoNotMoveParts() {
    CanvasFixture f;
    f.placeTwoRouters();
    type(f, f.pixelOfRouter(0), QStringLiteral("rtl"));  // the tools' letters, too
    for (const Qt::Key key : {Qt::Key_Up, Qt::Key_Down, Qt::Key_Left})
      QTest::keyClick(&field(f), key);
    QVERIFY(f.canvas.tool() == Tool::select);
    QCOMPARE(f.document.placement()->routers[0].x, -160.0);
    QCOMPARE(f.document.placement()->routers[0].y, 0.0);
    QCOMPARE(field(f).text(), QStringLiteral("rtl"));
  }

  void aClickElsewhereKeeps() {
    CanvasFixture f;
    f.placeTwoRouters();
    type(f, f.pixelOfRouter(0), QStringLiteral("core"));
    f.canvas.setFocus(Qt::MouseFocusReason);
    settle(f);
    QCOMPARE(f.document.design().drawn.routers[0].label, std::string("core"));
    QVERIFY(editor(f) == nullptr);
  }

  /// The focus stays with what was clicked, or Backspace there would delete the router.
  void aClickIntoAFieldLeavesItTheKeys() {
    CanvasFixture f;
    f.placeTwoRouters();
    QLineEdit other(&f.canvas);
    other.show();
    type(f, f.pixelOfRouter(0), QStringLiteral("core"));
    QTest::mouseClick(&other, Qt::LeftButton);
    settle(f);
    QVERIFY(editor(f) == nullptr && other.hasFocus());
    QCOMPARE(f.document.design().drawn.routers[0].label, std::string("core"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backspace);
    QCOMPARE(f.document.topology()->routerCount(), 2u);
  }

  void theNameStaysWithItsPart() {
    CanvasFixture f;
    f.placeTwoRouters();
    type(f, f.pixelOfRouter(1), QStringLiteral("rack 12"));
    const QPoint before = editor(f)->pos();
    f.document.remove({{0}, {}, {}});
    f.document.move({{0}, {}, {}}, {0, 64});
    QVERIFY(editor(f)->pos().y() > before.y());
    QTest::keyClick(&field(f), Qt::Key_Return);
    QCOMPARE(f.document.design().drawn.routers.size(), std::size_t{1});
    QCOMPARE(f.document.design().drawn.routers[0].label, std::string("rack 12"));
  }

  void nothingIsNamedThatIsGone() {
    CanvasFixture f;
    f.placeTwoRouters();
    type(f, f.pixelOfRouter(1), QStringLiteral("rack 12"));
    f.document.undoStack().undo();  // the router
    settle(f);
    QVERIFY(editor(f) == nullptr);
    QCOMPARE(f.document.design().drawn.routers.size(), std::size_t{1});
    QVERIFY(f.document.topology()->routerNames.empty());
  }

  void anotherDocumentGetsNothingOfIt() {
    CanvasFixture f;
    f.placeTwoRouters();
    DesignDocument other;
    other.addRouter({0, 0});
    type(f, f.pixelOfRouter(0), QStringLiteral("core"));
    f.canvas.setDocument(&other);
    settle(f);
    QVERIFY(editor(f) == nullptr);
    QCOMPARE(f.document.design().drawn.routers[0].label, std::string("core"));
    QVERIFY(other.topology()->routerNames.empty());
    f.canvas.setDocument(&f.document);
  }

  void badNamesAreRefusedInWords() {
    CanvasFixture f;
    f.placeTwoRouters();
    type(f, f.pixelOfRouter(0), QString(81, QLatin1Char('x')));
    QTest::keyClick(&field(f), Qt::Key_Return);
    settle(f);
    QVERIFY(editor(f) != nullptr);
    auto* problem = editor(f)->findChild<QLabel*>(QStringLiteral("nameProblem"));
    QVERIFY(problem->isVisible());
    QCOMPARE(problem->text(),
             QStringLiteral("The name has 81 characters. At most 80 are possible."));
    QTest::keyClick(&field(f), Qt::Key_End);
    QTest::keyClick(&field(f), Qt::Key_Backspace);
    QVERIFY(!problem->isVisible());
    QTest::keyClick(&field(f), Qt::Key_Return);
    settle(f);
    QCOMPARE(f.document.design().drawn.routers[0].label.size(), std::size_t{80});
    const QString refused = f.document.callPart({{0}, {}, {}}, QStringLiteral("a\u0007b"));
    QVERIFY(refused.startsWith(QStringLiteral("The name holds a control character.")));
  }

  /// A family's routers are what their place in it says.
  void generatedPartsHaveNoNames() {
    CanvasFixture f;
    Design design;
    design.settings["topology.kind"] = std::string("mesh");
    f.document.load(design);
    f.paint();
    QTest::mouseDClick(&f.canvas, Qt::LeftButton, {}, f.pixelOfRouter(0));
    QVERIFY(editor(f) == nullptr && !f.canvas.canNameSelection());
    QVERIFY(!f.document.callPart({{0}, {}, {}}, QStringLiteral("x")).isEmpty());
    QVERIFY(f.document.topology()->kind == "mesh");
  }

  void aNameKeepsSelectionAndIds() {
    CanvasFixture f;
    f.placeTwoRouters();
    f.document.connectRouters(0, 1);
    f.document.select({{1}, {}, {}});
    const auto before = f.document.topology();
    QVERIFY(f.document.callPart({{1}, {}, {}}, QStringLiteral("rack 12")).isEmpty());
    QCOMPARE(f.document.selection().routers, std::set<RouterId>{1});
    QVERIFY(f.document.topology()->links == before->links);
    QVERIFY(f.document.topology()->routerIds == before->routerIds);
  }

  void tablesAndTipsTellTheName() {
    CanvasFixture f;
    f.placeTwoRouters();
    f.document.connectRouters(0, 1);
    f.document.callPart({{1}, {}, {}}, QStringLiteral("rack 12"));
    PartTable routers(PartTable::Kind::routers), channels(PartTable::Kind::channels);
    routers.setNetwork(f.document.topology());
    channels.setNetwork(f.document.topology());
    QCOMPARE(routers.index(1, 0).data().toString(), QStringLiteral("Router 1 “rack 12”"));
    QCOMPARE(channels.index(0, 1).data().toString(), QStringLiteral("Router 1 “rack 12”"));
    CanvasMouse mouse;
    mouse.router = 1;
    QCOMPARE(tipLines(f.document.design(), f.canvas.picture(), mouse).value(0),
             QStringLiteral("Router 1 “rack 12”"));
  }

  void theCanvasShowsIt() {
    CanvasFixture f;
    f.placeTwoRouters();
    const QImage without = f.canvas.grab().toImage();
    f.document.callPart({{1}, {}, {}}, QStringLiteral("rack 12"));
    const QImage with = f.canvas.grab().toImage();
    // Only above the router, where the name stands.
    const QPoint at = f.pixelOfRouter(1);
    const QRect words(at.x() - 60, at.y() - 56, 120, 48);
    int inside = 0, outside = 0;
    for (int y = 0; y < with.height(); ++y)
      for (int x = 0; x < with.width(); ++x)
        if (with.pixel(x, y) != without.pixel(x, y)) ++(words.contains(x, y) ? inside : outside);
    QVERIFY2(inside > 60, qPrintable(QString::number(inside)));
    QCOMPARE(outside, 0);
  }

  void projectsKeepIt() {
    CanvasFixture f;
    f.placeTwoRouters();
    f.document.addTerminal(0);
    f.document.callPart({{1}, {}, {}}, QStringLiteral("rack 12"));
    f.document.callPart({{}, {0}, {}}, QStringLiteral("Rück-Server"));
    QVERIFY(fromText(toText(f.document.design())) == f.document.design());
  }
};

}  // namespace hopscope

using hopscope::PartNamesTest;
HOPSCOPE_TEST(PartNamesTest)
#include "part_names_test.moc"
