// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/shell/walk_lesson.h"

#include <QAction>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <nlohmann/json.hpp>

#include "tests/ui/shell/window_support.h"
#include "ui/lessons/lesson_editor.h"
#include "ui/shell/actions.h"
#include "ui/shell/lesson_flows.h"

namespace hopscope::test {

QString writeLesson(MainWindow& window, const QString& file, const std::function<int(int)>& below,
                    QString& did) {
  window.actions().at("lesson.write")->trigger();
  LessonEditor* editor = window.lessonFlows().editor();
  if (editor == nullptr || !editor->isVisible()) return QStringLiteral("no lesson to write at");
  auto* steps = editor->findChild<QListWidget*>(QStringLiteral("lessonSteps"));
  for (int i = below(6); i >= 0; --i) {
    steps->setCurrentRow(below(steps->count()));
    const int many = steps->count();
    const LessonJson before = editor->lesson();
    switch (below(4)) {
      case 0:
        button(*editor, QStringLiteral("lessonAddStep"))
            ->findChild<QMenu*>()
            ->actions()
            .at(below(3))
            ->trigger();
        if (steps->count() != many + 1) return QStringLiteral("no step was added");
        break;
      case 1:
        if (steps->currentRow() == 0) break;
        button(*editor, QStringLiteral("lessonRemoveStep"))->click();
        if (steps->count() != many - 1) return QStringLiteral("no step was removed");
        button(*editor, QStringLiteral("lessonUndo"))->click();
        if (editor->lesson() != before) return QStringLiteral("another step came back");
        break;
      case 2:
        button(*editor, QStringLiteral("lessonStepDown"))->click();
        if (steps->count() != many) return QStringLiteral("a step is gone");
        break;
      default:
        for (QLineEdit* title : editor->findChildren<QLineEdit*>(QStringLiteral("lesson.title")))
          if (title->isVisible()) {
            title->setFocus();
            QTest::keyClicks(title, QStringLiteral("x"));
          }
        if (!editor->modified()) return QStringLiteral("what is typed is no change");
    }
  }
  const bool saves = below(2) == 0;
  did = saves ? QStringLiteral("saved") : QStringLiteral("discarded");
  const LessonJson written = editor->lesson();
  if (saves && !editor->saveTo(file)) return QStringLiteral("the lesson is not saved");
  if (editor->modified())
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard changes")); });
  editor->reject();
  if (editor->isVisible()) return QStringLiteral("the lesson stays");
  if (!saves) return {};
  if (!editor->openFile(file) || editor->lesson() != written)
    return QStringLiteral("another lesson was saved");
  editor->leave();
  return {};
}

}  // namespace hopscope::test
