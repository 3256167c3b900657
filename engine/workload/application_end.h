// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hopscope {

/// How far an application came.
enum class ApplicationEnd : std::uint8_t {
  finished,
  unfinished,  ///< the run ended before
  stalled,     ///< its ranks wait for what will not come
};

}  // namespace hopscope
