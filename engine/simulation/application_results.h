// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/simulation/results.h"
#include "engine/workload/application_workload.h"

namespace hopscope {

/// What a run says about its applications. `ideal`: the same applications where messages take their
/// zero-load times (playIdeal); empty where that is not known.
std::vector<ApplicationResult> applicationResults(const ApplicationWorkload& workload,
                                                  const std::vector<ApplicationOutcome>& ideal);

}  // namespace hopscope
