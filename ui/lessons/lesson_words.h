// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace hopscope {

/// A lesson as its file has it, its keys in their order.
using LessonJson = nlohmann::ordered_json;

/// How a part of a lesson is typed in a field.
enum class LessonWords {
  text,        ///< as it is
  number,      ///< a whole number
  conditions,  ///< a line each, or with ; between them
  actions,     ///< a line each: "traffic.load = 0.4", "run", "select hottest_link", "open {…}"
  columns,     ///< "4 flits = idle | 16 flits": of figures, with the outcome that one is of
  rows,        ///< a line each: "Latency | latency:1 | cycles"
};

/// What a field shows of a part. What no such words exist for is shown as JSON, which is read, too.
std::string wordsOf(LessonWords kind, const LessonJson& part);
/// The part that was typed; what can't be meant so is made such that reading the lesson tells. Null
/// where nothing was typed.
LessonJson partOf(LessonWords kind, const std::string& words);

}  // namespace hopscope
