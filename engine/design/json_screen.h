// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "engine/core/issue.h"

namespace hopscope {

/// The largest document that is read.
inline constexpr std::size_t kMaxDocumentBytes = 64u << 20;

/// Reads through a JSON text without keeping it. What it finds is what a parser forgives or hides:
/// keys that stand twice in one object, nesting deeper than any document of ours, sizes beyond
/// `kMaxDocumentBytes`; and syntax errors, by line and column. Empty: the text is safe to parse.
Issues screenJson(std::string_view text);

}  // namespace hopscope
