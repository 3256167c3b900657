// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/run_resolution.h"

#include <algorithm>

#include "engine/design/application_sections.h"

namespace hopscope {
namespace {

constexpr Cycle kDrainReserve = 20'000;
constexpr Cycle kLongestWarmup = 5;      // measured intervals, where MSER-5 finds it
constexpr Cycle kLongestMeasured = 100;  // times its beginning, where an interval ends it

}  // namespace

RunSettings resolveRun(const Design& design, const SettingsReader& read, bool findsWarmup) {
  RunSettings run;
  run.findWarmup = findsWarmup;
  run.measure = read.cycles("run.measure");
  run.warmup = run.findWarmup ? kLongestWarmup * run.measure : read.cycles("run.warmup");
  run.maxCycles = read.cycles("run.max_cycles");
  run.window = read.cycles("run.window");
  run.untilCi = read.real("run.until_ci") / 100;
  run.replications = static_cast<unsigned>(read.integer("run.replications"));
  const std::int64_t seed = read.integer("run.seed");
  run.seed = static_cast<std::uint64_t>(seed);
  // Runs have the seeds seed, seed + 1, …
  if (const std::int64_t highest = kLargestSeed - (run.replications - std::int64_t{1});
      seed > highest)
    read.refuse("run.seed",
                sentence("The last of {} replications would have the seed {}, past the largest "
                         "there is.",
                         run.replications, seed + run.replications - 1),
                sentence("With so many, {} is the largest that is allowed.", highest));
  if (run.maxCycles == 0) {
    run.maxCycles =
        run.warmup + (run.untilCi > 0 ? kLongestMeasured : 3) * run.measure + kDrainReserve;
    return run;
  }
  if (run.findWarmup) run.warmup = std::clamp<Cycle>(run.maxCycles - run.measure, 0, run.warmup);
  // Programs are measured for as long as the run lasts.
  if (applicationCount(design) > 0 && design.settings.count("run.measure") == 0)
    run.measure = std::clamp<Cycle>(run.maxCycles - run.warmup, 1, run.measure);
  if (run.maxCycles < run.warmup + run.measure)
    read.refuse("run.max_cycles",
                sentence("The run ends at cycle {}, before the measured interval does at {}.",
                         run.maxCycles, run.warmup + run.measure),
                sentence("Allow more cycles, or 0 for enough."));
  return run;
}

}  // namespace hopscope
