// SPDX-License-Identifier: GPL-3.0-or-later
// Notes and bent links with real mouse and keyboard events.
#include <QClipboard>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/canvas/canvas_support.h"
#include "ui/canvas/note_editor.h"
#include "ui/drawing/network_export.h"

namespace hopscope {

using test::CanvasFixture;

class NotesBendsTest : public QObject {
  Q_OBJECT

  static NoteEditor* editor(CanvasFixture& f) {
    return f.canvas.findChild<NoteEditor*>(QStringLiteral("noteEditor"));
  }

  static void write(CanvasFixture& f, QPointF at, const QString& text) {
    f.key(Qt::Key_N);
    f.click(f.pixel(at));
    QVERIFY(editor(f) != nullptr);
    QTest::keyClicks(editor(f), text);
    QTest::keyClick(editor(f), Qt::Key_Return, Qt::ControlModifier);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    f.paint();
  }

  static void doubleClick(CanvasFixture& f, QPointF at) {
    QTest::mouseDClick(&f.canvas, Qt::LeftButton, {}, f.pixel(at));
    f.paint();
  }

  static const std::vector<CanvasNote>& notes(const CanvasFixture& f) {
    return f.document.design().layout.notes;
  }

  static std::vector<Point> bends(const CanvasFixture& f) {
    const auto& all = f.document.design().layout.bends;
    return all.empty() ? std::vector<Point>() : all.begin()->second;
  }

  /// Two linked routers, the link selected.
  static void placeLink(CanvasFixture& f) {
    f.placeTwoRouters();
    f.document.connectRouters(0, 1);
    f.paint();
    f.click(f.pixel({0, 0}));
    QCOMPARE(f.document.selection().links, std::set<LinkId>{0});
  }

 private slots:
  void aNoteIsWrittenWhereItIsPut() {
    CanvasFixture f;
    f.placeTwoRouters();
    write(f, {-61, 82}, QStringLiteral("Core switches"));
    QVERIFY((notes(f) == std::vector<CanvasNote>{{{-64, 80}, "Core switches"}}));
    QCOMPARE(f.document.selection().notes, std::set<std::uint32_t>{0});
    QVERIFY(f.canvas.tool() == Tool::select);
    QVERIFY(f.canvas.hasFocus());
    QCOMPARE(f.document.undoStack().undoText(), QStringLiteral("Write a note"));
    f.key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(notes(f).empty());
    QVERIFY(f.document.selection().empty());
  }

  void escapeWritesNothing() {
    CanvasFixture f;
    f.placeTwoRouters();
    f.key(Qt::Key_N);
    f.click(f.pixel({0, 80}));
    QTest::keyClicks(editor(f), QStringLiteral("No"));
    QTest::keyClick(editor(f), Qt::Key_Escape);
    QVERIFY(notes(f).empty());
    QVERIFY(f.canvas.tool() == Tool::select);
  }

  void aDoubleClickEditsInPlace() {
    CanvasFixture f;
    f.placeTwoRouters();
    write(f, {0, 80}, QStringLiteral("Core"));
    doubleClick(f, {8, 88});
    QVERIFY(editor(f) != nullptr);
    QCOMPARE(editor(f)->toPlainText(), QStringLiteral("Core"));
    QTest::keyClick(editor(f), Qt::Key_End);
    QTest::keyClicks(editor(f), QStringLiteral(" of the campus"));
    f.click(f.pixel({-300, -200}));  // elsewhere: kept
    QCOMPARE(notes(f).front().text, std::string("Core of the campus"));
    QCOMPARE(f.document.undoStack().undoText(), QStringLiteral("Change a note"));
  }

