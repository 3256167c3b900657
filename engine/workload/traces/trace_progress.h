// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/core/issue.h"
#include "engine/workload/operation.h"
#include "engine/workload/traces/trace_partners.h"

namespace hopscope {

/// Ranks that wait for each other in a circle however fast the network is and whatever becomes of
/// sends: an error for each of them, at the operation it waits in. What depends on who comes first
/// (receives from any rank, or with any tag) or on the network (sends that wait for their receive)
/// is taken to go well: that shows when it runs. All messages have partners (checkPartners).
Issues checkProgress(const std::vector<Operations>& ranks, const TracePlaces& places = {});

}  // namespace hopscope
