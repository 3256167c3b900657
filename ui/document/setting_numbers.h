// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/design/design.h"

namespace hopscope {

/// The number that a value is, in the declared unit of its setting; none for words and lists, or
/// for a time such as "90 ns".
std::optional<double> numberOf(const Value& value);

/// Whether they say the same: 1 is 1.0.
bool sameValue(const Value& a, const Value& b);

/// A design's setting that counts something; `otherwise` where it is no whole number.
std::int64_t wholeSetting(const Design& design, std::string_view path, std::int64_t otherwise);

}  // namespace hopscope
