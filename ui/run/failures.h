// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>

#include "engine/design/design.h"
#include "engine/simulation/results.h"
#include "engine/topology/topology.h"
#include "ui/drawing/network_painter.h"

namespace hopscope {

/// Failed parts by dense id.
struct FailedParts {
  std::set<LinkId> links;
  std::set<RouterId> routers;
};

/// The parts of `topology` that a list of a design's ids names.
FailedParts failedParts(const Topology& topology, const PartIds& ids);

/// The end of a run; of several replications, of one.
Cycle lastCycle(const Results& results);

/// Marks in `heat` what had failed at that cycle of a finished run of `design`, which had these
/// events.
void markFailed(NetworkHeat& heat, const Design& design, const std::vector<RunEvent>& events,
                const Topology& topology, Cycle at);

}  // namespace hopscope
