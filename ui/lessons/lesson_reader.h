// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/issue.h"
#include "ui/lessons/lesson.h"

namespace hopscope {

/// A place in a lesson's file, as what is wrong names it and as a JSON pointer.
struct LessonKey {
  std::string path, pointer;
};

struct LessonFile {
  std::optional<Lesson> lesson;             ///< nothing where there is an error
  Issues issues;                            ///< their path is "FILE: steps[2].until[0]"
  std::vector<LessonKey> unknownKeys = {};  ///< among them: of keys that no lesson has
};

/// Reads one lesson ("hopscope.lesson/1"). `file` names it in what is wrong. Every key, name,
/// setting, value and formula is checked, and that the designs can run.
LessonFile readLesson(std::string_view json, const std::string& file);

}  // namespace hopscope
