// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/expression.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "engine/core/not_a_number.h"
#include "engine/core/text.h"

namespace hopscope {

struct Expression::Node {
  char kind = 'n';  ///< 'n' a number, 'v' a name, else the operation
  double number = 0;
  std::string name;
  std::shared_ptr<const Node> left, right;
};

namespace {

constexpr int kDeepest = 50;  // brackets within brackets; it comes from files

bool isNumeral(char c) {
  return c >= '0' && c <= '9';
}
bool isNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isNamePart(char c) {
  return isNameStart(c) || isNumeral(c) || c == '.';
}

std::string_view withoutSpaces(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// NaN where all that it needs is there, and a division has no result.
ExpressionValue valueOf(const Expression::Node& node, const ExpressionLookup& lookup) {
  if (node.kind == 'n') return node.number;
  if (node.kind == 'v') return lookup(node.name);
  const ExpressionValue left = valueOf(*node.left, lookup), right = valueOf(*node.right, lookup);
  const auto* a = std::get_if<double>(&left);
  const auto* b = std::get_if<double>(&right);
  if (a == nullptr || b == nullptr) return {};
  const double result = node.kind == '+'   ? *a + *b
                        : node.kind == '-' ? *a - *b
                        : node.kind == '*' ? *a * *b
                                           : *a / *b;
  return std::isfinite(result) ? result : kNan;
}

}  // namespace

/// Recursive descent; `problem_` keeps the first thing that is wrong.
class ExpressionParser {
 public:
  using Node = Expression::Node;
  using NodePtr = std::shared_ptr<const Node>;

  explicit ExpressionParser(std::string_view text) : text_(text) {}

  std::shared_ptr<const Expression> parse(Sentence& problem) {
    auto made = std::make_shared<Expression>();
    made->root_ = sum(0);
    skip();
    if (problem_.empty() && at_ < text_.size())
      problem_ = sentence("There is something after its end: \"{}\".",
                          clipped(std::string(text_.substr(at_))));
    problem = problem_;
    if (!problem_.empty()) return nullptr;
    made->names_ = names_;
    return made;
  }

 private:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  char peek() {
    skip();
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  NodePtr chain(int depth, char first, char second, NodePtr (ExpressionParser::*part)(int)) {
    NodePtr left = (this->*part)(depth);
    while (problem_.empty() && (peek() == first || peek() == second)) {
      auto node = std::make_shared<Node>();
      node->kind = text_[at_++];
      node->left = left;
      node->right = (this->*part)(depth);
      left = node;
    }
    return left;
  }
  NodePtr sum(int depth) { return chain(depth, '+', '-', &ExpressionParser::product); }
  NodePtr product(int depth) { return chain(depth, '*', '/', &ExpressionParser::atom); }

  NodePtr atom(int depth) {
    auto node = std::make_shared<Node>();
    const char next = peek();
    if (next == '(' && depth < kDeepest) {
      ++at_;
      NodePtr inner = sum(depth + 1);
      if (problem_.empty() && peek() != ')') problem_ = sentence("A bracket is not closed.");
      ++at_;
      return inner;
    }
    if (isNumeral(next)) {
      const char* begin = text_.data() + at_;
      const char* end = text_.data() + text_.size();
      const auto [stop, error] = std::from_chars(begin, end, node->number);
      if (error != std::errc()) problem_ = sentence("A number can't be read.");
      at_ += static_cast<std::size_t>(stop - begin);
      return node;
    }
    if (isNameStart(next)) {
      node->kind = 'v';
      while (at_ < text_.size() && isNamePart(text_[at_])) node->name += text_[at_++];
      names_.push_back(node->name);
      return node;
    }
    if (problem_.empty())
      problem_ = next == '\0' ? sentence("A number or a name is missing at its end.")
                              : sentence("A number or a name is missing before \"{}\".",
                                         clipped(std::string(text_.substr(at_))));
    return node;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Sentence problem_;
  std::vector<std::string> names_;
};

std::shared_ptr<const Expression> Expression::parse(std::string_view text, Sentence& problem) {
  return ExpressionParser(text).parse(problem);
}

ExpressionValue Expression::value(const ExpressionLookup& lookup) const {
  const ExpressionValue value = valueOf(*root_, lookup);
  const auto* number = std::get_if<double>(&value);
  return number != nullptr && std::isnan(*number) ? ExpressionValue() : value;
}

bool Expression::isUndefined(const ExpressionLookup& lookup) const {
  const ExpressionValue value = valueOf(*root_, lookup);
  const auto* number = std::get_if<double>(&value);
  return number != nullptr && std::isnan(*number);
}

Condition Condition::parse(std::string_view text, Sentence& problem) {
  Condition condition;
  condition.text = std::string(text);
  static constexpr std::array<const char*, 6> kComparisons{"<=", ">=", "==", "!=", "<", ">"};
  std::size_t at = std::string_view::npos;
  for (const char* comparison : kComparisons) {
    at = text.find(comparison);
    if (at == std::string_view::npos) continue;
    condition.comparison = comparison;
    break;
  }
  if (at == std::string_view::npos) {
    problem = sentence("It compares nothing; <, <=, >, >=, == or != belongs in it.");
    return condition;
  }
  condition.left = Expression::parse(text.substr(0, at), problem);
  if (!problem.empty()) return condition;
  const std::string_view right = withoutSpaces(text.substr(at + condition.comparison.size()));
  const bool equality = condition.comparison == "==" || condition.comparison == "!=";
  if (equality && !right.empty() && isNameStart(right.front()) &&
      right.find_first_of("+-*/(). ") == std::string_view::npos) {
    condition.word = std::string(right);
    return condition;
  }
  condition.right = Expression::parse(right, problem);
  return condition;
}

bool Condition::holds(const ExpressionLookup& lookup) const {
  const ExpressionValue a = left->value(lookup);
  if (const auto* said = std::get_if<std::string>(&a))
    return !right && (*said == word) == (comparison == "==");
  // A single name may be a number's as well as a word.
  const ExpressionValue b = right ? right->value(lookup) : lookup(word);
  const auto* x = std::get_if<double>(&a);
  const auto* y = std::get_if<double>(&b);
  if (x == nullptr || y == nullptr || std::isnan(*y)) return false;
  if (comparison == "<") return *x < *y;
  if (comparison == "<=") return *x <= *y;
  if (comparison == ">") return *x > *y;
  if (comparison == ">=") return *x >= *y;
  // What is typed as 0.6 and stored as a double is 0.6.
  const bool same = std::abs(*x - *y) <= 1e-9 * std::max(1.0, std::abs(*y));
  return same == (comparison == "==");
}

}  // namespace hopscope
