// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace hopscope {

/// Matches all inputs to outputs so that the weights of the pairs add up to the most: the Hungarian
/// method with potentials (Kuhn 1955; Munkres 1957), in time of ports to the third power. Weights
/// row by row, none below 0 and their sum below 2^62; `outputOf[u]` is the output of input u.
std::int64_t heaviestMatching(const std::vector<std::int64_t>& weights, std::uint32_t ports,
                              std::vector<std::uint32_t>& outputOf);

}  // namespace hopscope
