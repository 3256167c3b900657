// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/runner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <limits>
#include <utility>

namespace hopscope {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr Cycle kForever = std::numeric_limits<Cycle>::max();
/// A slice of simulation between two looks at the commands; short, so that pausing feels instant.
constexpr double kSliceSeconds = 0.005;
/// Results so far are sums over the whole network: not for every picture of a fast run.
constexpr std::chrono::seconds kBetweenResults{1};

/// Keeps a pace in cycles per second: how many cycles are due, and how long to wait for the next.
class Pace {
 public:
  void restart(Cycle now) {
    start_ = Clock::now();
    from_ = now;
  }
  Cycle due(Cycle now, double speed) const {
    const double elapsed = Seconds(Clock::now() - start_).count();
    return from_ + static_cast<Cycle>(elapsed * speed) - now;
  }
  Clock::time_point when(Cycle cycle, double speed) const {
    return start_ + std::chrono::duration_cast<Clock::duration>(
                        Seconds(static_cast<double>(cycle - from_) / speed));
  }

 private:
  Clock::time_point start_ = Clock::now();
  Cycle from_ = 0;
};

Setup stoppedBy(const std::stop_source& source, Setup setup) {
  setup.execution.stop = source.get_token();
  return setup;
}

}  // namespace

SimulationRunner::SimulationRunner(Setup setup)
    : simulation_(stoppedBy(abandon_, std::move(setup))),
      recorder_(simulation_.recorder()),
      thread_([this](const std::stop_token& stop) { loop(stop); }) {}

SimulationRunner::~SimulationRunner() {
  abandon_.request_stop();
  thread_.request_stop();
  thread_.join();
}

void SimulationRunner::run() {
  runUntil(kForever);
}

void SimulationRunner::runUntil(const RunGoal& goal) {
  const std::lock_guard lock(mutex_);
  if (ended()) return;
  target_ = goal.cycle;
  goal_ = goal;
  goalMet_ = false;
  goalIsNew_ = true;
  stepsAsked_ = 0;
  stepping_ = pauseAsked_ = false;
  state_ = RunnerState::running;
  paceChanged_ = snapshotWanted_ = true;
  wake_.notify_all();
}

void SimulationRunner::step(Cycle cycles) {
  const std::lock_guard lock(mutex_);
  if (ended() || cycles <= 0) return;
  stepsAsked_ += cycles;
  goal_ = {};
  goalMet_ = false;
  goalIsNew_ = true;
  pauseAsked_ = false;
  state_ = RunnerState::running;
  paceChanged_ = snapshotWanted_ = true;
  wake_.notify_all();
}

void SimulationRunner::pause() {
  const std::lock_guard lock(mutex_);
  if (state_ != RunnerState::running) return;
  pauseAsked_ = true;
  stepsAsked_ = 0;
  wake_.notify_all();
}

void SimulationRunner::stop() {
  const std::lock_guard lock(mutex_);
  stopRequested_ = true;
  abandon_.request_stop();
  wake_.notify_all();
}

void SimulationRunner::setSpeed(double cyclesPerSecond) {
  const std::lock_guard lock(mutex_);
  speed_ = std::max(0.0, cyclesPerSecond);
  paceChanged_ = true;
  wake_.notify_all();
}

void SimulationRunner::watch(const WatchList& list) {
  const std::lock_guard lock(mutex_);
  if (watch_ == list) return;
  watch_ = list;
  snapshotWanted_ = true;
  wake_.notify_all();
}

void SimulationRunner::follow(TerminalId source, Cycle birth) {
  const std::lock_guard lock(mutex_);
  followAsked_ = Followed{source, birth};
  snapshotWanted_ = true;
  wake_.notify_all();
}

void SimulationRunner::setPhases(std::vector<TrafficPhase> phases, Cycle from) {
  const std::lock_guard lock(mutex_);
  // One that nothing was simulated since comes, too.
  if (phaseChange_) from = std::min(from, phaseChange_->from);
  phaseChange_ = PhaseChange{std::move(phases), from};
}

RunnerState SimulationRunner::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

Cycle SimulationRunner::now() const {
  const std::lock_guard lock(mutex_);
  return now_;
}

std::string SimulationRunner::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

bool SimulationRunner::takeSnapshot(Snapshot& out) {
  const std::lock_guard lock(mutex_);
  if (!mailboxFull_) return false;
  std::vector<WindowSample> windows = std::move(out.windows);
  std::swap(out, mailbox_);
  // They are of another run: none of them is ours.
  if (windows.size() > windows_.size()) windows.clear();
  windows.insert(windows.end(), windows_.begin() + static_cast<std::ptrdiff_t>(windows.size()),
                 windows_.end());
  out.windows = std::move(windows);
  mailboxFull_ = false;
  if (state_ == RunnerState::running) {
    snapshotWanted_ = true;
    wake_.notify_all();
  }
  return true;
}

std::optional<Results> SimulationRunner::results() const {
  const std::lock_guard lock(mutex_);
  return results_;
}

