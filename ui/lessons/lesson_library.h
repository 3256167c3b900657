// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/lessons/lesson.h"

namespace hopscope {

/// The lessons that come with the program, in order. They are tested: one that can't be read is a
/// programming error.
const std::vector<Lesson>& lessons();

/// How far the user got, kept in the settings.
struct LessonProgress {
  bool done = false;        ///< was finished once
  std::size_t reached = 0;  ///< the step to go on with, 0 based
};

LessonProgress progressOf(const Lesson& lesson);
void setProgress(const Lesson& lesson, const LessonProgress& progress);

}  // namespace hopscope
