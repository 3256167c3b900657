// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/results.h"

#include <algorithm>

namespace hopscope {

std::size_t phasesInForce(const std::vector<RunEvent>& events, Cycle at) {
  const auto isLater = [at](const RunEvent& event) { return event.inForce > at; };
  return static_cast<std::size_t>(std::find_if(events.begin(), events.end(), isLater) -
                                  events.begin());
}

}  // namespace hopscope
