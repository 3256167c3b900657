// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson.h"

#include "ui/document/setting_edits.h"

namespace hopscope {

void applyTo(Design& design, const LessonAction& action) {
  if (action.kind == LessonAction::Kind::open) design = action.design;
  if (action.kind == LessonAction::Kind::set) setSetting(design, action.path, action.value);
}

Design designBefore(const Lesson& lesson, std::size_t step) {
  Design design = lesson.design;
  for (std::size_t s = 0; s < step && s < lesson.steps.size(); ++s)
    for (const LessonAction& action : lesson.steps[s].actions) applyTo(design, action);
  return design;
}

std::vector<std::string> lessonTexts(const Lesson& lesson) {
  std::vector<std::string> texts{lesson.title, lesson.why};
  const auto add = [&](const std::string& text) {
    if (!text.empty()) texts.push_back(text);
  };
  for (const LessonStep& step : lesson.steps) {
    for (const std::string* text : {&step.title, &step.text, &step.question.ask, &step.task,
                                    &step.button, &step.found, &step.caption})
      add(*text);
    for (const LessonQuestion::Answer& answer : step.question.answers) add(answer.text);
    for (const LessonTable::Column& column : step.figures.columns) add(column.title);
    for (const LessonTable::Row& row : step.figures.rows) {
      add(row.label);
      add(row.unit);
    }
  }
  return texts;
}

}  // namespace hopscope
