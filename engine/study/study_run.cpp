// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/study_run.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "engine/core/thread_team.h"
#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"
#include "engine/study/batch.h"
#include "engine/study/replications.h"
#include "engine/study/study_state.h"

namespace hopscope {

namespace {

/// Studies of more points are run in the order of these: to ask each for its work takes too long.
constexpr std::uint64_t kMostCompared = 20'000;
constexpr std::chrono::milliseconds kBetweenReports{200};

/// What a point costs, as far as its settings tell: packets that are sent.
double workOf(const Study& study, PointId point) {
  Issues issues;
  const Design design = designOf(study, point, 0, issues);
  if (hasErrors(issues)) return 0;
  const auto number = [&](const char* path) {
    if (!findParameter(design, path)) return 0.0;
    const Value value = effectiveValue(design, path);
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&value);
    return real == nullptr ? 0.0 : *real;
  };
  return number("traffic.load") * (number("run.warmup") + number("run.measure"));
}

class StudyRun {
 public:
  StudyRun(const Study& study, const StudyRows& rows, const StudyShare& share, std::stop_token stop,
           const StudyHooks& hooks)
      : study_(study),
        stop_(std::move(stop)),
        hooks_(hooks),
        state_(study),
        has_(pointCount(study)),
        started_(has_.size(), 0),
        running_(has_.size(), 0) {
    state_.add(rows);
    for (const StudyRows::Row& row : rows.rows()) {
      auto& has = has_[row.point];
      if (has.size() <= row.run) has.resize(row.run + 1);
      has[row.run] = true;
    }
    for (PointId point = 0; point < has_.size(); ++point)
      if (isIn(study, point, share)) order_.push_back(point);
    sortByWork();
    for (const PointId point : order_) {
      if (state_.leftOut(point)) continue;
      runs_ += state_.runs(point);
      total_ += state_.wanted(point);
    }
  }

  void run(unsigned jobs) {
    const auto useful = static_cast<unsigned>(std::min<std::uint64_t>(jobs, total_ - runs_ + 1));
    workTogether(
        useful,
        [this] {
          while (const auto task = next())
            if (!work(*task)) return;
        },
        [this] {
          const std::lock_guard lock(mutex_);
          ended_ = true;
        });
  }

 private:
  struct Task {
    PointId point;
    std::uint32_t run;
  };

  struct Outcome {
    Design design;
    Results results;
  };

  /// The longest begin, so that no core waits for the last one; where curves rise, all of them side
  /// by side from their lowest points.
  void sortByWork() {
    if (study_.rising) {
      std::stable_sort(order_.begin(), order_.end(), [this](PointId a, PointId b) {
        return stepOf(study_, a, *study_.rising) < stepOf(study_, b, *study_.rising);
      });
      return;
    }
    if (has_.size() > kMostCompared) return;
    std::vector<double> work(has_.size());
    for (const PointId point : order_) work[point] = state_.done(point) ? 0 : workOf(study_, point);
    std::stable_sort(order_.begin(), order_.end(),
                     [&](PointId a, PointId b) { return work[a] > work[b]; });
  }

  bool wants(PointId point) const { return !state_.done(point) && !state_.leftOut(point); }

  /// The first run of a point that nobody has and nobody does.
  std::optional<Task> taskOf(PointId point) {
    if (!wants(point)) return {};
    auto& has = has_[point];
    // With an interval to be met, the next seed is begun when those before it are known.
    const std::uint32_t wanted = state_.wanted(point);
    for (std::uint32_t run = started_[point]; run < wanted; ++run) {
      started_[point] = run + 1;
      if (run < has.size() && has[run]) continue;
      ++running_[point];
      return Task{point, run};
    }
    return {};
  }

  std::optional<Task> next() {
    const std::lock_guard lock(mutex_);
    if (ended_ || stop_.stop_requested()) return {};
    if (working_ == 0 && !postponed_.empty()) {
      const Task task = postponed_.back();
      postponed_.pop_back();
      if (wants(task.point)) return begun(task);
    }
    while (!again_.empty()) {
      if (auto task = taskOf(again_.front())) return begun(*task);
      again_.pop_front();
    }
    for (; next_ < order_.size(); ++next_)
      if (auto task = taskOf(order_[next_])) return begun(*task);
    return {};
  }

  Task begun(const Task& task) {
    alone_ = ++working_ == 1;
    return task;
  }

  /// False where this thread is to leave the rest to the others.
  bool work(const Task& task) {
    StudyRow row{task.point, task.run, {}, Verdict::stable, {}};
    bool whole = true, memory = true;
    std::optional<Outcome> outcome;
    try {
      whole = simulate(task, row, outcome);
    } catch (const std::bad_alloc&) {
      memory = false;
      row.failure = "The memory of this machine is not enough for this run.";
    } catch (const std::exception& error) {
      row.failure = error.what();
    }
    const std::lock_guard lock(mutex_);
    fractions_ -= std::exchange(fractionOf(task), 0);
    --working_;
    // What others have taken may be enough for it once they have ended.
    if (!memory && !(alone_ && working_ == 0)) {
      postponed_.push_back(task);
      return working_ == 0;
    }
    --running_[task.point];
    if (whole) finish(task, row, outcome);
    return true;
  }

