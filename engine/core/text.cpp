// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/text.h"

#include <algorithm>

namespace hopscope {

namespace {

/// How many bytes at the beginning of a text (not empty) are one character of UTF-8; 0: none.
std::size_t characterAt(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < bytes) return 0;
  for (std::size_t at = 1; at < bytes; ++at)
    if ((byte(at) & 0xc0u) != 0x80u) return 0;
  // Longer than needed, a half of a pair of UTF-16, or beyond the last character.
  const unsigned second = byte(1);
  if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
      (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f))
    return 0;
  return bytes;
}

}  // namespace

std::string asUtf8(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t bytes = characterAt(text);
    result += bytes == 0 ? "\ufffd" : text.substr(0, bytes);
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return result;
}

bool isUtf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t bytes = characterAt(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

std::string clipped(std::string_view text, std::size_t longest) {
  const bool cut = text.size() > longest;
  std::size_t end = cut ? longest : text.size();
  const auto continues = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xc0u) == 0x80u;
  };
  while (cut && end > 0 && continues(end)) --end;
  std::string result;
  for (const char c : text.substr(0, end)) {
    const auto byte = static_cast<unsigned char>(c);
    result += byte < 0x20 || byte == 0x7f ? ' ' : c;
  }
  return asUtf8(cut ? result + "…" : result);
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::vector<std::string_view> charactersOf(std::string_view text) {
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u; };
  std::vector<std::string_view> characters;
  characters.reserve(text.size());
  while (!text.empty()) {
    std::size_t bytes = 1;
    while (bytes < std::min<std::size_t>(text.size(), 4) && continues(text[bytes])) ++bytes;
    characters.push_back(text.substr(0, bytes));
    text.remove_prefix(bytes);
  }
  return characters;
}

}  // namespace hopscope
