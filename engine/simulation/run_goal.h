// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>

#include "engine/simulation/results.h"

namespace hopscope {

/// Something that one window of a run may show: a quantity above or below a limit. A quantity that
/// is missing (NaN) is neither.
struct WindowCondition {
  double WindowSample::*quantity = nullptr;  ///< null: no condition
  bool above = true;
  double limit = 0;

  bool holds(const WindowSample& window) const {
    if (quantity == nullptr) return false;
    return above ? window.*quantity > limit : window.*quantity < limit;
  }
  bool operator==(const WindowCondition&) const = default;
};

/// When a run pauses by itself: whatever comes first.
struct RunGoal {
  static constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

  Cycle cycle = kNever;  ///< before this cycle is simulated
  /// At the end of the cycle that delivers this packet, counted since cycle 0; 0: never.
  std::uint64_t delivered = 0;
  WindowCondition window;  ///< at the end of the first window from now on of which it holds

  bool operator==(const RunGoal&) const = default;
};

}  // namespace hopscope