  /// A step undone while one writes: the words go to no other note.
  void wordsOfANoteThatWentAreANewNote() {
    CanvasFixture f;
    f.placeTwoRouters();
    write(f, {0, 80}, QStringLiteral("Core"));
    write(f, {0, -80}, QStringLiteral("Edge"));
    doubleClick(f, {10, 90});
    QTest::keyClicks(editor(f), QStringLiteral("Spine"));
    f.document.remove({{}, {}, {}, {0}});
    QTest::keyClick(editor(f), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(notes(f).size(), std::size_t{2});
    QCOMPARE(notes(f)[0].text, std::string("Edge"));
    QCOMPARE(notes(f)[1].text, std::string("Spine"));
    QVERIFY((notes(f)[1].place == Point{0, 80}));
  }

  void enterEditsTheSelectedNote() {
    CanvasFixture f;
    f.placeTwoRouters();
    write(f, {0, 80}, QStringLiteral("Core"));
    f.key(Qt::Key_Return);
    QVERIFY(editor(f) != nullptr);
    QTest::keyClick(editor(f), Qt::Key_Delete);  // all of it is selected
    QTest::keyClick(editor(f), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(notes(f).empty());  // nothing written: it goes
  }

  void aNoteIsDraggedAndDeleted() {
    CanvasFixture f;
    f.placeTwoRouters();
    write(f, {0, 80}, QStringLiteral("Core"));
    const int steps = f.document.undoStack().count();
    f.drag(f.pixel({8, 88}), f.pixel({40, 152}));
    QVERIFY((notes(f).front().place == Point{32, 144}));
    QCOMPARE(f.document.undoStack().count(), steps + 1);
    f.key(Qt::Key_Left);
    QVERIFY((notes(f).front().place == Point{16, 144}));
    f.key(Qt::Key_Delete);
    QVERIFY(notes(f).empty());
    QCOMPARE(f.document.topology()->routerCount(), 2U);
    f.key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(notes(f).size(), std::size_t{1});
  }

  void aNoteKeepsAGeneratedNetworkGenerated() {
    CanvasFixture f;
    Design mesh;
    mesh.settings["topology.kind"] = std::string("mesh");
    f.document.load(mesh);
    f.paint();
    write(f, {-1000, -1000}, QStringLiteral("Far"));
    f.document.select({{}, {}, {}, {0}});
    f.key(Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(notes(f).size(), std::size_t{2});
    f.key(Qt::Key_Delete);
    QCOMPARE(notes(f).size(), std::size_t{1});
    QCOMPARE(f.document.topology()->kind, std::string("mesh"));
    f.document.resetLayout();
    QCOMPARE(notes(f).size(), std::size_t{1});  // words stay
  }

  void aDoubleClickBendsTheSelectedLink() {
    CanvasFixture f;
    placeLink(f);
    doubleClick(f, {-40, 0});
    QVERIFY((bends(f) == std::vector<Point>{{-48, 0}}));
    doubleClick(f, {70, 0});
    QVERIFY((bends(f) == std::vector<Point>{{-48, 0}, {64, 0}}));
    const int steps = f.document.undoStack().count();
    f.drag(f.pixel({-48, 0}), f.pixel({-48, -96}));
    QVERIFY((bends(f) == std::vector<Point>{{-48, -96}, {64, 0}}));
    QCOMPARE(f.document.undoStack().count(), steps + 1);
    // It lies where it is drawn.
    f.click(f.pixel({-300, 200}));
    QVERIFY(f.document.selection().empty());
    f.click(f.pixel({-104, -48}));
    QCOMPARE(f.document.selection().links, std::set<LinkId>{0});
    f.document.select({});
    f.click(f.pixel({-48, 0}));
    QVERIFY(f.document.selection().empty());
    f.key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY((bends(f) == std::vector<Point>{{-48, 0}, {64, 0}}));
  }

  void aChosenBendMovesAndGoesByKey() {
    CanvasFixture f;
    placeLink(f);
    doubleClick(f, {0, 0});
    f.key(Qt::Key_Up);
    QVERIFY((bends(f) == std::vector<Point>{{0, -16}}));
    f.key(Qt::Key_Delete);
    QVERIFY(bends(f).empty());
    QCOMPARE(f.document.topology()->linkCount(), 1U);  // the link itself stays
    f.key(Qt::Key_Delete);
    QCOMPARE(f.document.topology()->linkCount(), 0U);
  }

  void escapeGivesUpADraggedBend() {
    CanvasFixture f;
    placeLink(f);
    doubleClick(f, {0, 0});
    QTest::mousePress(&f.canvas, Qt::LeftButton, {}, f.pixel({0, 0}));
    f.moveHeld(f.pixel({0, 60}));
    QVERIFY((bends(f) == std::vector<Point>{{0, 64}}));
    f.key(Qt::Key_Escape);
    QVERIFY((bends(f) == std::vector<Point>{{0, 0}}));
    QTest::mouseRelease(&f.canvas, Qt::LeftButton, {}, f.pixel({0, 60}));
  }

  void menusBendAndStraighten() {
    CanvasFixture f;
    placeLink(f);
    f.canvas.bendSelection();
    QCOMPARE(bends(f).size(), std::size_t{1});
    QVERIFY(bends(f).front().y != 0);  // beside the straight way, where it can be taken
    f.canvas.straightenSelection();
    QVERIFY(f.document.design().layout.bends.empty());
  }

  void bothGoAlongWithCopyAndPaste() {
    CanvasFixture f;
    placeLink(f);
    doubleClick(f, {0, 0});
    f.key(Qt::Key_Up);
    write(f, {0, 80}, QStringLiteral("Core"));
    f.key(Qt::Key_A, Qt::ControlModifier);
    f.key(Qt::Key_C, Qt::ControlModifier);
    DesignDocument other;
    const Parts added = other.paste(QApplication::clipboard()->text().toUtf8(), {500, 0});
    QCOMPARE(added.notes, std::set<std::uint32_t>{0});
    QCOMPARE(other.design().layout.notes.front().text, std::string("Core"));
    QCOMPARE(other.design().layout.bends.size(), std::size_t{1});
    QVERIFY((other.design().layout.bends.begin()->second == std::vector<Point>{{500, -16}}));
    // Moved as a whole, the bend moves, too.
    other.move({{0, 1}, {}, {}}, {0, 100});
    QVERIFY((other.design().layout.bends.begin()->second == std::vector<Point>{{500, 84}}));
  }

  void bothAreExported() {
    CanvasFixture f;
    placeLink(f);
    const QByteArray plain = networkSvg(f.canvas.picture(), {});
    doubleClick(f, {0, 0});
    f.key(Qt::Key_Up);
    const QByteArray bent = networkSvg(f.canvas.picture(), {});
    QVERIFY(bent != plain);
    write(f, {0, 80}, QStringLiteral("Coreswitches"));
    QVERIFY(networkSvg(f.canvas.picture(), {}).contains("Coreswitches"));
  }

  void runModeOnlyShowsThem() {
    CanvasFixture f;
    placeLink(f);
    write(f, {0, 80}, QStringLiteral("Core"));
    f.canvas.setEditable(false);
    f.click(f.pixel({8, 88}));
    doubleClick(f, {8, 88});
    QVERIFY(editor(f) == nullptr);
    f.click(f.pixel({0, 0}));
    doubleClick(f, {0, 0});
    QVERIFY(bends(f).empty());
  }
};

}  // namespace hopscope

using hopscope::NotesBendsTest;
HOPSCOPE_TEST(NotesBendsTest)
#include "notes_bends_test.moc"
