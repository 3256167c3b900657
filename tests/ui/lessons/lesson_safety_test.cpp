// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
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

const QString kNotRestored = QStringLiteral("lessonNotRestored");

QByteArray heldBy(const QString& file) {
  QString problem;
  return readLessonBytes(file, problem);
}

QDir draftFolder() {
  return QDir(qEnvironmentVariable("XDG_STATE_HOME") + QStringLiteral("/hopscope/lessons"));
}

/// The names of the recovery copies of lessons, or of their locks.
QStringList drafts(const char* ending = ".draft") {
  return draftFolder().entryList({QStringLiteral("*") + QLatin1String(ending)}, QDir::Files);
}

/// There is one copy, and those words are in it.
bool draftHolds(const char* words) {
  const QStringList all = drafts();
  return all.size() == 1 && heldBy(draftFolder().filePath(all.front())).contains(words);
}

/// As if the program had ended while a lesson of that title was being written.
void leaveBehind(const QString& title) {
  const auto window = openWindow();
  typeInto(editorOf(*window), "lesson.title", title);
  QTRY_VERIFY(draftHolds(title.toUtf8().constData()));
}

/// The key of the message that offers the lost lesson of that title; empty where there is none.
QString offerOf(MainWindow& window, const QString& title) {
  constexpr int kMost = 9;
  for (int number = 1; number <= kMost; ++number) {
    const QString key = QStringLiteral("lessonLost%1").arg(number);
    if (window.messages().textOf(key).contains(title)) return key;
  }
  return {};
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
      QVERIFY(editor.modified());
      QTRY_VERIFY(draftHolds("Nearly lost."));
      QVERIFY(lostLessons().empty());
    }  // as if the program had ended here
    QCOMPARE(lostLessons().size(), std::size_t{1});
    QVERIFY(!heldBy(file).contains("Nearly lost."));
    const auto window = openWindow();
    const QString title = QStringLiteral("Small");
    pressMessage(*window, offerOf(*window, title), QStringLiteral("Go on writing"));
    LessonEditor& editor = *window->lessonFlows().editor();
    QVERIFY(editor.isVisible() && editor.modified());
    QVERIFY(editor.lesson()["steps"][1]["found"] == "Nearly lost.");
    QCOMPARE(editor.file(), file);
    QVERIFY(offerOf(*window, title).isEmpty());
    QVERIFY(lostLessons().empty());
    QVERIFY(editor.save());
    QVERIFY(heldBy(file).contains("Nearly lost."));
    QVERIFY(editor.close());
    const auto next = openWindow();
    QVERIFY(offerOf(*next, title).isEmpty());
  }

  /// Two windows offer the same copy; who comes second is told, and shown nothing to write in vain.
  void aCopyBelongsToTheWindowThatTookItFirst() {
    const Sandbox sandbox;
    const QString title = QStringLiteral("Wanted twice");
    leaveBehind(title);
    const auto first = openWindow();
    const auto second = openWindow();
    const auto third = openWindow();
    QVERIFY(editorOf(*third).close());  // its forms are those of a lesson that was left
    pressMessage(*first, offerOf(*first, title), QStringLiteral("Go on writing"));
    const LessonEditor& taken = *first->lessonFlows().editor();
    QVERIFY(taken.isVisible());
    QVERIFY(taken.lesson()["title"] == "Wanted twice");
    for (MainWindow* late : {second.get(), third.get()}) {
      pressMessage(*late, offerOf(*late, title), QStringLiteral("Go on writing"));
      const LessonEditor* editor = late->lessonFlows().editor();
      QVERIFY(editor == nullptr || !editor->isVisible());
      QVERIFY(late->messages().textOf(kNotRestored).contains(QStringLiteral("Another window")));
      QVERIFY(offerOf(*late, title).isEmpty());
      // What is written there next is a lesson.
      QVERIFY(editorOf(*late).lesson().is_object());
    }
  }

  /// What can't be read is offered until it is discarded, beside what can.
  void aBrokenCopyHidesNoOther() {
    const Sandbox sandbox;
    const QString whole = QStringLiteral("Whole"), broken = QStringLiteral("Broken");
    leaveBehind(whole);
    QFile file(draftFolder().filePath(QStringLiteral("broken.draft")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"title\": \"Broken\", \"changed\": \"2026-01-02T03:04:05Z\"}\n{\"steps\": 3}");
    file.close();
    QCOMPARE(lostLessons().size(), std::size_t{2});
    const auto window = openWindow();
    pressMessage(*window, offerOf(*window, broken), QStringLiteral("Go on writing"));
    QVERIFY(window->messages().textOf(kNotRestored).contains(QStringLiteral("can't be read")));
    LessonEditor& editor = *window->lessonFlows().editor();
    QVERIFY(!editor.isVisible());
    QVERIFY(!offerOf(*window, whole).isEmpty());
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard for good")); });
    pressMessage(*window, offerOf(*window, broken), QStringLiteral("Discard…"));
    QVERIFY(offerOf(*window, broken).isEmpty());
    QCOMPARE(lostLessons().size(), std::size_t{1});
    pressMessage(*window, offerOf(*window, whole), QStringLiteral("Go on writing"));
    QVERIFY(editor.isVisible());
    QVERIFY(editor.lesson()["title"] == "Whole");
    QVERIFY(window->messages().textOf(kNotRestored).isEmpty());
  }

  /// A simulation may be what the program ends by: what was typed is kept before one begins.
  void whatRunsIsKeptFirst() {
    for (const char* verb : {"lessonPreview", "lessonCheck"}) {
      const Sandbox sandbox;
      const auto window = openWindow();
      LessonEditor& editor = editorOf(*window);
      QVERIFY(editor.openFile(written(sandbox, small())));
      typeInto(editor, "lesson.title", QStringLiteral("Run at once"));
      QTest::mouseClick(button(editor, QLatin1String(verb)), Qt::LeftButton);
      QTRY_VERIFY2(draftHolds("Run at once"), verb);
    }
  }

  void locksGoWithTheirCopies() {
    const Sandbox sandbox;
    const QDir folder = draftFolder();
    QVERIFY(folder.mkpath(QStringLiteral(".")));
    const LostLesson gone{folder.filePath(QStringLiteral("gone.draft")), {}, {}, {}, {}};
    LessonDraft own;
    QVERIFY(!own.adopt(gone).has_value());
    discardLost(gone);
    QCOMPARE(drafts(".lock"), QStringList());
    QFile orphan(folder.filePath(QStringLiteral("orphan.draft.lock")));
    QVERIFY(orphan.open(QIODevice::WriteOnly));
    orphan.close();
    own.keep("{}", gone);
    QTRY_COMPARE(drafts().size(), 1);
    QVERIFY(lostLessons().empty());
    QCOMPARE(drafts(".lock"), QStringList{drafts().front() + QStringLiteral(".lock")});
    own.drop();
    QCOMPARE(drafts(".lock"), QStringList());
  }

  /// However long its title is, a copy is found; and its lock is open for writing, without which
  /// NFS grants none that excludes others.
  void aCopyIsFoundAndHeld() {
    const Sandbox sandbox;
    {
      LessonDraft left;
      left.keep("{}", {{}, QString(100'000, QLatin1Char('x')), {}, {}, {}});
    }
    const std::vector<LostLesson> lost = lostLessons();
    QCOMPARE(lost.size(), std::size_t{1});
    QVERIFY(lost.front().title.startsWith(QStringLiteral("xxx")));
    LessonDraft own;
    QVERIFY(own.adopt(lost.front()) == std::string("{}"));
    int locks = 0;
    const QFileInfoList handles =
        QDir(QStringLiteral("/proc/self/fd"))
            .entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::System);
    for (const QFileInfo& each : handles) {
      if (!each.symLinkTarget().endsWith(QStringLiteral(".draft.lock"))) continue;
      QCOMPARE(::fcntl(each.fileName().toInt(), F_GETFL) & O_ACCMODE, O_RDWR);
      ++locks;
    }
    QCOMPARE(locks, 1);
    own.drop();
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
        typeInto(editor, "lesson.title",
                 saves ? QStringLiteral("Another") : QStringLiteral("A third"));
        QTRY_COMPARE(drafts().size(), 1);
        if (saves)
          QVERIFY(editor.save());
        else
          discardAndClose(editor);
        QCOMPARE(drafts().size(), 0);
      }
      QVERIFY(lostLessons().empty());
    }
    const QString title = QStringLiteral("Left behind");
    leaveBehind(title);
    const auto window = openWindow();
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Keep it")); });
    pressMessage(*window, offerOf(*window, title), QStringLiteral("Discard…"));
    QVERIFY(!offerOf(*window, title).isEmpty());
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard for good")); });
    pressMessage(*window, offerOf(*window, title), QStringLiteral("Discard…"));
    QVERIFY(offerOf(*window, title).isEmpty());
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

  /// Wherever their step moved before one is taken out, or after.
  void whatWasTakenOutComesBackToItsStep() {
    const Sandbox sandbox;
    LessonJson lesson = small();
    const LessonJson hint = LessonJson::array({1, 2});
    lesson["steps"][1]["hint"] = hint;
    const auto window = openWindow();
    LessonEditor& editor = editorOf(*window);
    QVERIFY(editor.openFile(written(sandbox, lesson)));
    const auto presses = [&](const char* name) {
      QTest::mouseClick(button(editor, QLatin1String(name)), Qt::LeftButton);
    };
    const auto hints = [&](std::size_t step) {
      return editor.lesson()["steps"][step].contains("hint");
    };
    QTRY_COMPARE(button(editor, QStringLiteral("lessonVerb"))->text(), QStringLiteral("Remove it"));
    chooseStep(editor, 2);
    presses("lessonStepUp");
    QVERIFY(hints(0) && !hints(1));
    presses("lessonVerb");
    QVERIFY(!hints(0) && !hints(1));
    presses("lessonStepDown");
    presses("lessonUndo");
    QVERIFY(!hints(0) && hints(1));
    QVERIFY(editor.lesson()["steps"][1]["hint"] == hint);
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
