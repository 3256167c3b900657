// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "app/cli/interrupt.h"
#include "engine/design/design.h"
#include "engine/simulation/message_pairs.h"
#include "engine/simulation/path_trace.h"
#include "engine/simulation/recording.h"
#include "engine/simulation/results.h"
#include "engine/topology/topology.h"
#include "engine/workload/rank_observation.h"

namespace hopscope::cli {

struct FinishedRun {
  std::shared_ptr<const Topology> topology;
  Results results;                               ///< `complete` is false where SIGINT stopped it
  std::shared_ptr<const Recording> recording;    ///< of a single run
  std::vector<MessagePair> messages;             ///< likewise: of its applications
  std::shared_ptr<const RankObservation> ranks;  ///< likewise, with what was recorded of them
  double picosecondsPerCycle = 1000;
  std::vector<MessageArrival> arrivals;  ///< likewise, where a timeline is wanted
};

struct CriticalPaths {
  std::vector<PathTrace> paths;
  bool whole = false;  ///< there are some, and nothing of them is missing
};

/// The critical paths of what a single run has finished, with a timeline; the run is repeated for
/// each, link by link, with a progress bar. None where a SIGINT stopped the run; what was found
/// before one in a repetition is there. Says so where that, or nothing, is found.
CriticalPaths criticalPaths(const Design& design, const FinishedRun& run, bool quiet,
                            const Interrupt& interrupt);

/// Compiles and runs a design with a progress bar, its replications `jobs` at once, or a single
/// run with as many threads (0: one per core). An exit code, and said why, where it does not
/// compile or was stopped before the first replication was done.
std::variant<FinishedRun, int> simulate(const Design& design, unsigned jobs, bool quiet,
                                        const Interrupt& interrupt, bool timeline = false);

/// kFailed where the run was stopped or deadlocked; the latter is said unless `explained`.
int exitCodeOf(const FinishedRun& run, bool explained);

/// Some lines: loads, latency and its parts, verdict, warnings.
std::string summary(const Topology& topology, const Results& results);

}  // namespace hopscope::cli
