// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/issue.h"
#include "engine/design/design.h"
#include "engine/design/design_json.h"
#include "engine/simulation/results.h"
#include "engine/study/batch.h"

namespace hopscope {

/// One setting and the values it takes, as text.
struct SweepAxis {
  std::string path;  ///< "traffic.load"
  std::vector<std::string> values;
};

/// Most runs one sweep may have.
inline constexpr std::size_t kMaxSweepRuns = 100'000;

/// Reads "traffic.load=0.05:0.95:0.05" (first, last, step; the last is included where a step meets
/// it; decimals and whole numbers are exact), "routing.algorithm=minimal,valiant" or
/// "topology.dimensions=[4,4],[8,8]". `design` tells which settings are lists: of those "4,8" could
/// be one value or two, and is refused.
std::variant<SweepAxis, Issue> parseAxis(std::string_view text, const Design& design);

/// One point of the grid with one seed.
struct SweepRun {
  std::vector<std::string> values;  ///< of the axes, in their order
  Design design;                    ///< complete with the seed
};

struct SweepPlan {
  Design base;
  std::vector<SweepAxis> axes;
  std::vector<SweepRun> runs;  ///< the last axis varies fastest, the seed faster still
  Issues issues;               ///< errors forbid the sweep
};

/// The grid of all axes' values times `seeds` (run.seed, run.seed + 1, …, or as many further as
/// each run has replications), every point checked. `settings`: what `design` could not be given,
/// as an axis chooses first what they belong to: they hold at the points that have them, and are
/// refused where none has.
SweepPlan planSweep(const Design& design, std::vector<SweepAxis> axes, unsigned seeds,
                    const std::vector<RefusedSetting>& settings = {});

/// Whether all points of these axes have one network.
bool shareNetwork(const std::vector<SweepAxis>& axes);

struct SweepRow {
  std::vector<std::string> values;
  Design design;
  Results results;
  std::size_t run = 0;  ///< of the plan
};

struct SweepOutcome {
  std::vector<SweepRow> rows;  ///< finished, in the plan's order
  std::string failure;         ///< in words, where one run's failure ended the sweep
};

/// What a sweep tells while it goes on: from its threads, one at a time.
struct SweepHooks {
  std::function<void(const BatchProgress&)> progress;
  /// A run of the plan is finished, in any order.
  std::function<void(std::size_t run, const Results& results)> finished;
};

/// Simulates a plan without errors; the rows do not depend on the number of threads (0: one per
/// core). What is finished is kept when the sweep is stopped or fails.
SweepOutcome sweep(const SweepPlan& plan, unsigned jobs, std::stop_token stop = {},
                   const SweepHooks& hooks = {});

}  // namespace hopscope
