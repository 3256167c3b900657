// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/acor_levels.h"

namespace hopscope::routings {

AcorLevels::AcorLevels(RouterId first, std::uint32_t routers, unsigned levels,
                       const LevelRules& rules)
    : first_(first), last_(levels - 1), rules_(rules), states_(routers) {
  for (State& state : states_) state.intervalEnd = rules_.interval;
}

void AcorLevels::count(RouterId router, Cycle now) {
  State& state = states_[router - first_];
  settle(state, now);
  ++state.count;
  state.counted = now;
}

void AcorLevels::settle(State& state, Cycle now) const {
  if (state.counted < now && state.level < last_ && state.count > rules_.increase[state.level]) {
    ++state.level;
    state.count = 0;
    state.intervalEnd = state.counted + 1 + rules_.interval;
  }
  // Once nothing has been counted for an interval, each further one is like it.
  while (now >= state.intervalEnd) {
    const bool falls = state.level > 0 && state.count < rules_.decrease[state.level - 1];
    const bool rests = state.count == 0 && !falls;
    if (falls) --state.level;
    state.count = 0;
    state.intervalEnd += rules_.interval;
    if (rests && now >= state.intervalEnd)
      state.intervalEnd += (now - state.intervalEnd) / rules_.interval * rules_.interval;
  }
}

}  // namespace hopscope::routings