void SimulationRunner::publish(bool last) {
  WatchList watch;
  {
    const std::lock_guard lock(mutex_);
    watch = watch_;
    watch.windows = false;
    snapshotWanted_ = false;
  }
  simulation_.watchLookups(watch.router);
  simulation_.watchAllocations(watch.allocations ? watch.router : kNone);
  simulation_.watchCircuits(watch.circuits);
  if (!watch.results) soFar_.reset();
  if (!watch.ranks) rankPairs_.reset();
  watch.results = watch.results && (last || Clock::now() - soFarTaken_ >= kBetweenResults);
  watch.rankPairs = watch.ranks && (watch.results || last);
  simulation_.snapshot(scratch_, watch);
  if (watch.results) {
    soFar_ = scratch_.soFar;
    if (soFar_ || scratch_.rankPairs) soFarTaken_ = Clock::now();
  }
  if (watch.rankPairs) rankPairs_ = scratch_.rankPairs;
  scratch_.soFar = soFar_;
  scratch_.rankPairs = rankPairs_;
  scratch_.goalValue = goalWatch_.value();
  scratch_.goalRank = goalWatch_.rank();
  const std::vector<WindowSample>& windows = simulation_.windows();
  const std::lock_guard lock(mutex_);
  std::swap(scratch_, mailbox_);
  windows_.insert(windows_.end(), windows.begin() + static_cast<std::ptrdiff_t>(windows_.size()),
                  windows.end());
  mailboxFull_ = true;
}

void SimulationRunner::finish() {
  // Outside the lock: whoever asks for the state shall not wait for this.
  Results results = simulation_.results();
  const std::lock_guard lock(mutex_);
  results_ = std::move(results);
  state_ = RunnerState::finished;
}

Cycle SimulationRunner::cyclesDue(Cycle slice) {
  if (state_ != RunnerState::running || pauseAsked_) return 0;
  const Cycle now = simulation_.now();
  if (stepsAsked_ > 0) {
    target_ = (stepping_ ? std::max(target_, now) : now) + std::exchange(stepsAsked_, 0);
    stepping_ = true;
  }
  return std::clamp<Cycle>(target_ - now, 0, slice);
}

bool SimulationRunner::hasArrived() const {
  return state_ == RunnerState::running && stepsAsked_ == 0 &&
         (pauseAsked_ || goalMet_ || now_ >= target_);
}

void SimulationRunner::loop(const std::stop_token& stop) {
  try {
    Pace pace;
    Cycle slice = 16;
    for (;;) {
      Cycle due = 0;
      bool wanted = false, stopped = false, goalIsNew = false;
      RunGoal goal;
      std::optional<PhaseChange> change;
      std::optional<Followed> follow;
      {
        std::unique_lock lock(mutex_);
        const auto busy = [&] {
          return state_ == RunnerState::running || snapshotWanted_ || (stopRequested_ && !ended());
        };
        wake_.wait(lock, stop, busy);
        if (stop.stop_requested()) return;
        if (std::exchange(paceChanged_, false)) pace.restart(simulation_.now());
        // Steps are taken at once, whatever the pace.
        const double speed = stepping_ || stepsAsked_ > 0 ? 0 : speed_;
        if (state_ == RunnerState::running && speed > 0 && !snapshotWanted_ &&
            pace.due(simulation_.now(), speed) < 1) {
          wake_.wait_until(lock, stop, pace.when(simulation_.now() + 1, speed), [&] {
            return paceChanged_ || stopRequested_ || snapshotWanted_ || pauseAsked_;
          });
          if (stop.stop_requested()) return;
          if (paceChanged_) continue;
        }
        stopped = stopRequested_ && !ended();
        due = stopped ? 0 : cyclesDue(slice);
        if (speed > 0) due = std::clamp<Cycle>(pace.due(simulation_.now(), speed), 0, due);
        wanted = snapshotWanted_;
        goal = goal_;
        goalIsNew = std::exchange(goalIsNew_, false);
        change = std::exchange(phaseChange_, {});
        follow = std::exchange(followAsked_, {});
      }
      if (follow && follow->birth < 0) simulation_.follow(follow->source);
      if (follow && follow->birth >= 0) simulation_.follow(follow->source, follow->birth);
      if (change) simulation_.setPhases(std::move(change->phases), change->from);
      if (goalIsNew) goalWatch_.begin(goal, simulation_);
      bool met = goalIsNew && goalWatch_.met(simulation_);
      if (met) due = 0;
      if (due > 0) due = goalWatch_.slice(simulation_, due);
      if (due > 0) slice = advance(due, slice);
      const bool finished = stopped || (due > 0 && simulation_.done());
      met = met || (due > 0 && goalWatch_.met(simulation_));
      bool arrived = false;
      {
        const std::lock_guard lock(mutex_);
        if (met && goal == goal_) goalMet_ = true;
        now_ = simulation_.now();
        arrived = hasArrived();
      }
      // The last picture of a step or a run is always delivered, whoever asked for one.
      if (wanted || finished || arrived) publish(finished || arrived);
      if (finished) {
        finish();
      } else if (arrived) {
        const std::lock_guard lock(mutex_);
        if (hasArrived()) {
          state_ = RunnerState::paused;
          stepping_ = pauseAsked_ = false;
        }
      }
    }
  } catch (const std::exception& error) {
    const std::lock_guard lock(mutex_);
    failure_ = error.what();
    state_ = RunnerState::failed;
  }
}

Cycle SimulationRunner::advance(Cycle cycles, Cycle slice) {
  const auto start = Clock::now();
  simulation_.advance(cycles);
  const double seconds = Seconds(Clock::now() - start).count();
  if (seconds > kSliceSeconds) return std::max<Cycle>(1, slice / 2);
  if (cycles == slice && seconds < kSliceSeconds / 2) return std::min<Cycle>(slice * 2, 1 << 20);
  return slice;
}

}  // namespace hopscope
