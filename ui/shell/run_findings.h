// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/design/design.h"
#include "engine/simulation/results.h"
#include "engine/topology/topology.h"
#include "ui/shell/health_check.h"

namespace hopscope {

/// What a run of the design shows to be wrong with it, a finished one or one so far: saturation
/// (unless something in `findings` speaks of the load already), terminals that starve beside
/// others, forwarding caches that thrash. `results` are of exactly this design.
void addRunFindings(const Design& design, const Topology& topology, const Results& results,
                    std::vector<Finding>& findings);

}  // namespace hopscope
