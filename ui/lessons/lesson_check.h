// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/core/issue.h"
#include "ui/lessons/lesson.h"
#include "ui/lessons/lesson_text.h"

namespace hopscope {

/// What is wrong with a lesson as a whole, each by its place in the file: settings and values that
/// do not exist, names that no condition knows, outcomes used before they are kept, designs that
/// can't run. Set actions get their values on the way.
Issues checkLesson(Lesson& lesson);

}  // namespace hopscope
