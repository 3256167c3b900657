// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/batch.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"

namespace hopscope {

namespace {

/// One call of runBatch: what its threads share.
class Batch {
 public:
  Batch(const std::vector<Design>& designs, std::stop_token stop, const BatchHooks& hooks)
      : designs_(designs),
        stop_(std::move(stop)),
        hooks_(hooks),
        wanted_(designs.size()),
        fractions_(designs.size(), 0.0),
        finished_(designs.size(), false) {}

  void run(unsigned jobs) {
    boost::asio::thread_pool pool(jobs);
    for (std::size_t index = 0; index < designs_.size(); ++index)
      boost::asio::post(pool, [this, index] { attempt(index); });
    pool.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  bool isWanted(std::size_t index) const {
    return !stop_.stop_requested() && index < wanted_.load(std::memory_order_relaxed);
  }

  void attempt(std::size_t index) {
    try {
      if (isWanted(index)) simulate(index);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      wanted_ = 0;
    }
  }

  void simulate(std::size_t index) {
    Compiled compiled = compile(designs_[index]);
    if (!compiled.setup) throw std::invalid_argument(firstError(compiled.issues));
    Simulation simulation(std::move(*compiled.setup));
    const bool done = runInSlices(simulation, [&] {
      report(index, simulation);
      return isWanted(index);
    });
    if (!done) return;
    Results results = simulation.results();
    const std::lock_guard lock(mutex_);
    if (!isWanted(index)) return;
    finished_[index] = true;
    fractions_[index] = 1;
    wanted_ = std::min<std::size_t>(wanted_, hooks_.finished(index, std::move(results)));
    reportLocked();
  }

  void report(std::size_t index, const Simulation& simulation) {
    const std::lock_guard lock(mutex_);
    // The drain has no planned end.
    const auto planned = static_cast<double>(std::max<Cycle>(simulation.planned(), 1));
    fractions_[index] = std::min(0.99, static_cast<double>(simulation.now()) / planned);
    reportLocked();
  }

  void reportLocked() {
    if (!hooks_.progress || failure_) return;
    BatchProgress progress;
    progress.total = wanted_;
    for (std::size_t index = 0; index < progress.total; ++index) {
      progress.done += finished_[index] ? 1 : 0;
      progress.fraction += fractions_[index];
    }
    if (progress.total > 0) progress.fraction /= static_cast<double>(progress.total);
    hooks_.progress(progress);
  }

  static std::string firstError(const Issues& issues) {
    for (const Issue& issue : issues)
      if (issue.severity == Severity::error) return describe(issue);
    return "The design cannot be run.";
  }

  const std::vector<Design>& designs_;
  const std::stop_token stop_;
  const BatchHooks& hooks_;
  std::atomic<std::size_t> wanted_;
  std::mutex mutex_;  ///< guards everything below and the hooks
  std::vector<double> fractions_;
  std::vector<bool> finished_;
  std::exception_ptr failure_;
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

void runBatch(const std::vector<Design>& designs, unsigned jobs, std::stop_token stop,
              const BatchHooks& hooks) {
  if (jobs == 0) jobs = std::max(1U, std::thread::hardware_concurrency());
  Batch(designs, std::move(stop), hooks).run(jobs);
}

}  // namespace hopscope
