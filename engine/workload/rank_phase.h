// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hopscope {

/// What a rank is at.
enum class RankPhase : std::uint8_t {
  computing,  ///< also: has not begun
  sending,    ///< spends time on a message that goes
  receiving,  ///< spends time on messages that have come
  waiting,    ///< for what it has begun
  finished,
};

}  // namespace hopscope
