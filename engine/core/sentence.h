// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/core.h>

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace hopscope {

/// What is said, with its figures apart, so that it can be said in another language. Only
/// sentence() and registryWords() make one, none is made of plain text: so none is forgotten.
class Sentence {
 public:
  /// The words of a pattern in another language; the pattern itself where there are none.
  using Translate = std::function<std::string(const std::string& pattern)>;

  Sentence() = default;

  const std::string& english() const { return english_; }
  operator const std::string&() const { return english_; }
  bool empty() const { return english_.empty(); }

  /// The same in another language. A translated pattern may number its places, "{1} of {0}", and
  /// leave some out; one that cannot be filled is passed over for the English words. Reals get the
  /// reader's decimal sign; whole numbers may be ids and stay as they are.
  std::string said(const Translate& translate, const std::string& decimalSign = ".") const;

  bool operator==(const Sentence& other) const { return english_ == other.english_; }
  bool operator==(std::string_view words) const { return english_ == words; }

 private:
  template <typename... Arguments>
  friend Sentence sentence(fmt::format_string<Arguments...> pattern, Arguments&&... arguments);
  friend Sentence registryWords(const std::string& words);
  friend Sentence joined(const std::vector<Sentence>& parts, const std::string& between);

  struct Argument {
    const Sentence* nested;  ///< nullptr where it is no sentence itself
    bool real;
  };
  static Sentence made(fmt::string_view pattern, fmt::format_args values,
                       const std::vector<Argument>& arguments);
  static Argument argument(const Sentence& sentence) { return {&sentence, false}; }
  template <typename Value>
  static Argument argument(const Value&) {
    return {nullptr, std::is_floating_point_v<Value>};
  }

  std::string english_;
  std::string pattern_;              ///< empty for a figure or a name: nothing to translate
  bool row_ = false;                 ///< of joined(): a pattern without words
  bool real_ = false;                ///< a figure with a decimal sign
  std::vector<Sentence> arguments_;  ///< each formatted as its place in the pattern says
};

/// A sentence of a pattern, as fmt::format has it, and of what stands in its places: figures, names
/// and other sentences. The pattern is a literal; CONTRIBUTING.md says how they are collected.
template <typename... Arguments>
Sentence sentence(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
  return Sentence::made(pattern, fmt::make_format_args(arguments...),
                        {Sentence::argument(arguments)...});
}

/// Words of the engine's registry (a label, a choice) within a sentence; `hopscope-cli describe
/// --ts` lists them for translators.
Sentence registryWords(const std::string& words);

/// Sentences in one, with `between` (punctuation, the same in any language) between two.
Sentence joined(const std::vector<Sentence>& parts, const std::string& between);

}  // namespace hopscope

template <>
struct fmt::formatter<hopscope::Sentence> {
  constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }
  fmt::format_context::iterator format(const hopscope::Sentence& sentence,
                                       fmt::format_context& context) const;
};
