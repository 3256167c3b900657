// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace hopscope {

/// What a name in a lesson stands for: a number, a word, or nothing yet.
using LessonValue = std::variant<std::monostate, double, std::string>;
using LessonLookup = std::function<LessonValue(std::string_view name)>;

/// A small formula of a lesson: numbers, names such as `accepted`, `traffic.load` or
/// `before.latency`, the four operations and brackets.
class LessonExpression {
 public:
  struct Node;

  /// Nothing where the text is no formula; `problem` then says why, in one sentence.
  static std::shared_ptr<const LessonExpression> parse(std::string_view text, std::string& problem);

  /// Nothing where a name has no value, a word meets an operation, or a division has no result.
  LessonValue value(const LessonLookup& lookup) const;
  const std::vector<std::string>& names() const { return names_; }

 private:
  friend class LessonParser;
  std::shared_ptr<const Node> root_;
  std::vector<std::string> names_;
};

/// "accepted < 0.6", "verdict == deadlocked": two formulas and < <= > >= == or !=. A single name on
/// the right of == and != is a word where the left side is one.
struct LessonCondition {
  std::string text;
  std::shared_ptr<const LessonExpression> left, right;  ///< right: null where it is one name
  std::string comparison;
  std::string word;

  static LessonCondition parse(std::string_view text, std::string& problem);
  /// False too where a side has no value.
  bool holds(const LessonLookup& lookup) const;
};

}  // namespace hopscope
