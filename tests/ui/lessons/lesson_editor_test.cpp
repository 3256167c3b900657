// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QFile>
#include <QFocusEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <nlohmann/json.hpp>

#include "tests/support/test_main.h"
#include "tests/ui/lessons/lesson_steps.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/lessons/lesson_editor.h"
#include "ui/lessons/lesson_file.h"
#include "ui/lessons/lesson_library.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/shell/actions.h"
#include "ui/shell/learn_mode.h"
#include "ui/shell/lesson_flows.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/presentation.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

void doIt(MainWindow& window) {
  QAbstractButton* does = button(window, QStringLiteral("lessonDoIt"));
  QTRY_VERIFY(does->isVisible() && !does->visibleRegion().isEmpty());
  QTest::mouseClick(does, Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(window.learnMode().player().done(), 20'000);
}

}  // namespace

/// A teacher writes, and a learner opens what was written.
class LessonEditorTest : public QObject {
  Q_OBJECT

 private slots:
  // The next test has its own numbers, whether this one passed or not.
  void cleanup() { QLocale::setDefault(QLocale::C); }

  void aTeacherWritesAndALearnerPlays() {
    const Sandbox sandbox;
    const QString file = sandbox.path(QStringLiteral("mine.lesson.json"));
    chooseGermanNumbers();
    {
      const auto window = windowWith(meshDesign());
      LessonEditor& editor = editorOf(*window);
      QVERIFY(editor.isVisible() && !editor.modified());
      typeInto(editor, "lesson.title", QStringLiteral("Is there room?"));
      chooseStep(editor, 2);
      typeInto(editor, "lesson.text", QStringLiteral("The load is {traffic.load:2}."));
      typeInto(editor, "lesson.question.ask", QStringLiteral("How much is accepted?"));
      typeInto(editor, "lessonAnswerText:0", QStringLiteral("All & more"));
      typeInto(editor, "lessonAnswerWhen:0", QStringLiteral("accepted > 0.15"));
      typeInto(editor, "lessonAnswerText:1", QStringLiteral("Half of it"));
      typeInto(editor, "lessonAnswerWhen:1", QStringLiteral("accepted <= 0.15; accepted > 0"));
      typeInto(editor, "lesson.until", QStringLiteral("run == finished; hops > 1"));
      typeInto(editor, "lesson.found", QStringLiteral("It accepts {accepted:2}."));
      QVERIFY(editor.modified());
      // What is typed can be taken back where it was typed.
      auto* found = editor.findChild<QPlainTextEdit*>(QStringLiteral("lesson.found"));
      QTest::keyClicks(found, QStringLiteral("xyz"));
      QTest::keyClick(found, Qt::Key_Z, Qt::ControlModifier);
      QVERIFY(!found->toPlainText().contains(QStringLiteral("xyz")));
      QTest::mouseClick(button(editor, QStringLiteral("lessonCheck")), Qt::LeftButton);
      QTRY_VERIFY2_WITH_TIMEOUT(said(editor).contains(QStringLiteral("Every claim")),
                                qPrintable(said(editor)), 30'000);
      answerModal([&](QWidget* dialog) { typeFile(dialog, file); });
      QTest::mouseClick(button(editor, QStringLiteral("lessonSave")), Qt::LeftButton);
      QVERIFY(QFile::exists(file));
      QVERIFY(!editor.modified());
      editor.close();
      QVERIFY(!editor.isVisible());
    }
    for (const int answer : {1, 0}) {
      const auto window = openWindow();
      QVERIFY(window->openFile(file));
      QCOMPARE(window->mode(), MainWindow::Mode::learn);
      QCOMPARE(shownIn(*window, "lessonTitle"), QStringLiteral("Is there room?"));
      predict(*window, answer);
      if (QTest::currentTestFailed()) return;
      QVERIFY(shownIn(*window, "lessonText").contains(QStringLiteral("0,20")));
      doIt(*window);
      if (QTest::currentTestFailed()) return;
      const QString told = shownIn(*window, "lessonPredictionText");
      QCOMPARE(told.contains(QStringLiteral("As you predicted")), answer == 0);
      QVERIFY2(told.contains(QStringLiteral("All &amp; more")), qPrintable(told));
      QCOMPARE(told.contains(QStringLiteral("Half of it")), answer == 1);
      QVERIFY(shownIn(*window, "lessonFound").contains(QStringLiteral("0,20")));
      QTest::mouseClick(button(*window, QStringLiteral("lessonNext")), Qt::LeftButton);
      // It stands in the list, done, and opens from there.
      auto* card =
          window->learnMode().panel().findChild<LessonCard*>(QStringLiteral("ownLesson:0"));
      QTRY_VERIFY(card != nullptr && card->isVisible());
      QVERIFY(card->entry().done);
      QTest::keyClick(card, Qt::Key_Return);
      QVERIFY(window->learnMode().player().lesson() != nullptr);
    }
  }

  void aFalseClaimIsFoundFalse() {
    const Sandbox sandbox;
    const auto window = openWindow();
    LessonEditor& editor = editorOf(*window);
    QVERIFY(editor.openFile(written(sandbox, small("accepted > 0.9"))));
    QTest::mouseClick(button(editor, QStringLiteral("lessonCheck")), Qt::LeftButton);
    QTRY_VERIFY2_WITH_TIMEOUT(said(editor).contains(QStringLiteral("does not hold: accepted = 0.")),
                              qPrintable(said(editor)), 30'000);
    QVERIFY(said(editor).startsWith(QStringLiteral("Step 2")));
    QTest::mouseClick(button(editor, QStringLiteral("lessonVerb")), Qt::LeftButton);
    QVERIFY(problemAt(editor, "until") != nullptr);
    QVERIFY(editor.focusWidget() == editor.findChild<QWidget*>(QStringLiteral("lesson.until")));
    // Mended, and checked again: the answer that comes out is marked.
    typeInto(editor, "lesson.until", QStringLiteral("run == finished; accepted < 0.9"));
    QTest::mouseClick(button(editor, QStringLiteral("lessonCheck")), Qt::LeftButton);
    QTRY_VERIFY2_WITH_TIMEOUT(said(editor).contains(QStringLiteral("Every claim")),
                              qPrintable(said(editor)), 30'000);
    QVERIFY(problemAt(editor, "until") == nullptr);
    // Answers that both hold, and none that does.
    typeInto(editor, "lessonAnswerWhen:1", QStringLiteral("accepted < 0.9"));
    QTest::mouseClick(button(editor, QStringLiteral("lessonCheck")), Qt::LeftButton);
    QTRY_VERIFY2_WITH_TIMEOUT(said(editor).contains(QStringLiteral("Answers 1 and 2 both")),
                              qPrintable(said(editor)), 30'000);
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard changes")); });
    editor.close();
  }

  void whatIsWrongStandsAtItsField() {
    const Sandbox sandbox;
    const auto window = openWindow();
    LessonEditor& editor = editorOf(*window);
    chooseStep(editor, 2);
    QVERIFY(problemAt(editor, "until") == nullptr);
    typeInto(editor, "lesson.until", QStringLiteral("acepted < 1"));
    QTRY_VERIFY(problemAt(editor, "until") != nullptr);
    QVERIFY(
        problemAt(editor, "until")->text().contains(QStringLiteral("Did you mean \"accepted\"?")));
    QVERIFY(said(editor).startsWith(QStringLiteral("Step 2")));
    auto* steps = editor.findChild<QListWidget*>(QStringLiteral("lessonSteps"));
    QVERIFY(
        steps->item(2)->data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("wrong")));
    // A part of a name is enough; where nothing is near, no list of all there is fills the window.
    typeInto(editor, "lesson.until", QStringLiteral("latency > p99"));
    QTRY_VERIFY(problemAt(editor, "until")
                    ->text()
                    .contains(QStringLiteral("Did you mean \"latency_p99\"?")));
    typeInto(editor, "lesson.until", QStringLiteral("luminosity < 1"));
    QTRY_VERIFY(
        problemAt(editor, "until")->text().contains(QStringLiteral("\"luminosity\" is no")));
    QVERIFY(problemAt(editor, "until")->text().size() < 200);
    // What shows a field shows what is wrong with it, too.
    chooseStep(editor, 0);
    editor.resize(1040, 560);
    QTest::mouseClick(button(editor, QStringLiteral("lessonVerb")), Qt::LeftButton);
    QTRY_COMPARE(problemAt(editor, "until")->visibleRegion().boundingRect().size(),
                 problemAt(editor, "until")->size());
    // A preview of what can't be read shows that instead.
    chooseStep(editor, 0);
    QTest::mouseClick(button(editor, QStringLiteral("lessonPreview")), Qt::LeftButton);
    QVERIFY(editor.isVisible());
    QCOMPARE(steps->currentRow(), 2);
    typeInto(editor, "lesson.until", QStringLiteral("run == finished"));
    QTRY_VERIFY(problemAt(editor, "until") == nullptr);
    typeInto(editor, "lessonAnswerWhen:1", QString());
    QTRY_VERIFY(problemAt(editor, "question.answers") != nullptr);
    typeInto(editor, "lessonAnswerWhen:1", QStringLiteral("verdict == saturated"));
    typeInto(editor, "lesson.do", QStringLiteral("traffic.laod = 0.3\nrun"));
    QTRY_VERIFY(problemAt(editor, "do") != nullptr);
    QVERIFY(problemAt(editor, "do")->text().contains(QStringLiteral("traffic.load")));
    typeInto(editor, "lesson.do", QStringLiteral("run"));
    chooseStep(editor, 0);
    typeInto(editor, "lesson.minutes", QStringLiteral("x"));
    QTRY_VERIFY(problemAt(editor, "minutes") != nullptr);
    typeInto(editor, "lesson.minutes", QStringLiteral("5"));
    QTRY_VERIFY(problemAt(editor, "minutes") == nullptr);
    // All is as it was, so that nothing is asked.
    QVERIFY(!editor.modified());
    editor.close();
  }

  void nothingIsLostSilently() {
    const Sandbox sandbox;
    const auto window = openWindow();
    LessonEditor& editor = editorOf(*window);
    chooseStep(editor, 2);
    const LessonJson before = editor.lesson();
    QTest::mouseClick(button(editor, QStringLiteral("lessonRemoveStep")), Qt::LeftButton);
    QVERIFY(editor.lesson()["steps"].size() == 1);
    QTest::mouseClick(button(editor, QStringLiteral("lessonUndo")), Qt::LeftButton);
    QVERIFY(editor.lesson() == before);
    for (QPushButton* each : editor.findChildren<QPushButton*>())
      if (each->accessibleName() == QStringLiteral("Remove answer 1")) {
        QTest::mouseClick(each, Qt::LeftButton);
        break;
      }
    QVERIFY(editor.lesson()["steps"][1]["question"]["answers"].size() == 1);
    QTest::mouseClick(button(editor, QStringLiteral("lessonUndo")), Qt::LeftButton);
    QVERIFY(editor.lesson() == before);
    QTest::mouseClick(button(editor, QStringLiteral("lessonStepUp")), Qt::LeftButton);
    QVERIFY(editor.lesson()["steps"][0] == before["steps"][1]);
    QTest::mouseClick(button(editor, QStringLiteral("lessonStepDown")), Qt::LeftButton);
    QVERIFY(editor.lesson() == before);
    // An answer comes back into its own step, wherever that went.
    QCoreApplication::processEvents();  // its rows are laid out anew
    for (QPushButton* each : editor.findChildren<QPushButton*>())
      if (each->accessibleName() == QStringLiteral("Remove answer 2") && each->isVisible()) {
        QTest::mouseClick(each, Qt::LeftButton);
        break;
      }
    QTest::mouseClick(button(editor, QStringLiteral("lessonStepUp")), Qt::LeftButton);
    QVERIFY(editor.lesson()["steps"][0] != before["steps"][1]);
    QTest::mouseClick(button(editor, QStringLiteral("lessonUndo")), Qt::LeftButton);
    QVERIFY(editor.lesson()["steps"][0] == before["steps"][1]);
    QVERIFY(editor.lesson()["steps"][1] == before["steps"][0]);
    QTest::mouseClick(button(editor, QStringLiteral("lessonStepDown")), Qt::LeftButton);
    QVERIFY(editor.lesson() == before);

    typeInto(editor, "lesson.found", QStringLiteral("Something of mine."));
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Keep writing")); });
    QTest::keyClick(&editor, Qt::Key_Escape);
    QVERIFY(editor.isVisible());
    // The same where the whole program is closed, also while the editor is out of sight.
    editor.hide();
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Keep writing")); });
    window->close();
    QVERIFY(window->isVisible() && editor.isVisible());
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Keep writing")); });
    window->actions().at("lesson.write")->trigger();  // shows what is being written
    QVERIFY(editor.lesson()["steps"][1]["found"] == "Something of mine.");
    QTest::mouseClick(button(editor, QStringLiteral("lessonNew")), Qt::LeftButton);
    QVERIFY(editor.modified());
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard changes")); });
    window->close();
    QVERIFY(!window->isVisible());
    // Nothing is left to ask about when the program ends.
    QVERIFY(!editor.isVisible() && !editor.modified());
    QVERIFY(editor.close());
  }

  void filesAreNotReplacedUnasked() {
    const Sandbox sandbox;
    const QString file = written(sandbox, small(), QStringLiteral("mine.lesson.json"));
    const auto window = openWindow();
    LessonEditor& editor = editorOf(*window);
    typeInto(editor, "lesson.title", QStringLiteral("Another"));
    // The ending is added, and that name is taken.
    answerModal([&](QWidget* dialog) {
      answerModal([](QWidget* box) { press(box, QStringLiteral("Keep it")); });
      typeFile(dialog, sandbox.path(QStringLiteral("mine")));
    });
    QVERIFY(!editor.saveAs());
    QVERIFY(editor.modified());
    QString problem;
    QVERIFY(readLessonBytes(file, problem).contains("\"Small\""));
    answerModal(
        [&](QWidget* dialog) { typeFile(dialog, sandbox.path(QStringLiteral("Part v1.2"))); });
    QVERIFY(editor.saveAs());
    QVERIFY(QFile::exists(sandbox.path(QStringLiteral("Part v1.2.lesson.json"))));
    // Saved on the way to the same file, that is what is opened.
    typeInto(editor, "lesson.title", QStringLiteral("Changed since"));
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Save")); });
    QVERIFY(editor.openFile(editor.file()));
    QVERIFY(editor.lesson()["title"] == "Changed since");
    QVERIFY(editor.close());
    QVERIFY(!editor.isVisible());
  }

  void numbersGoWhereTheCursorWas() {
    const Sandbox sandbox;
    const auto window = openWindow();
    LessonEditor& editor = editorOf(*window);
    QVERIFY(editor.openFile(written(sandbox, small())));
    chooseStep(editor, 2);
    const LessonJson before = editor.lesson();
    const auto insertAt = [&](const char* field) {
      QWidget* edit = nullptr;
      for (QWidget* each : editor.findChildren<QWidget*>(QLatin1String(field)))
        if (each->isVisibleTo(&editor)) edit = each;
      QVERIFY(edit != nullptr);
      QFocusEvent arrives(QEvent::FocusIn);
      QCoreApplication::sendEvent(edit, &arrives);
      QMenu* names = editor.findChild<QPushButton*>(QStringLiteral("lessonNames"))->menu();
      emit names->aboutToShow();
      for (QAction* action : names->actions().front()->menu()->actions())
        if (action->text() == QStringLiteral("accepted")) action->trigger();
    };
    insertAt("lesson.found");
    LessonJson expected = before;
    expected["steps"][1]["found"] = "{accepted}It accepts {accepted:3}.";
    QVERIFY(editor.lesson() == expected);
    insertAt("lessonAnswerWhen:1");
    expected["steps"][1]["question"]["answers"][1]["when"] = {"verdict == saturatedaccepted"};
    QVERIFY(editor.lesson() == expected);
    // Neither what an answer says nor a choice has numbers, and then no other field gets one.
    for (const char* none : {"lessonAnswerText:0", "lesson.highlight", "lesson.panel"}) {
      insertAt(none);
      QVERIFY(editor.lesson() == expected);
      QVERIFY(said(editor).contains(QStringLiteral("where the cursor is")));
      insertAt("lesson.task");
      expected = editor.lesson();
    }
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard changes")); });
    editor.close();
  }

  /// Each lesson of the program goes through the forms and is the same.
  void formsKeepWhatTheyShow() {
    const Sandbox sandbox;
    const auto window = openWindow();
    LessonEditor& editor = editorOf(*window);
    for (const Lesson& lesson : lessons()) {
      QVERIFY(editor.begin(LessonJson::parse(lesson.json)));
      const auto original = nlohmann::json::parse(lesson.json);
      const auto kept = nlohmann::json::parse(editor.lesson().dump());
      QVERIFY2(kept == original,
               nlohmann::json::diff(original, kept).dump().substr(0, 600).c_str());
      QVERIFY(!editor.modified());
    }
  }

  void aCopyOfTheLessonAtHand() {
    const Sandbox sandbox;
    const auto window = openWindow();
    QVERIFY(!window->actions().at("lesson.copy")->isEnabled());
    window->learnMode().open(1);
    LessonEditor& editor = editorOf(*window, "lesson.copy");
    QVERIFY(editor.isVisible());
    QVERIFY(editor.lesson()["title"] == lessons()[1].title);
    QVERIFY(editor.file().isEmpty());
  }

  void aPreviewIsALessonAndLeavesNoTrace() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    window->session().document().setValue("traffic.load", Value(0.3));
    LessonEditor& editor = editorOf(*window);
    QVERIFY(editor.lesson()["design"]["traffic"]["load"] == 0.3);
    typeInto(editor, "lesson.title", QStringLiteral("Tried"));
    // What is open has changes: they may stay, and then nothing is played.
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Keep working")); });
    QTest::mouseClick(button(editor, QStringLiteral("lessonPreview")), Qt::LeftButton);
    QVERIFY(editor.isVisible());
    QVERIFY(window->learnMode().player().lesson() == nullptr);
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard changes")); });
    QTest::mouseClick(button(editor, QStringLiteral("lessonPreview")), Qt::LeftButton);
    QVERIFY(!editor.isVisible());
    QCOMPARE(window->mode(), MainWindow::Mode::learn);
    QCOMPARE(shownIn(*window, "lessonTitle"), QStringLiteral("Tried"));
    predict(*window, 1);
    doIt(*window);
    if (QTest::currentTestFailed()) return;
    QVERIFY(shownIn(*window, "lessonPredictionText").contains(QStringLiteral("Seen")));
    pressMessage(*window, QStringLiteral("lessonPreview"), QStringLiteral("Back to writing"));
    QVERIFY(editor.isVisible() && editor.modified());
    QVERIFY(ownLessons().empty());
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard changes")); });
    editor.close();
  }

  /// Who runs before predicting is not told what was to be predicted.
  void theAnswerWaitsForThePrediction() {
    const Sandbox sandbox;
    const auto window = openWindow();
    QVERIFY(window->openFile(written(sandbox, small())));
    window->runMode().setSpeed(0);
    LessonPlayer& player = window->learnMode().player();
    QTest::mouseClick(button(*window, QStringLiteral("lessonNext")), Qt::LeftButton);
    QVERIFY(player.questions());
    window->runMode().toggle();
    QTRY_VERIFY_WITH_TIMEOUT(player.conditionsHold(), 20'000);
    QVERIFY(player.questions() && !player.done());
    const LessonPanel& panel = window->learnMode().panel();
    QVERIFY(!panel.findChild<QLabel*>(QStringLiteral("lessonFound"))->isVisible());
    QVERIFY(!button(*window, QStringLiteral("lessonNext"))->isEnabled());
    QTest::mouseClick(panel.findChild<QPushButton*>(QStringLiteral("lessonAnswer:1")),
                      Qt::LeftButton);
    QVERIFY(player.done());
    QVERIFY(panel.findChild<QLabel*>(QStringLiteral("lessonFound"))->isVisible());
    QVERIFY(shownIn(*window, "lessonPredictionText").contains(QStringLiteral("Seen")));
  }

  /// By what is in the file, whatever its name; over a lesson, a paused run and a
  /// presentation.
  void aLessonOpensFromAnywhere() {
    const Sandbox sandbox;
    const QString file = written(sandbox, small(), QStringLiteral("plain.json"));
    const auto window = openWindow();
    window->learnMode().open(0);
    QVERIFY(window->openFile(file));
    LessonPlayer& player = window->learnMode().player();
    QCOMPARE(player.lesson()->title, std::string("Small"));
    window->session().document().load(meshDesign(true));
    window->setMode(MainWindow::Mode::run);
    window->runMode().toggle();
    QTRY_VERIFY(window->runMode().run().active());
    window->runMode().run().pause();
    QVERIFY(window->openFile(file));
    QCOMPARE(window->mode(), MainWindow::Mode::learn);
    QVERIFY(player.lesson() != nullptr);
    QCOMPARE(player.step(), std::size_t{0});
    QVERIFY(!window->runMode().run().active());
    window->setMode(MainWindow::Mode::design);
    window->actions().at("view.present")->trigger();
    QVERIFY(window->presentation().active());
    QVERIFY(window->openFile(file));
    QVERIFY(!window->presentation().active());
    QCOMPARE(window->mode(), MainWindow::Mode::learn);
  }

  void whatIsNoLessonIsRefusedWithItsPlace_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const QByteArray& bytes, const char* words) {
      QTest::newRow(name) << bytes << QString::fromLatin1(words);
    };
    row("empty", "", "bad.lesson.json: ");
    row("cut off", QByteArray::fromStdString(small().dump()).left(400), "bad.lesson.json: line 1");
    row("a design", R"({"schema": "hopscope.design/1", "topology": {"kind": "mesh"}})",
        "bad.lesson.json: ");
    row("large", QByteArray(9 << 20, ' '), "8 MiB");
    row("deep", QByteArray(100'000, '['), "bad.lesson.json: ");
    LessonJson lesson = small();
    lesson["steps"][1]["until"] = {"acepted < 1"};
    row("quantity", QByteArray::fromStdString(lesson.dump()),
        "bad.lesson.json: steps[1].until[0]: ");
    lesson["steps"][1]["until"] = {std::string(5000, '1') + " > 1"};
    row("formula", QByteArray::fromStdString(lesson.dump()), "too much");
    lesson["steps"][1]["until"] = {"run == finished"};
    lesson["steps"][1]["found"] = std::string(100'000, 'x');
    row("text", QByteArray::fromStdString(lesson.dump()), "too long");
    lesson["steps"][1]["found"] = "x";
    for (int i = 0; i < 100'000; ++i) lesson["steps"][1]["do"].push_back({{"select", "nothing"}});
    row("actions", QByteArray::fromStdString(lesson.dump()), "100001 elements");
  }

  void whatIsNoLessonIsRefusedWithItsPlace() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, words);
    const Sandbox sandbox;
    QFile file(sandbox.path(QStringLiteral("bad.lesson.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    file.close();
    const auto window = openWindow();
    QVERIFY(!window->openFile(file.fileName()));
    const QString told = window->messages().textOf(QStringLiteral("lesson"));
    QVERIFY2(told.contains(words), qPrintable(told));
    QVERIFY(window->learnMode().player().lesson() == nullptr);
    QVERIFY(!window->openFile(sandbox.path(QStringLiteral("missing.lesson.json"))));
  }

  /// Words of a stranger's lesson are words, not pages with pictures.
  void wordsAreNoMarkup() {
    const Sandbox sandbox;
    LessonJson lesson = small();
    lesson["title"] = "<b>Bold</b> & more";
    lesson["steps"][1]["question"]["answers"][0]["text"] = "<img src=x>R&D";
    const auto window = openWindow();
    QVERIFY(window->openFile(written(sandbox, lesson)));
    const auto* title =
        window->learnMode().panel().findChild<QLabel*>(QStringLiteral("lessonTitle"));
    QCOMPARE(title->textFormat(), Qt::PlainText);
    QTest::mouseClick(button(*window, QStringLiteral("lessonNext")), Qt::LeftButton);
    const auto* answer =
        window->learnMode().panel().findChild<QPushButton*>(QStringLiteral("lessonAnswer:0"));
    QCOMPARE(answer->text(), QStringLiteral("<img src=x>R&&D"));
    QVERIFY(!answer->toolTip().contains(QLatin1Char('<')));
  }
};

HOPSCOPE_TEST(LessonEditorTest)
#include "lesson_editor_test.moc"
