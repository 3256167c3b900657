// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/simulation/results.h"
#include "engine/workload/application_workload.h"

namespace hopscope {

/// What a run says about its applications. `ideal`: the same applications where messages take their
/// zero-load times (playIdeal); empty where that is not known.
/// What all of them together have made of the network; `flitBytes` a cycle on each cable.
void summariseMessages(const ApplicationWorkload& workload, double flitBytes, Results& results);

/// What they spent in collectives; `picosecondsPerCycle` of the network's clock. At most 256 kinds.
std::vector<CollectiveResult> collectiveResults(const ApplicationWorkload& workload,
                                                double picosecondsPerCycle);

std::vector<ApplicationResult> applicationResults(const ApplicationWorkload& workload,
                                                  const std::vector<ApplicationOutcome>& ideal);

}  // namespace hopscope
