// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/issue.h"

namespace hopscope::formats {

/// A word of the DOT language (graphviz.org/doc/info/lang.html).
struct DotToken {
  enum class Kind : std::uint8_t {
    end,
    id,      ///< a name, number, quoted or HTML string
    edge,    ///< -- or ->, in `text`
    symbol,  ///< one of { } [ ] = ; , : in `text`
  };
  Kind kind = Kind::end;
  std::string text;
  bool quoted = false;  ///< no keyword, whatever it says
  std::size_t line = 1;

  bool is(char symbol) const { return kind == Kind::symbol && text[0] == symbol; }
};

/// Cuts a text into words. Bytes above 127 are letters, whatever the encoding.
class DotLexer {
 public:
  explicit DotLexer(std::string_view text) : rest_(text) {}

  /// The next word; after an error, and at the end of the text, `end`.
  DotToken next();
  const std::optional<Issue>& error() const { return error_; }

 private:
  void skipBlanks();
  void advance(std::size_t count);
  DotToken quoted();
  DotToken html();
  DotToken refuse(Sentence text, Sentence remedy);

  std::string_view rest_;
  std::size_t line_ = 1;
  bool atLineStart_ = true;
  std::optional<Issue> error_;
};

}  // namespace hopscope::formats
