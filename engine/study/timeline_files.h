// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/workload/rank_observation.h"

namespace hopscope {

/// A recorded timeline in the Trace Event Format (Google 2016), which Chrome and Perfetto open: a
/// process for each application, a thread for each rank, flows for messages. Times in microseconds.
std::string chromeTrace(const RankObservation& ranks, double picosecondsPerCycle);

/// The same as a table: a row for each stretch of a rank and each message, times in cycles.
std::string timelineCsv(const RankObservation& ranks);

}  // namespace hopscope
