// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// Node reduction in numbers (Hirasawa 2022, chapter 5 and Table 6.1). Sizes are >= 1.
namespace hopscope::formulas {

/// Tags a switch of an n-dimensional mesh or torus can see, its terminal's included; `lag` parallel
/// links have a tag each.
std::int64_t cubeTags(std::int64_t n, std::int64_t lag);

/// Tags that stay in the cache of a port of dimension `port` (1 routed first; 0: the terminal's)
/// under all-to-all traffic without self, in a torus of odd k >= 5.
std::int64_t residentTorusTags(std::int64_t n, std::int64_t port, std::int64_t lag);

/// Tags of a Dragonfly switch: one for each other group, other switch of the group and terminal.
std::int64_t dragonflyTags(std::int64_t groups, std::int64_t switches, std::int64_t terminals);

/// Bits of a chunk of the address for digits below k >= 2.
int chunkBits(std::int64_t k);

}  // namespace hopscope::formulas
