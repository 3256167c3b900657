// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/shell/actions.h"
#include "ui/shell/design_mode.h"
#include "ui/shell/note_dialog.h"
#include "ui/shell/project_panel.h"
#include "ui/shell/project_session.h"

using namespace hopscope;
using namespace hopscope::test;

/// Notes of a project: begun, written, found, deleted and brought back.
class ProjectNotesTest : public QObject {
  Q_OBJECT

  static QTreeWidgetItem* row(MainWindow& window, const QString& text) {
    for (QTreeWidgetItemIterator it(window.designMode().projectPanel().tree()); *it != nullptr;
         ++it)
      if ((*it)->text(0) == text) return *it;
    return nullptr;
  }

  static void click(MainWindow& window, const QString& text) {
    QTreeWidget* tree = window.designMode().projectPanel().tree();
    QTreeWidgetItem* item = row(window, text);
    QVERIFY2(item != nullptr, qPrintable(text));
    tree->scrollToItem(item);
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, Qt::NoModifier,
                      tree->visualItemRect(item).center());
  }

  static NoteDialog* dialog(MainWindow& window) {
    auto* found = window.findChild<NoteDialog*>(QStringLiteral("noteDialog"));
    return found != nullptr && found->isVisible() ? found : nullptr;
  }

  static QPlainTextEdit* text(NoteDialog* dialog) {
    return dialog->findChild<QPlainTextEdit*>(QStringLiteral("noteText"));
  }

 private slots:
  void aNoteIsWrittenAndTakenBack() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    QVERIFY(!window->session().modified());
    click(*window, QStringLiteral("Write a note…"));
    NoteDialog* note = dialog(*window);
    QVERIFY(note != nullptr);
    QVERIFY(QTest::qWaitForWindowActive(note));
    // The title is there to be typed over.
    auto* title = note->findChild<QLineEdit*>(QStringLiteral("noteTitle"));
    QCOMPARE(title->selectedText(), QStringLiteral("Note 1"));
    QTest::keyClicks(title, QStringLiteral("Why transpose"));
    QTest::keyClick(title, Qt::Key_Tab);
    QTest::keyClicks(text(note), QStringLiteral("Corner routers are hot."));
    QTRY_COMPARE(window->session().notes().size(), std::size_t{1});
    QTRY_COMPARE(window->session().notes().front().text, std::string("Corner routers are hot."));
    QCOMPARE(window->session().notes().front().title, std::string("Why transpose"));
    QVERIFY(row(*window, QStringLiteral("Why transpose")) != nullptr);
    QVERIFY(window->session().modified());

    // What was typed in one go is one step.
    QTest::keyClick(note, Qt::Key_Escape);
    QTRY_VERIFY(dialog(*window) == nullptr);
    pressKeys(*window, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(window->session().notes().empty());
    QVERIFY(row(*window, QStringLiteral("Why transpose")) == nullptr);
    pressKeys(*window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(window->session().notes().size(), std::size_t{1});

    // A second visit is a step of its own; the open window follows what is taken back.
    click(*window, QStringLiteral("Why transpose"));
    note = dialog(*window);
    QVERIFY(QTest::qWaitForWindowActive(note));
    text(note)->moveCursor(QTextCursor::End);
    QTest::keyClicks(text(note), QStringLiteral(" Always."));
    QTRY_COMPARE(window->session().notes().front().text,
                 std::string("Corner routers are hot. Always."));
    window->actions().at("edit.undo")->trigger();
    QCOMPARE(window->session().notes().front().text, std::string("Corner routers are hot."));
    QCOMPARE(text(note)->toPlainText(), QStringLiteral("Corner routers are hot."));
    QTest::mouseClick(note->findChild<QPushButton*>(QStringLiteral("noteDelete")), Qt::LeftButton);
    QVERIFY(window->session().notes().empty());
    QVERIFY(dialog(*window) == nullptr);
    window->actions().at("edit.undo")->trigger();
    QCOMPARE(window->session().notes().front().text, std::string("Corner routers are hot."));
  }

  void notesTravelWithTheFile() {
    const Sandbox sandbox;
    const QString file = sandbox.path(QStringLiteral("notes.hopscope"));
    {
      const auto window = openWindow();
      openExample(*window, QStringLiteral("mesh-transpose"));
      window->actions().at("file.note")->trigger();
      NoteDialog* note = dialog(*window);
      QVERIFY(QTest::qWaitForWindowActive(note));
      QTest::keyClicks(text(note), QStringLiteral("Typed a moment before."));
      // What is still being typed is saved, too.
      answerModal([file](QWidget* save) { typeFile(save, file); });
      window->actions().at("file.saveAs")->trigger();
      QVERIFY(!window->session().modified());
      QVERIFY(window->close());
    }
    const auto window = openWindow();
    QVERIFY(window->openFile(file));
    QCOMPARE(window->session().notes().front().text, std::string("Typed a moment before."));
    click(*window, QStringLiteral("Note 1"));
    QCOMPARE(text(dialog(*window))->toPlainText(), QStringLiteral("Typed a moment before."));
    // Another project has other notes.
    window->actions().at("file.new")->trigger();
    QVERIFY(dialog(*window) == nullptr);
    QVERIFY(window->session().notes().empty());
  }

  void theFilterFindsWordsOfNotes() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    const RowId note = window->session().addNote(QStringLiteral("Plan"));
    window->session().editNote({note, "Plan", "Ask for a bigger crossbar"}, false);
    auto* filter = window->findChild<QLineEdit*>(QStringLiteral("projectFilter"));
    auto* nothing = window->findChild<QLabel*>(QStringLiteral("projectNothing"));
    const QString design = QString::fromStdString(window->session().document().design().name);
    QTest::mouseClick(filter, Qt::LeftButton);
    QTest::keyClicks(filter, QStringLiteral("CROSSBAR"));
    QVERIFY(!row(*window, QStringLiteral("Plan"))->isHidden());
    QVERIFY(row(*window, design)->isHidden());
    QVERIFY(row(*window, QStringLiteral("Runs"))->isHidden());
    QVERIFY(!nothing->isVisible());
    QTest::keyClicks(filter, QStringLiteral(" palace"));
    QVERIFY(nothing->isVisible());
    filter->selectAll();
    QTest::keyClicks(filter, design.left(5));
    QVERIFY(!row(*window, design)->isHidden());
    QVERIFY(row(*window, QStringLiteral("Plan"))->isHidden());
    QTest::keyClick(filter, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(filter, Qt::Key_Delete);
    QVERIFY(!row(*window, QStringLiteral("Plan"))->isHidden());
    QVERIFY(!row(*window, QStringLiteral("Runs"))->isHidden());
  }

  void aStepThatNoLongerFitsChangesNothing() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    ProjectSession& session = window->session();
    const RowId first = session.currentDesign();
    const RowId note = session.addNote(QStringLiteral("Plan"));
    session.editNote({note, "Plan", "one"}, false);
    session.duplicateDesign(first);  // which has a history of its own
    session.editNote({note, "Plan", "two"}, false);
    session.show(first);
    window->actions().at("edit.undo")->trigger();
    QCOMPARE(session.notes().front().text, std::string("two"));
  }
};

HOPSCOPE_TEST(ProjectNotesTest)
#include "project_notes_test.moc"
