// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/text.h"

#include <algorithm>

namespace hopscope {

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
  return cut ? result + "…" : result;
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
