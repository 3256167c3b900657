// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/quoted_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace hopscope {

void appendQuoted(std::string& document, std::string_view text) {
  const auto isPlain = [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\';
  };
  if (std::any_of(text.begin(), text.end(),
                  [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) {
    document += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return;
  }
  document.reserve(document.size() + text.size() + text.size() / 16 + 16);
  document += '"';
  while (!text.empty()) {
    const auto end = std::find_if_not(text.begin(), text.end(), isPlain);
    const auto plain = static_cast<std::size_t>(end - text.begin());
    document += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    if (text.front() == '\n') {
      document += "\\n";
    } else {
      const std::string quoted = nlohmann::json(text.substr(0, 1)).dump();
      document.append(quoted, 1, quoted.size() - 2);
    }
    text.remove_prefix(1);
  }
  document += '"';
}

}  // namespace hopscope
