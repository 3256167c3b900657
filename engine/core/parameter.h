// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/issue.h"
#include "engine/core/value.h"

namespace hopscope {

enum class ParameterType {
  boolean,
  integer,
  real,
  integers,  ///< a list of integers, each within [minimum, maximum]
  choice,    ///< text, one of `choices`
  text,      ///< words, which their owner checks; a document may list them
  classes,   ///< the classes of a traffic mix as text; a document lists them
  cycles,    ///< a duration in cycles, or text with a unit ("90 ns")
  flits,     ///< a size in flits, or text with a unit ("18 KB")
};

/// One of the names a choice allows.
struct ParameterChoice {
  std::string name;   ///< as it stands in files
  std::string label;  ///< as it stands on the screen
};

/// Another setting, and the choices of it with which something has an effect.
struct EffectCondition {
  std::string path;
  std::vector<std::string> choices;
};

/// A parameter is declared once; JSON validation, the command line's help, the property panel and
/// the documentation are generated from it.
struct Parameter {
  std::string name;   ///< relative to its owner, dots for nesting: "buffers.local"
  std::string label;  ///< on the screen: "Local buffer"
  ParameterType type = ParameterType::integer;
  Value fallback = std::int64_t{0};  ///< the default
  double minimum = 0;                ///< inclusive, for numbers
  double maximum = 0;                ///< inclusive, for numbers; of classes, for packet sizes
  std::string unit;                  ///< "cycles", "flits", "GHz" or empty
  std::string help;                  ///< one line
  std::vector<ParameterChoice> choices;
  /// Names that may stand in place of a number: "mser5".
  std::vector<ParameterChoice> keywords;
  bool perRouter = false;  ///< may differ from router to router (`overrides`)
  /// Where it has an effect; nothing: everywhere.
  std::optional<EffectCondition> onlyWhere;
};

/// Is the value one of the parameter's keywords?
bool isKeyword(const Parameter& parameter, const Value& value);

/// What is wrong with `value` for this parameter; `path` is where it stands.
std::optional<Issue> check(const Parameter& parameter, const Value& value, const std::string& path);

/// Reads what a person typed for this parameter, and checks it.
std::variant<Value, Issue> parseValue(const Parameter& parameter, std::string_view text,
                                      const std::string& path);

/// "2 to 64 flits", "lru, fifo or random": what is allowed, in words.
Sentence allowed(const Parameter& parameter);

/// The defaults of all of them, by name.
Values defaultsOf(const std::vector<Parameter>& parameters);

}  // namespace hopscope
