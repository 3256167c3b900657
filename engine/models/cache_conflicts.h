// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hopscope::formulas {

/// How many of `keys` distinct keys find no line any more when each falls into a random set, on
/// average: the sum over all sets of what exceeds their ways (binomial; Hirasawa 2022, Figure 4.5).
/// `entries` is a multiple of `ways` >= 1. In the steady state of uniform references to the same
/// keys, the share of LRU misses is the same number over `keys`.
double expectedDisplaced(std::int64_t keys, std::int64_t entries, std::int64_t ways);

}  // namespace hopscope::formulas
