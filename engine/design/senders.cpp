// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/senders.h"

#include "engine/core/rng.h"
#include "engine/core/value.h"
#include "engine/design/catalogue.h"
#include "engine/design/phases.h"
#include "engine/design/sections.h"
#include "engine/traffic/traffic_pattern.h"

namespace hopscope {

std::vector<bool> sendingTerminals(const Design& design, const Topology& topology) {
  std::vector<Design> inForce{design};
  for (std::size_t i = 0; i < design.phases.size(); ++i)
    inForce.push_back(designInPhase(design, i));
  std::vector<bool> sends(topology.terminalCount(), false);
  for (const Design& each : inForce) {
    const Values settings = effectiveSettings(each);
    const TrafficEntry* entry = trafficPatterns().find(textAt(settings, kTrafficPattern));
    if (entry == nullptr) return std::vector<bool>(sends.size(), true);
    Values values = ownValues(settings, "traffic.", entry->parameters);
    values["include_self"] = settings.at("traffic.include_self");
    if (hasErrors(entry->check(topology, values))) return std::vector<bool>(sends.size(), true);
    const auto pattern =
        entry->make(topology, values, static_cast<std::uint64_t>(integerAt(settings, "run.seed")));
    for (TerminalId t = 0; t < topology.terminalCount(); ++t) {
      Rng rng(1, t, RandomPurpose::destination);
      if (!sends[t]) sends[t] = pattern->destination(t, rng) != kNone;
    }
  }
  return sends;
}

}  // namespace hopscope
