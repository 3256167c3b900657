// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace hopscope {

/// A text without the byte order mark that some editors put before it.
inline std::string_view withoutByteOrderMark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

}  // namespace hopscope
