// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/batch.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>

#include "engine/core/thread_team.h"
#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"
#include "engine/study/replications.h"

namespace hopscope {

namespace {

/// One call of runBatch: what its threads share.
class Batch {
 public:
  Batch(const std::vector<Design>& designs, std::stop_token stop, const BatchHooks& hooks)
      : stop_(std::move(stop)), hooks_(hooks), wanted_(designs.size()) {
    for (std::size_t design = 0; design < designs.size(); ++design) {
      first_.push_back(runs_.size());
      for (Design& one : replicationsOf(designs[design]))
        runs_.push_back({std::move(one), design, 0, false, std::nullopt});
    }
    first_.push_back(runs_.size());
    missing_.resize(designs.size());
    for (std::size_t design = 0; design < designs.size(); ++design)
      missing_[design] = first_[design + 1] - first_[design];
  }

  void run(unsigned jobs) {
    const auto useful = static_cast<unsigned>(std::min<std::size_t>(jobs, runs_.size()));
    postponed_.reserve(runs_.size());
    workTogether(
        useful, [this] { takeRuns(); },
        [this] {
          const std::lock_guard lock(mutex_);
          wanted_ = 0;
        });
  }

 private:
  /// A replication of a design.
  struct Run {
    Design design;
    std::size_t index = 0;  ///< of the design it is a replication of
    double fraction = 0;
    bool alone = false;  ///< no other one went on when it began
    std::optional<Results> results;
  };

  bool isWanted(std::size_t index) const {
    return !stop_.stop_requested() && index < wanted_.load(std::memory_order_relaxed);
  }

  /// What each of the threads does. One that finds no memory for a run leaves it to the others.
  void takeRuns() {
    {
      const std::lock_guard lock(mutex_);
      ++working_;
    }
    while (Run* run = nextRun()) {
      try {
        if (isWanted(run->index)) simulate(*run);
      } catch (const std::bad_alloc&) {
        const std::lock_guard lock(mutex_);
        const bool done = run->fraction == 1;  // and what came after it failed
        if (done || (run->alone && working_ == 1)) throw;
        run->fraction = 0;
        postponed_.push_back(run);
        if (working_ == 1) continue;
        --working_;
        return;
      }
    }
  }

  Run* nextRun() {
    const std::lock_guard lock(mutex_);
    Run* run = nullptr;
    if (next_ < runs_.size()) {
      run = &runs_[next_++];
    } else if (!postponed_.empty()) {
      run = postponed_.back();
      postponed_.pop_back();
    } else {
      --working_;
      return nullptr;
    }
    run->alone = working_ == 1;
    return run;
  }

  void simulate(Run& run) {
    Compiled compiled = compile(run.design, stop_);
    if (!isWanted(run.index)) return;
    if (!compiled.setup) throw std::invalid_argument(firstError(compiled.issues));
    compiled.setup->execution.stop = stop_;
    Simulation simulation(std::move(*compiled.setup));
    const bool done = runInSlices(simulation, [&] {
      report(run, simulation);
      return isWanted(run.index);
    });
    if (!done) return;
    Results results = simulation.results();
    const std::lock_guard lock(mutex_);
    if (!isWanted(run.index)) return;
    run.results = std::move(results);
    run.fraction = 1;
    if (--missing_[run.index] == 0)
      wanted_ =
          std::min<std::size_t>(wanted_, hooks_.finished(run.index, pool(resultsOf(run.index))));
    reportLocked();
  }

  std::vector<Results> resultsOf(std::size_t index) {
    std::vector<Results> results;
    for (std::size_t run = first_[index]; run < first_[index + 1]; ++run) {
      results.push_back(std::move(*runs_[run].results));
      runs_[run].results.reset();
    }
    return results;
  }

  void report(Run& run, const Simulation& simulation) {
    const std::lock_guard lock(mutex_);
    // The drain has no planned end.
    const auto planned = static_cast<double>(std::max<Cycle>(simulation.planned(), 1));
    run.fraction = std::min(0.99, static_cast<double>(simulation.now()) / planned);
    reportLocked();
  }

  void reportLocked() {
    if (!hooks_.progress || wanted_ == 0) return;
    BatchProgress progress;
    progress.total = first_[wanted_];
    for (std::size_t run = 0; run < progress.total; ++run) {
      progress.done += runs_[run].fraction == 1 ? 1 : 0;
      progress.fraction += runs_[run].fraction;
    }
    if (progress.total > 0) progress.fraction /= static_cast<double>(progress.total);
    hooks_.progress(progress);
  }

  static std::string firstError(const Issues& issues) {
    for (const Issue& issue : issues)
      if (issue.severity == Severity::error) return describe(issue);
    return "The design cannot be run.";
  }

  const std::stop_token stop_;
  const BatchHooks& hooks_;
  std::vector<std::size_t> first_;  ///< per design its first run; one more at the end
  std::atomic<std::size_t> wanted_;
  std::mutex mutex_;                  ///< guards everything below and the hooks
  std::vector<Run> runs_;             ///< in the order of the designs
  std::vector<std::size_t> missing_;  ///< runs to come, per design
  std::size_t next_ = 0;              ///< run to take
  std::vector<Run*> postponed_;       ///< those that found no memory
  unsigned working_ = 0;              ///< threads
};

}  // namespace

bool runInSlices(Simulation& simulation, const std::function<bool()>& goOn) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kSlice{20};
  Cycle cycles = 64;
  while (!simulation.done()) {
    const auto start = Clock::now();
    simulation.advance(cycles);
    const auto elapsed = Clock::now() - start;
    if (!goOn()) return simulation.done();
    if (elapsed < kSlice / 2)
      cycles = std::min<Cycle>(cycles * 2, 1 << 20);
    else if (elapsed > kSlice && cycles > 1)
      cycles /= 2;
  }
  return true;
}

std::optional<Results> runReplications(const Design& design, unsigned jobs, std::stop_token stop,
                                       const std::function<void(const BatchProgress&)>& progress,
                                       std::size_t* left) {
  const std::vector<Design> designs = replicationsOf(design);
  std::vector<std::optional<Results>> finished(designs.size());
  BatchHooks hooks;
  hooks.progress = progress;
  hooks.finished = [&finished](std::size_t index, Results results) {
    finished[index] = std::move(results);
    return finished.size();
  };
  runBatch(designs, jobs, std::move(stop), hooks);
  std::vector<Results> runs;
  for (std::optional<Results>& each : finished)
    if (each) runs.push_back(std::move(*each));
  const std::size_t missing = designs.size() - runs.size();
  if (left != nullptr) *left = missing;
  if (runs.empty()) return {};
  Results results = pool(std::move(runs));
  if (missing > 0) results.complete = false;
  return results;
}

void runBatch(const std::vector<Design>& designs, unsigned jobs, std::stop_token stop,
              const BatchHooks& hooks) {
  if (jobs == 0) jobs = coresHere();
  Batch(designs, std::move(stop), hooks).run(jobs);
}

}  // namespace hopscope
