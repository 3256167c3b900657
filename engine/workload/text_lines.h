// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/core/byte_order_mark.h"

/// How files of commands and traces are taken apart: words of lines, and the numbers they are.
namespace hopscope {

/// Of one file no more errors are told: behind a wrong line the next ones seldom say more.
inline constexpr std::size_t kMostLineIssues = 20;

/// The whole text as a number; nothing where there is anything else, or where it does not fit.
template <typename Number>
std::optional<Number> numberIn(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Whether a word is that one. It costs less than a comparison of texts.
template <std::size_t kSize>
bool isWord(std::string_view word, const char (&what)[kSize]) {
  return word.size() == kSize - 1 && std::memcmp(word.data(), what, kSize - 1) == 0;
}

/// Replaces `words` by those of the line, which may be the first of its file.
inline void wordsIn(std::string_view line, std::vector<std::string_view>& words) {
  words.clear();
  line = withoutByteOrderMark(line);
  const auto isBlank = [](char c) { return c <= ' ' && (c == ' ' || c == '\t' || c == '\r'); };
  for (std::size_t at = 0; at < line.size();) {
    if (isBlank(line[at])) {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    while (end < line.size() && !isBlank(line[end])) ++end;
    words.push_back(line.substr(at, end - at));
    at = end;
  }
}

/// Takes the first line off a text, without its end.
inline std::string_view takeLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace hopscope
