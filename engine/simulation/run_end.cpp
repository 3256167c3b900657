// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/run_end.h"

#include <algorithm>

namespace hopscope {

Cycle endOf(const Results& results) {
  const auto same =
      std::find_if(results.replications.begin(), results.replications.end(),
                   [&](const ReplicationResult& each) { return each.verdict == results.verdict; });
  return same == results.replications.end() ? results.cycles : same->cycles;
}

}  // namespace hopscope
