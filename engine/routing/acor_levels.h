// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/routing/dragonfly_policy.h"

namespace hopscope::routings {

/// How far away each switch of a part has its packets draw intermediate routers (ACOR by switch;
/// Benito 2020, section 5.4). A level rises in the cycle after the count of attempts in vain has
/// exceeded its threshold, and falls at the end of an interval with a count below that of the level
/// below; the count and the interval begin anew with either.
class AcorLevels {
 public:
  /// What one switch knows.
  struct State {
    std::uint8_t level = 0;
    std::uint32_t count = 0;  ///< attempts in vain of the interval so far
    Cycle counted = -1;       ///< the cycle of the latest
    Cycle intervalEnd = 0;
  };

  /// Of `routers` routers from `first` on; `levels` at least 2.
  AcorLevels(RouterId first, std::uint32_t routers, unsigned levels, const LevelRules& rules);

  /// An attempt in vain.
  void count(RouterId router, Cycle now);
  /// As it is in cycle `now`, whatever is counted in that cycle.
  const State& at(RouterId router, Cycle now) {
    State& state = states_[router - first_];
    settle(state, now);
    return state;
  }

 private:
  void settle(State& state, Cycle now) const;

  RouterId first_;
  unsigned last_;  ///< level
  LevelRules rules_;
  std::vector<State> states_;
};

}  // namespace hopscope::routings
