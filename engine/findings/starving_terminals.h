// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/findings/diagnosis.h"

namespace hopscope {

/// The setting of a diagnosis of terminals that starve, where it is the arbiter's fault.
inline constexpr const char* kArbiter = "switch.allocator.arbiter";

/// Terminals that get in much less than those of other routers: where, why, and what shares better.
void addStarving(const Design& design, const Topology& topology, const Results& results,
                 std::vector<Diagnosis>& found);

}  // namespace hopscope