  /// False where the run was given up.
  bool simulate(const Task& task, StudyRow& row, std::optional<Outcome>& outcome) {
    Issues issues;
    const Design design = designOf(study_, task.point, task.run, issues);
    if (!hasErrors(issues)) {
      std::vector<Results> results;
      std::shared_ptr<const Topology> topology;
      const std::vector<Design> runs = replicationsOf(design);
      for (const Design& one : runs) {
        Compiled compiled = compile(one, stop_);
        if (stop_.stop_requested()) return false;
        issues = std::move(compiled.issues);
        if (!compiled.setup) break;
        topology = compiled.setup->topology;
        compiled.setup->execution.stop = stop_;
        Simulation simulation(std::move(*compiled.setup));
        const bool done = runInSlices(simulation, [&] {
          const auto planned = static_cast<double>(std::max<Cycle>(simulation.planned(), 1));
          const double ran = static_cast<double>(results.size()) +
                             std::min(0.99, static_cast<double>(simulation.now()) / planned);
          return report(task, ran / static_cast<double>(runs.size()));
        });
        if (!done) return false;
        results.push_back(simulation.results());
      }
      if (!hasErrors(issues)) {
        Results together = pool(std::move(results));
        row.verdict = together.verdict;
        row.values = summaryOf(together, *topology);
        if (hooks_.whole) outcome = Outcome{design, std::move(together)};
        return true;
      }
    }
    for (const Issue& issue : issues)
      if (issue.severity == Severity::error && row.failure.empty()) row.failure = describe(issue);
    return true;
  }

  /// Whether the run is still wanted.
  bool report(const Task& task, double fraction) {
    const std::lock_guard lock(mutex_);
    fractions_ += fraction - std::exchange(fractionOf(task), fraction);
    say();
    return !ended_ && !stop_.stop_requested() && wants(task.point);
  }

  void finish(const Task& task, const StudyRow& row, const std::optional<Outcome>& outcome) {
    if (ended_ || stop_.stop_requested() || !wants(task.point)) return;
    const std::uint64_t before = state_.wanted(task.point);
    state_.add(row);
    ++runs_;
    total_ += state_.wanted(task.point);
    total_ -= before;
    if (running_[task.point] == 0 && wants(task.point)) again_.push_back(task.point);
    if (outcome) hooks_.whole(row, outcome->design, outcome->results);
    if (hooks_.row && !hooks_.row(row)) ended_ = true;
    say();
  }

  double& fractionOf(const Task& task) {
    for (auto& [point, run, fraction] : under_)
      if (point == task.point && run == task.run) return fraction;
    // Room that a finished one left.
    for (auto& [point, run, fraction] : under_)
      if (fraction == 0) {
        point = task.point;
        run = task.run;
        return fraction;
      }
    under_.emplace_back(task.point, task.run, 0.0);
    return std::get<2>(under_.back());
  }

  void say() {
    const auto now = std::chrono::steady_clock::now();
    if (!hooks_.progress || (now < nextReport_ && runs_ < total_)) return;
    nextReport_ = now + kBetweenReports;
    StudyProgress progress{runs_, total_, 1};
    if (total_ > 0)
      progress.fraction =
          std::min(1.0, (static_cast<double>(runs_) + fractions_) / static_cast<double>(total_));
    hooks_.progress(progress);
  }

  const Study& study_;
  const std::stop_token stop_;
  const StudyHooks& hooks_;
  std::mutex mutex_;  ///< guards everything below and the hooks
  StudyState state_;
  std::vector<std::vector<bool>> has_;  ///< per point, the runs that there were at the beginning
  std::vector<std::uint32_t> started_;  ///< per point
  std::vector<std::uint32_t> running_;  ///< per point
  std::vector<PointId> order_;
  std::size_t next_ = 0;
  std::deque<PointId> again_;  ///< points whose interval is too wide yet
  std::vector<std::tuple<PointId, std::uint32_t, double>> under_;  ///< what runs, and how far it is
  std::vector<Task> postponed_;  ///< found no memory beside others
  unsigned working_ = 0;         ///< threads
  bool alone_ = false;           ///< no other one worked when the last run began
  double fractions_ = 0;         ///< their sum
  std::uint64_t runs_ = 0, total_ = 0;
  std::chrono::steady_clock::time_point nextReport_;
  bool ended_ = false;
};

}  // namespace

std::uint32_t shareOf(const Study& study, PointId point, std::uint32_t shares) {
  if (!study.rising) return static_cast<std::uint32_t>(point % shares);
  // Curves are not divided: where they end decides what of them is run.
  std::uint64_t inner = 1;
  for (std::size_t axis = *study.rising + 1; axis < study.axes.size(); ++axis)
    inner *= study.axes[axis].steps.size();
  const std::uint64_t steps = study.axes[*study.rising].steps.size();
  return static_cast<std::uint32_t>((point / (inner * steps) * inner + point % inner) % shares);
}

bool isIn(const Study& study, PointId point, const StudyShare& share) {
  return shareOf(study, point, share.of) == share.index &&
         (!share.only || share.only->contains(point));
}

void runStudy(const Study& study, const StudyRows& rows, unsigned jobs, const StudyShare& share,
              std::stop_token stop, const StudyHooks& hooks) {
  if (jobs == 0) jobs = coresHere();
  StudyRun(study, rows, share, std::move(stop), hooks).run(jobs);
}

}  // namespace hopscope
