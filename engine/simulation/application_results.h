// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/simulation/results.h"
#include "engine/simulation/setup.h"
#include "engine/workload/application_workload.h"

namespace hopscope {

/// What all of them together have made of the network, and of what its terminals' cables carry.
/// There is no makespan where not all of them have finished.
void summariseMessages(const ApplicationWorkload& workload, const Setup& setup, Results& results);

/// What they spent in collectives; `picosecondsPerCycle` of the network's clock. The 256 kinds
/// that took longest at most, by application.
std::vector<CollectiveResult> collectiveResults(const ApplicationWorkload& workload,
                                                double picosecondsPerCycle);

/// What a run says about its applications. `ideal`: the same applications where messages take their
/// zero-load times (playIdeal); empty where that is not known. `stuck`: packets wait for ever, and
/// whose ranks have sent some has not finished before all have arrived.
std::vector<ApplicationResult> applicationResults(const ApplicationWorkload& workload,
                                                  const std::vector<ApplicationOutcome>& ideal,
                                                  bool stuck);

/// What mends a stall: "With endpoints.eager = 90000 …"; empty where no size of it would.
Sentence eagerAdvice(const ApplicationResult& application);

/// Warns of those that stalled, which is the run's verdict then, and of those that had not finished
/// when a complete run ended, `now`; and of what their ideals leave out on such a network, where
/// that is not known of a message before it is sent.
void tellOfApplications(const Setup& setup, Cycle now, Results& results);

}  // namespace hopscope
