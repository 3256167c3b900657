// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/core/ids.h"

namespace hopscope {

/// Some ranks of a program, evenly spaced: all of them, a row or a column of a grid.
struct Group {
  std::uint32_t first = 0, count = 1, stride = 1;

  std::uint32_t rank(std::uint32_t index) const { return first + index * stride; }
  /// The place of a rank in the group; kNone where it is not in it.
  std::uint32_t indexOf(std::uint32_t rank) const {
    if (rank < first || (rank - first) % stride != 0) return kNone;
    const std::uint32_t index = (rank - first) / stride;
    return index < count ? index : kNone;
  }
  bool operator==(const Group&) const = default;
};

}  // namespace hopscope
