// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/core/not_a_number.h"

namespace hopscope {

/// NaN of nothing.
inline double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? kNan : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace hopscope
