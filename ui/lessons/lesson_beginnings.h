// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstddef>
#include <string>
#include <utility>

#include "engine/design/design.h"
#include "ui/lessons/lesson_words.h"

namespace hopscope {

/// What a new step has in it, to be written over.
enum class StepKind { reading, task, prediction };
LessonJson stepBeginning(StepKind kind);

/// A lesson about a network: a step to read, and one with a prediction and a run.
LessonJson lessonBeginning(const Design& design);
/// A design as a lesson has it.
LessonJson designPart(const Design& design);

/// Whether a document has the shape of a lesson, so that its parts can be shown and mended, be they
/// right or not: an object with a list of steps that are objects.
bool hasLessonShape(const LessonJson& json);

/// The text that an object has under a key; empty where there is none.
QString textOf(const LessonJson& object, const char* key);

/// Splits a place in a lesson, "steps[2].until[0]", into the step's number, 1 based, and the place
/// in the step. 0 and the whole of it for what belongs to no step.
std::pair<std::size_t, std::string> stepAndPlace(const std::string& path);

}  // namespace hopscope
