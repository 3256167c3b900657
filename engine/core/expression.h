// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/sentence.h"

namespace hopscope {

/// What a name in a formula stands for: a number, a word, or nothing yet.
using ExpressionValue = std::variant<std::monostate, double, std::string>;
using ExpressionLookup = std::function<ExpressionValue(std::string_view name)>;

/// A small formula, as in lessons and studies: numbers, names such as `accepted`, `traffic.load` or
/// `before.latency`, the four operations and brackets.
class Expression {
 public:
  struct Node;

  /// Nothing where the text is no formula; `problem` then says why, in one sentence.
  static std::shared_ptr<const Expression> parse(std::string_view text, Sentence& problem);

  /// Nothing where a name has no value, a word meets an operation, or a division has no result.
  ExpressionValue value(const ExpressionLookup& lookup) const;
  /// All names have numbers, and yet there is no result: it divides by nothing, or a name stands
  /// for what does (NaN).
  bool isUndefined(const ExpressionLookup& lookup) const;
  const std::vector<std::string>& names() const { return names_; }

 private:
  friend class ExpressionParser;
  std::shared_ptr<const Node> root_;
  std::vector<std::string> names_;
};

/// "accepted < 0.6", "verdict == deadlocked": two formulas and < <= > >= == or !=. A single name on
/// the right of == and != is a word where the left side is one.
struct Condition {
  std::string text;
  std::shared_ptr<const Expression> left, right;  ///< right: null where it is one name
  std::string comparison;
  std::string word;

  static Condition parse(std::string_view text, Sentence& problem);
  /// False too where a side has no value.
  bool holds(const ExpressionLookup& lookup) const;
};

}  // namespace hopscope
