// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/formats/dot_lexer.h"

#include <algorithm>

#include "engine/core/text.h"
#include "engine/topology/formats/formats.h"

namespace hopscope::formats {
namespace {

constexpr std::size_t kLongestString = 10'000;

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) > 127;
}

}  // namespace

void DotLexer::advance(std::size_t count) {
  line_ += static_cast<std::size_t>(
      std::count(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(count), '\n'));
  rest_.remove_prefix(count);
}

void DotLexer::skipBlanks() {
  for (;;) {
    const std::size_t blanks = std::min(rest_.find_first_not_of(" \t\r\n\f\v"), rest_.size());
    if (rest_.substr(0, blanks).find('\n') != std::string_view::npos) atLineStart_ = true;
    advance(blanks);
    if (rest_.empty()) return;
    // A line that begins with # is a preprocessor's.
    if (rest_.substr(0, 2) == "//" || (atLineStart_ && rest_[0] == '#')) {
      advance(std::min(rest_.find('\n'), rest_.size()));
    } else if (rest_.substr(0, 2) == "/*") {
      const std::size_t end = rest_.find("*/", 2);
      if (end == std::string_view::npos) {
        refuse(sentence("A comment does not end."), sentence("Close it with */."));
        return;
      }
      advance(end + 2);
    } else {
      return;
    }
  }
}

DotToken DotLexer::refuse(Sentence text, Sentence remedy) {
  if (!error_) error_ = errorAt(line_, std::move(text), std::move(remedy));
  rest_ = {};
  DotToken token;
  token.line = line_;
  return token;
}

DotToken DotLexer::next() {
  skipBlanks();
  atLineStart_ = false;
  DotToken token;
  token.line = line_;
  if (rest_.empty()) return token;
  const char c = rest_[0];
  if (c == '"') return quoted();
  if (c == '<') return html();
  if (rest_.substr(0, 2) == "--" || rest_.substr(0, 2) == "->") {
    token.kind = DotToken::Kind::edge;
    token.text = std::string(rest_.substr(0, 2));
    advance(2);
    return token;
  }
  if (std::string_view("{}[]=;,:").find(c) != std::string_view::npos) {
    token.kind = DotToken::Kind::symbol;
    token.text = c;
    advance(1);
    return token;
  }
  std::size_t length = 0;
  if (isLetter(c)) {
    while (length < rest_.size() && (isLetter(rest_[length]) || isDigit(rest_[length]))) ++length;
  } else {
    if (c == '-') ++length;
    while (length < rest_.size() && (isDigit(rest_[length]) || rest_[length] == '.')) ++length;
    if (length == (c == '-' ? 1u : 0u))
      return refuse(sentence("\"{}\" is not expected here.", clipped(rest_.substr(0, 1))),
                    sentence("Other names than letters, digits and _ stand in quotation marks."));
  }
  if (length > kLongestString)
    return refuse(sentence("A name is too long."), sentence("At most {} bytes.", kLongestString));
  token.kind = DotToken::Kind::id;
  token.text = rest_.substr(0, length);
  advance(length);
  return token;
}

/// A backslash keeps a quotation mark or itself from meaning anything; \n is a new line, one
/// before a line's end joins the lines. Strings joined by + are one.
DotToken DotLexer::quoted() {
  DotToken token;
  token.kind = DotToken::Kind::id;
  token.quoted = true;
  token.line = line_;
  for (;;) {
    std::size_t i = 1;
    while (i < rest_.size() && rest_[i] != '"' && token.text.size() <= kLongestString) {
      if (rest_[i] != '\\' || i + 1 >= rest_.size()) {
        token.text += rest_[i++];
        continue;
      }
      const char escaped = rest_[i + 1];
      if (escaped == 'n')
        token.text += '\n';
      else if (escaped == '"' || escaped == '\\')
        token.text += escaped;
      else if (escaped != '\n')
        token.text += {'\\', escaped};
      i += 2;
    }
    if (token.text.size() > kLongestString)
      return refuse(sentence("A text is too long."), sentence("At most {} bytes.", kLongestString));
    if (i >= rest_.size())
      return refuse(sentence("A text in quotation marks does not end."),
                    sentence("Close it with a quotation mark."));
    advance(i + 1);
    skipBlanks();
    if (rest_.empty() || rest_[0] != '+') return token;
    advance(1);
    skipBlanks();
    if (rest_.empty() || rest_[0] != '"')
      return refuse(sentence("After + stands no text in quotation marks."),
                    sentence("Quote what is to be joined."));
  }
}

DotToken DotLexer::html() {
  DotToken token;
  token.kind = DotToken::Kind::id;
  token.quoted = true;
  token.line = line_;
  std::size_t depth = 0;
  std::size_t i = 0;
  do {
    if (i >= rest_.size())
      return refuse(sentence("An HTML text does not end."), sentence("Close it with >."));
    if (rest_[i] == '<') ++depth;
    if (rest_[i] == '>') --depth;
    ++i;
  } while (depth > 0);
  if (i > kLongestString)
    return refuse(sentence("A text is too long."), sentence("At most {} bytes.", kLongestString));
  token.text = rest_.substr(1, i - 2);
  advance(i);
  return token;
}

}  // namespace hopscope::formats
