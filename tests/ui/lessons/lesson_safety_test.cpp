// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QListWidget>
#include <QPushButton>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/lessons/lesson_steps.h"
#include "tests/ui/shell/window_support.h"
#include "ui/lessons/lesson_draft.h"
#include "ui/lessons/lesson_editor.h"
#include "ui/lessons/lesson_file.h"
#include "ui/lessons/lesson_reader.h"
#include "ui/shell/message_bar.h"
#include "ui/words/engine_text.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

const QString kLost = QStringLiteral("lessonLost");

QByteArray heldBy(const QString& file) {
  QString problem;
  return readLessonBytes(file, problem);
}

void discardAndClose(LessonEditor& editor) {
  answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard changes")); });
  editor.close();
  QVERIFY(!editor.isVisible());
}

}  // namespace

/// What a teacher wrote is there after a crash, and another program's work is not overwritten.
class LessonSafetyTest : public QObject {
  Q_OBJECT

 private slots:
  void whatWasWrittenComesBackAfterACrash() {
    const Sandbox sandbox;
    const QString file = written(sandbox, small());
    {
      const auto window = openWindow();
      LessonEditor& editor = editorOf(*window);
      QVERIFY(editor.openFile(file));
      chooseStep(editor, 2);
      typeInto(editor, "lesson.found", QStringLiteral("Nearly lost."));
      // Nobody else is offered what is being written here.
      QTRY_VERIFY(window->lessonFlows().editor()->modified());
      QTest::qWait(0);
      QTRY_VERIFY(
          !QDir(qEnvironmentVariable("XDG_STATE_HOME") + QStringLiteral("/hopscope/lessons"))
               .entryList({QStringLiteral("*.draft")})
               .isEmpty());
      QVERIFY(lostLessons().empty());
    }  // as if the program had ended here
    QCOMPARE(lostLessons().size(), std::size_t{1});
    QVERIFY(!heldBy(file).contains("Nearly lost."));
    const auto window = openWindow();
    QVERIFY(window->messages().textOf(kLost).contains(QStringLiteral("Small")));
    pressMessage(*window, kLost, QStringLiteral("Go on writing"));
    LessonEditor& editor = *window->lessonFlows().editor();
    QVERIFY(editor.isVisible() && editor.modified());
    QVERIFY(editor.lesson()["steps"][1]["found"] == "Nearly lost.");
    QCOMPARE(editor.file(), file);
    QVERIFY(window->messages().textOf(kLost).isEmpty());
    QVERIFY(lostLessons().empty());
    QVERIFY(editor.save());
    QVERIFY(heldBy(file).contains("Nearly lost."));
    QVERIFY(editor.close());
    const auto next = openWindow();
    QVERIFY(next->messages().textOf(kLost).isEmpty());
  }

  /// What was saved or discarded is not offered; what was lost can be discarded for good.
  void whatMayGoIsNotOffered() {
    const Sandbox sandbox;
    const QString file = written(sandbox, small());
    for (const bool saves : {true, false}) {
      {
        const auto window = openWindow();
        LessonEditor& editor = editorOf(*window);
        QVERIFY(editor.openFile(file));
        typeInto(editor, "lesson.title", QStringLiteral("Another"));
        QTest::qWait(600);  // a copy is made, or not: it is gone either way
        if (saves)
          QVERIFY(editor.save());
        else
          typeInto(editor, "lesson.title", QStringLiteral("A third")), discardAndClose(editor);
      }
      QVERIFY(lostLessons().empty());
    }
    {
      const auto window = openWindow();
      typeInto(editorOf(*window), "lesson.title", QStringLiteral("Left behind"));
      QTRY_VERIFY(QDir(qEnvironmentVariable("XDG_STATE_HOME") + QStringLiteral("/hopscope/lessons"))
                      .entryList({QStringLiteral("*.draft")})
                      .size() == 1);
    }
    const auto window = openWindow();
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Keep it")); });
    pressMessage(*window, kLost, QStringLiteral("Discard…"));
    QVERIFY(!window->messages().textOf(kLost).isEmpty());
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard for good")); });
    pressMessage(*window, kLost, QStringLiteral("Discard…"));
    QVERIFY(window->messages().textOf(kLost).isEmpty());
    QVERIFY(lostLessons().empty());
  }

