// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/design/design.h"
#include "engine/simulation/results.h"

namespace hopscope {

class Simulation;

struct BatchProgress {
  std::size_t done = 0;   ///< finished runs, each replication by itself
  std::size_t total = 0;  ///< runs that are still wanted, finished ones included
  double fraction = 0;    ///< of the wanted work, by simulated cycles, running ones included
};

struct BatchHooks {
  /// A design is finished with all its replications, in any order. Returns how many of the designs
  /// are wanted at all: those from that index on are stopped or never started.
  std::function<std::size_t(std::size_t index, Results results)> finished;
  std::function<void(const BatchProgress&)> progress;
};

/// Simulates independent designs on a pool of threads (0: one per core), first come first served,
/// and their replications one by one; results do not depend on the number of threads.
/// The hooks are called from worker threads, one at a time. After a stop request every running
/// simulation ends within one slice (some 20 ms) and is dropped. Throws std::invalid_argument where
/// a design has errors, and whatever a simulation throws; nothing goes on running then.
void runBatch(const std::vector<Design>& designs, unsigned jobs, std::stop_token stop,
              const BatchHooks& hooks);

/// Simulates the replications of a design, `jobs` at once, and pools them. Of those that a stop
/// request left finished, where it came; `complete` is false then, and nothing is returned where
/// there are none. `left` is how many are missing.
std::optional<Results> runReplications(
    const Design& design, unsigned jobs, std::stop_token stop,
    const std::function<void(const BatchProgress&)>& progress = {}, std::size_t* left = nullptr);

/// Advances a simulation until it is done or `goOn` says no, in slices short enough to react in
/// some 20 ms. `goOn` is asked after every slice. True when the run is done.
bool runInSlices(Simulation& simulation, const std::function<bool()>& goOn);

}  // namespace hopscope
