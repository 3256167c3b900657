// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/senders.h"

#include <memory>

#include "engine/core/value.h"
#include "engine/design/catalogue.h"
#include "engine/design/faults.h"
#include "engine/design/phases.h"
#include "engine/design/sections.h"
#include "engine/traffic/silent_terminals.h"

namespace hopscope {

std::vector<bool> sendingTerminals(const Design& design, const Topology& topology) {
  std::vector<Design> inForce{design};
  for (std::size_t i = 0; i < design.phases.size(); ++i)
    inForce.push_back(designInPhase(design, i));
  Issues issues;
  const std::vector<NetworkFaults> faults = resolveFaults(design, topology, issues);
  std::vector<bool> sending(topology.terminalCount(), true);
  for (std::size_t i = 0; i < inForce.size(); ++i) {
    const Design& each = inForce[i];
    const Values settings = effectiveSettings(each);
    const TrafficEntry* entry = trafficPatterns().find(textAt(settings, kTrafficPattern));
    if (entry == nullptr) return std::vector<bool>(sending.size(), true);
    Values values = ownValues(settings, "traffic.", entry->parameters);
    values["include_self"] = settings.at("traffic.include_self");
    if (hasErrors(entry->check(topology, values))) return std::vector<bool>(sending.size(), true);
    std::shared_ptr<const TrafficPattern> pattern =
        entry->make(topology, values, static_cast<std::uint64_t>(integerAt(settings, "run.seed")));
    if (i > 0 && i <= faults.size()) pattern = withoutRouters(pattern, topology, faults[i - 1]);
    for (TerminalId t = 0; t < topology.terminalCount(); ++t)
      sending[t] = sending[t] && sends(*pattern, t);
  }
  return sending;
}

double offeredLoad(const Design& design) {
  constexpr const char* kLoad = "traffic.load";
  return findParameter(design, kLoad) ? realAt(effectiveSettings(design), kLoad) : 0;
}

}  // namespace hopscope
