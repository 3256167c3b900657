// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/statistic.h"

#include <array>

namespace hopscope {

const MeasureWords& wordsOf(Measure measure) {
  // In the order of Measure.
  static constexpr std::array<MeasureWords, 8> kWords{{{"", "", 1},
                                                       {"", "", 1},
                                                       {"%", "", 100},
                                                       {"cycles", "_cycles", 1},
                                                       {"", "", 1},
                                                       {"W", "_w", 1},
                                                       {"nJ", "_nj", 1},
                                                       {"s", "", 1}}};
  return kWords[static_cast<std::size_t>(measure)];
}

}  // namespace hopscope
