// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/core/ids.h"
#include "engine/simulation/results.h"

namespace hopscope {

/// When a run came to its verdict: of several replications, whose cycles are summed up, the first
/// that came to the same.
Cycle endOf(const Results& results);

}  // namespace hopscope
