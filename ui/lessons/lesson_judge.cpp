// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_judge.h"

#include <utility>

namespace hopscope {

LessonJudge::LessonJudge(QObject* parent) : QObject(parent) {
  pool_.setMaxThreadCount(1);
}

LessonJudge::~LessonJudge() {
  drop();
  pool_.waitForDone();
}

void LessonJudge::drop() {
  stop_.request_stop();
  ++asked_;
  running_ = false;
}

void LessonJudge::ask(std::string json, bool runs) {
  drop();
  stop_ = std::stop_source();
  running_ = runs;
  pool_.start([this, json = std::move(json), runs, asked = asked_, stop = stop_.get_token()] {
    if (stop.stop_requested()) return;
    LessonJudgement found;
    const LessonFile read = readLesson(json, {});
    found.issues = read.issues;
    found.unknownKeys = read.unknownKeys;
    if (read.lesson) {
      found.steps = read.lesson->steps.size();
      if (runs)
        found.trial = tryLesson(*read.lesson, stop, [this, asked](std::size_t step) {
          QMetaObject::invokeMethod(this, [this, asked, step] {
            if (asked == asked_) emit stepping(static_cast<int>(step));
          });
        });
    }
    QMetaObject::invokeMethod(this, [this, asked, found = std::move(found)] {
      if (asked != asked_) return;
      running_ = false;
      emit judged(found);
    });
  });
}

}  // namespace hopscope
