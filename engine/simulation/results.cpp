// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/results.h"

#include <algorithm>
#include <cmath>

namespace hopscope {

std::size_t phasesInForce(const std::vector<RunEvent>& events, Cycle at) {
  const auto isLater = [at](const RunEvent& event) { return event.inForce > at; };
  return static_cast<std::size_t>(std::find_if(events.begin(), events.end(), isLater) -
                                  events.begin());
}

namespace {

/// Within 1 %.
bool acceptsAll(const Results& results) {
  return results.acceptedLoad > 0.99 * offeredByAll(results);
}

}  // namespace

double shareLost(const Results& results) {
  if (results.packetsLost == 0) return 0;
  const auto lost = static_cast<double>(results.packetsLost);
  return lost / (lost + static_cast<double>(results.packetsMeasured));
}

double offeredByAll(const Results& results) {
  const auto packets =
      static_cast<double>(results.packetsMeasured + results.packetsLost + results.packetsRefused);
  const double chance = std::max(0.01, 3 / std::sqrt(std::max(1.0, packets)));
  const bool fewer = results.generatedOverAll < (1 - chance) * results.offeredLoad;
  return fewer ? results.generatedOverAll : results.offeredLoad;
}

Cycle endOf(const Results& results) {
  const auto same =
      std::find_if(results.replications.begin(), results.replications.end(),
                   [&](const ReplicationResult& each) { return each.verdict == results.verdict; });
  return same == results.replications.end() ? results.cycles : same->cycles;
}

bool acceptsOnTheWhole(const Results& results) {
  return !results.events.empty() && acceptsAll(results);
}

bool isStarved(const Results& results) {
  return results.complete && results.verdict == Verdict::saturated && results.packetsLost > 0 &&
         results.applications.empty() && acceptsAll(results);
}

}  // namespace hopscope
