// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/core/issue.h"
#include "ui/lessons/lesson.h"

namespace hopscope {

/// What comes of a lesson when each of its tasks is done as "Do it for me" does it.
struct LessonTrial {
  /// What the lesson claims and the runs refute, by place in the file ("steps[2].until[0]"): a
  /// condition that does not hold, or held before anything was done; a question whose outcome none
  /// of the answers describes, or several; a number that a text has no value for.
  Issues issues;
  /// Warnings: conditions that speak of a run under way, which are not judged where they do not
  /// hold, as each run here is at its end; nor is then what the step asks.
  Issues passedOver;
  /// Of each step: the answer that describes the outcome; nothing where nothing is asked.
  std::vector<std::optional<std::size_t>> cameOut;
  bool complete = false;  ///< false where it was stopped
};

/// Plays a lesson without a window, with the runs it has there: same seeds, same numbers.
/// `stepping` hears of each step before it is played (0 based). After a stop request it ends within
/// some 20 ms of simulation, with what it has found so far.
LessonTrial tryLesson(const Lesson& lesson, const std::stop_token& stop = {},
                      const std::function<void(std::size_t step)>& stepping = {});

}  // namespace hopscope