  void aFileThatChangedMeanwhileIsNotOverwrittenUnasked() {
    const Sandbox sandbox;
    const QString file = written(sandbox, small());
    const auto window = openWindow();
    LessonEditor& editor = editorOf(*window);
    QVERIFY(editor.openFile(file));
    typeInto(editor, "lesson.title", QStringLiteral("Mine"));
    QVERIFY(editor.save());  // nobody was there
    LessonJson theirs = small();
    theirs["title"] = "Theirs";
    written(sandbox, theirs);
    typeInto(editor, "lesson.title", QStringLiteral("Mine again"));
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Keep it")); });
    QVERIFY(!editor.save());
    QVERIFY(editor.modified());
    QVERIFY(heldBy(file).contains("Theirs"));
    // Both can be kept, and that is what is offered.
    const QString other = sandbox.path(QStringLiteral("other.lesson.json"));
    answerModal([&](QWidget* dialog) { typeFile(dialog, other); });
    QTest::mouseClick(button(editor, QStringLiteral("lessonVerb")), Qt::LeftButton);
    QVERIFY(heldBy(other).contains("Mine again") && heldBy(file).contains("Theirs"));
    QVERIFY(!editor.modified());
    // Or theirs is replaced.
    QVERIFY(editor.openFile(file));
    theirs["title"] = "Theirs once more";
    written(sandbox, theirs);
    typeInto(editor, "lesson.title", QStringLiteral("Mine at last"));
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Overwrite")); });
    QVERIFY(editor.save());
    QVERIFY(heldBy(file).contains("Mine at last"));
    // One that is gone is written again.
    QVERIFY(QFile::remove(file));
    typeInto(editor, "lesson.title", QStringLiteral("Anew"));
    QVERIFY(editor.save());
    QVERIFY(heldBy(file).contains("Anew"));
    QVERIFY(editor.close());
  }

  /// Keys that no lesson has, and so no field, go by one press, and come back by another.
  void unknownKeysCanBeTakenOut() {
    const Sandbox sandbox;
    LessonJson lesson = small();
    lesson["colour.of/it"] = "red";
    lesson["steps"][1]["hint"] = {1, 2};
    lesson["steps"][1]["question"]["answers"][0]["points"] = 3;
    const auto window = openWindow();
    LessonEditor& editor = editorOf(*window);
    QVERIFY(editor.openFile(written(sandbox, lesson)));
    auto* verb = static_cast<QPushButton*>(button(editor, QStringLiteral("lessonVerb")));
    const auto removes = [&](const char* key) {
      QTRY_VERIFY2(said(editor).contains(QLatin1String(key)), qPrintable(said(editor)));
      QTRY_COMPARE(verb->text(), QStringLiteral("Remove it"));
      QTest::mouseClick(verb, Qt::LeftButton);
    };
    removes("colour.of/it");
    QTest::mouseClick(button(editor, QStringLiteral("lessonUndo")), Qt::LeftButton);
    QVERIFY(editor.lesson()["colour.of/it"] == "red");
    removes("colour.of/it");
    removes("hint");
    removes("points");
    QTRY_VERIFY2(said(editor).contains(QStringLiteral("can be played")), qPrintable(said(editor)));
    const auto mended = nlohmann::json::parse(editor.lesson().dump());
    QVERIFY(mended == nlohmann::json::parse(small().dump()));
    discardAndClose(editor);
  }

  /// What a formula lacks is said in the reader's language as all else is.
  void formulasAreRefusedInOneLanguage() {
    LessonJson lesson = small("(accepted < 1");
    const LessonFile read = readLesson(lesson.dump(), {});
    QVERIFY(!read.issues.empty());
    const auto shout = [](const std::string& pattern) { return "⟦" + pattern + "⟧"; };
    const std::string remedy = read.issues.front().remedy.said(shout);
    QCOMPARE(QString::fromStdString(remedy), QStringLiteral("⟦A bracket is not closed.⟧"));
    lesson = small();
    lesson["steps"][0]["text"] = "It has {routers:x} routers.";
    const LessonFile text = readLesson(lesson.dump(), {});
    QVERIFY(!text.issues.empty());
    QVERIFY(text.issues.front().remedy.said(shout).rfind("⟦\"{}\" is no format", 0) == 0 ||
            text.issues.front().remedy.said(shout).rfind("⟦\"x\" is no format", 0) == 0);
  }

  /// Desktops know what the files are and open them.
  void filesHaveTypes() {
    QFile types(QStringLiteral(HOPSCOPE_SOURCE_DIR "/packaging/hopscope-mime.xml"));
    QFile entry(QStringLiteral(HOPSCOPE_SOURCE_DIR "/packaging/hopscope.desktop"));
    QVERIFY(types.open(QIODevice::ReadOnly) && entry.open(QIODevice::ReadOnly));
    const QByteArray all = types.readAll(), desktop = entry.readAll();
    QVERIFY(all.contains(QByteArray("pattern=\"*") + kLessonEnding + '"'));
    QVERIFY(all.contains("pattern=\"*.hopscope\""));
    int known = 0;
    for (const QByteArray& line : all.split('\n'))
      if (const auto at = line.indexOf("<mime-type type=\""); at >= 0) {
        const QByteArray type = line.mid(at + 17, line.indexOf('"', at + 17) - at - 17);
        QVERIFY2(desktop.contains(type + ';'), type.constData());
        ++known;
      }
    QCOMPARE(known, 2);
  }
};

HOPSCOPE_TEST(LessonSafetyTest)
#include "lesson_safety_test.moc"
