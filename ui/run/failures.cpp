// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/failures.h"

#include <algorithm>
#include <utility>

#include "engine/design/faults.h"
#include "ui/run/run_plan.h"

namespace hopscope {

FailedParts failedParts(const Topology& topology, const PartIds& ids) {
  const auto contains = [](const std::vector<std::uint32_t>& all, std::uint32_t id) {
    return std::binary_search(all.begin(), all.end(), id);
  };
  FailedParts parts;
  if (!ids.channels.empty())
    for (LinkId l = 0; l < topology.linkCount(); ++l)
      if (topology.kindOf(l) != LinkKind::terminal && contains(ids.channels, topology.linkIds[l]))
        parts.links.insert(l);
  if (!ids.routers.empty())
    for (RouterId r = 0; r < topology.routerCount(); ++r)
      if (contains(ids.routers, topology.routerIds[r])) parts.routers.insert(r);
  return parts;
}

Cycle lastCycle(const Results& results) {
  return results.replications.empty() || results.windows.empty() ? results.cycles
                                                                 : results.windows.back().end;
}

void markFailed(NetworkHeat& heat, const Design& design, const std::vector<RunEvent>& events,
                const Topology& topology, Cycle at) {
  heat.failedLinks.clear();
  heat.failedRouters.clear();
  if (std::none_of(design.phases.begin(), design.phases.end(),
                   [](const Phase& phase) { return !phase.fail.empty(); }))
    return;
  FailedParts failed = failedParts(topology, failedIn(design, phasesInForce(design, events, at)));
  heat.failedLinks = std::move(failed.links);
  heat.failedRouters = std::move(failed.routers);
}

}  // namespace hopscope
