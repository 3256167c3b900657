// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTest>
#include <nlohmann/json.hpp>

#include "tests/ui/shell/window_support.h"
#include "ui/lessons/lesson_editor.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/shell/actions.h"
#include "ui/shell/learn_mode.h"
#include "ui/shell/lesson_flows.h"
#include "ui/shell/run_mode.h"

namespace hopscope::test {

inline LessonEditor& editorOf(MainWindow& window, const char* action = "lesson.write") {
  window.actions().at(action)->trigger();
  if (window.lessonFlows().editor() == nullptr) qFatal("there is no editor");
  return *window.lessonFlows().editor();
}

inline void typeInto(QWidget& in, const char* field, const QString& words) {
  // Head and step have fields of the same name: that of the page shown.
  QWidget* edit = nullptr;
  for (QWidget* each : in.findChildren<QWidget*>(QLatin1String(field)))
    if (each->isVisibleTo(&in)) edit = each;
  if (edit == nullptr) qFatal("no field %s", field);
  edit->setFocus();
  QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
  if (words.isEmpty()) QTest::keyClick(edit, Qt::Key_Delete);
  const QStringList lines = words.split(QLatin1Char('\n'));
  for (const QString& line : lines) {
    if (&line != &lines.front()) QTest::keyClick(edit, Qt::Key_Return);
    QTest::keyClicks(edit, line);
  }
}

inline void chooseStep(LessonEditor& editor, int row) {
  editor.findChild<QListWidget*>(QStringLiteral("lessonSteps"))->setCurrentRow(row);
}

inline QLabel* problemAt(LessonEditor& editor, const char* field) {
  // Head and step have fields of the same name: that of the page shown.
  for (QLabel* label :
       editor.findChildren<QLabel*>(QStringLiteral("lessonProblem.") + QLatin1String(field)))
    if (label->isVisible()) return label;
  return nullptr;
}

inline QString said(LessonEditor& editor) {
  return editor.findChild<QLabel*>(QStringLiteral("lessonMessage"))->text();
}

inline QString shownIn(MainWindow& window, const char* label) {
  return window.learnMode().panel().findChild<QLabel*>(QLatin1String(label))->text();
}

/// A lesson of two steps about the small mesh, whose second asks for the verdict.
inline LessonJson small(const char* claim = "accepted < 0.9") {
  LessonJson lesson = LessonJson::parse(R"({"schema": "hopscope.lesson/1", "title": "Small",
    "why": "It is short.", "minutes": 2,
    "design": {"schema": "hopscope.design/1", "name": "Mesh of a lesson",
      "topology": {"kind": "mesh", "dimensions": [4, 4]},
      "traffic": {"load": 0.2, "packet_flits": 4}, "run": {"warmup": 1000, "measure": 4000}},
    "steps": [{"title": "Look", "text": "It has {routers} routers.", "panel": "none"},
      {"title": "Run", "text": "Watch it.", "question": {"ask": "What comes out?", "answers": [
        {"text": "Stable", "when": ["verdict == stable"]},
        {"text": "Saturated", "when": ["verdict == saturated"]}]},
       "task": "Press **Run**.", "do": [{"run": true}], "until": ["run == finished"],
       "found": "It accepts {accepted:3}.", "panel": "inspector", "highlight": "run"}]})");
  lesson["steps"][1]["until"].push_back(claim);
  return lesson;
}

inline QString written(const Sandbox& sandbox, const LessonJson& lesson,
                       const QString& name = QStringLiteral("small.lesson.json")) {
  QFile file(sandbox.path(name));
  if (!file.open(QIODevice::WriteOnly)) qFatal("no file");
  file.write(QByteArray::fromStdString(lesson.dump(2)));
  return file.fileName();
}

/// From its first step to the answer that is given in the second.
inline void predict(MainWindow& window, int answer) {
  window.runMode().setSpeed(0);
  QTest::mouseClick(button(window, QStringLiteral("lessonNext")), Qt::LeftButton);
  auto* chosen = window.learnMode().panel().findChild<QPushButton*>(
      QStringLiteral("lessonAnswer:%1").arg(answer));
  QVERIFY(chosen != nullptr);
  QTRY_VERIFY(chosen->isVisible() && !chosen->visibleRegion().isEmpty());
  QTest::mouseClick(chosen, Qt::LeftButton);
  QVERIFY(!window.learnMode().player().questions());
}

}  // namespace hopscope::test
