// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <utility>

namespace hopscope {

/// The fraction nearest to `value` with a denominator of at most `largest`, in lowest terms.
std::pair<std::uint32_t, std::uint32_t> asFraction(double value, std::uint32_t largest = 64);

}  // namespace hopscope
