// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/core/issue.h"
#include "engine/design/design.h"
#include "engine/routing/detour_chart.h"
#include "engine/topology/topology.h"
#include "engine/traffic/traffic_pattern.h"

namespace hopscope {

/// What has failed from each phase of a design on; empty where nothing ever does. Parts that do not
/// exist, that fail twice or are restored without having failed, and faults that cut live terminals
/// off from each other, are errors (appended, with the phase's path).
std::vector<NetworkFaults> resolveFaults(const Design& design, const Topology& topology,
                                         Issues& issues);

/// Traffic of which terminals of failed routers are no part: they neither send nor receive.
std::shared_ptr<const TrafficPattern> withoutRouters(std::shared_ptr<const TrafficPattern> pattern,
                                                     const Topology& topology,
                                                     const NetworkFaults& faults);

/// Two terminals of live routers that the surviving links do not connect, or nothing.
std::optional<std::pair<TerminalId, TerminalId>> separated(const Topology& topology,
                                                           const NetworkFaults& faults);

/// What has failed and not been restored once the first `phases` phases have begun, in rising
/// order.
PartIds failedIn(const Design& design, std::size_t phases);

}  // namespace hopscope
