// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hopscope {

/// At most `longest` bytes of a text somebody else wrote, for a message: cut at a character of
/// UTF-8 and marked with "…", control characters as spaces, what is no UTF-8 as U+FFFD.
std::string clipped(std::string_view text, std::size_t longest = 60);

/// A text somebody else wrote as UTF-8: what is none stands as U+FFFD. Never throws for what the
/// text is.
std::string asUtf8(std::string_view text);

bool isUtf8(std::string_view text);

/// A text with a capital for its first letter, as a sentence begins.
std::string capitalised(std::string text);

/// The characters of a text in UTF-8, of at most four bytes each, whatever the text is.
std::vector<std::string_view> charactersOf(std::string_view text);

}  // namespace hopscope
