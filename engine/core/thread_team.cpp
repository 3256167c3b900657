// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/thread_team.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <utility>

namespace hopscope {

namespace {

constexpr unsigned kUndecided = ~0u;
/// Looks at what is waited for, with and without letting others have the core in between: a few
/// tens of microseconds in all, as long as it takes to wake a thread up.
constexpr unsigned kLooks = 64, kYields = 32;
/// Rounds after which it is judged whether sharing pays; rounds alone where it does not, twice as
/// many each time that it has not.
constexpr unsigned kRoundsJudged = 16, kShortestAlone = 32, kLongestAlone = 1024;

void rest() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

/// Runs `run(number)` in `count` threads, numbered from 1. Where the machine has not so many, half
/// of those it has are given back: what they are to do needs memory, too.
std::vector<std::jthread> beginThreads(unsigned count, const std::function<void(unsigned)>& run) {
  std::vector<std::jthread> threads;
  if (count == 0) return threads;
  const auto kept = std::make_shared<std::atomic<unsigned>>(kUndecided);
  unsigned keep = count;
  try {
    threads.reserve(count);
    for (unsigned i = 0; i < count; ++i)
      threads.emplace_back([kept, i, run] {
        kept->wait(kUndecided);
        if (i < *kept) run(i + 1);
      });
  } catch (const std::system_error&) {
    keep = static_cast<unsigned>(threads.size()) / 2;
  } catch (const std::bad_alloc&) {
    keep = static_cast<unsigned>(threads.size()) / 2;
  }
  *kept = keep;
  kept->notify_all();
  threads.resize(keep);
  return threads;
}

}  // namespace

unsigned coresHere() {
  return std::max(1u, std::thread::hardware_concurrency());
}

void workTogether(unsigned threads, const std::function<void()>& work,
                  const std::function<void()>& stop) {
  std::mutex mutex;
  std::exception_ptr failure;
  const auto attempt = [&] {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      if (stop) stop();
    }
  };
  {
    const auto others =
        beginThreads(std::max(1u, threads) - 1, [&](unsigned /*number*/) { attempt(); });
    attempt();
  }
  if (failure) std::rethrow_exception(failure);
}

ThreadTeam::ThreadTeam(unsigned threads) : looksOut_(threads <= coresHere()) {
  // Fewer may come than are asked for; then shares are less even.
  others_ = beginThreads(std::max(1u, threads) - 1,
                         [this, threads](unsigned number) { work(number, threads); });
}

ThreadTeam::~ThreadTeam() {
  leaving_ = true;
  ++round_;
  round_.notify_all();
  others_.clear();  // while all that they may look at is there
}

void ThreadTeam::run(std::uint32_t count, Call call, void* context) {
  count_ = count;
  call_ = call;
  context_ = context;
  if (others_.empty() || count < 2) return runAlone();
  if (alone_ > 0) {
    --alone_;
    return runAlone();
  }
  runTogether();
  if (!failed_) return;
  failed_ = false;
  std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadTeam::runAlone() {
  for (std::uint32_t i = 0; i < count_; ++i) call_(context_, i);
}

void ThreadTeam::runTogether() {
  using Clock = std::chrono::steady_clock;
  const std::uint32_t shares = std::min(count_, kMostShares);
  const std::uint32_t before = round_;
  if (shares != shares_) {
    // As if those that were not there last time had been; before anybody can see them.
    for (std::uint32_t share = 0; share < shares; ++share) taken_[share] = before;
    shares_ = shares;
  }
  left_ = shares;
  const auto begin = Clock::now();
  ++round_;
  round_.notify_all();
  takeTasks(0, threads(), before + 1);
  const auto worked = Clock::now();
  for (std::uint32_t left = left_; left != 0; left = left_) awaitChange(left_, left);
  judge(worked - begin, Clock::now() - worked);
}

/// Alone this thread would take as long as all of them.
void ThreadTeam::judge(std::chrono::nanoseconds worked, std::chrono::nanoseconds waited) {
  worked_ += worked;
  waited_ += waited;
  if (++judged_ < kRoundsJudged) return;
  const bool pays = waited_ < worked_ * static_cast<std::int64_t>(others_.size());
  alonePeriod_ = pays ? 0 : std::clamp(2 * alonePeriod_, kShortestAlone, kLongestAlone);
  alone_ = alonePeriod_;
  judged_ = 0;
  worked_ = waited_ = {};
}

/// Of each thread its own share first, then those of others, from the end that they come to last.
void ThreadTeam::takeTasks(unsigned self, unsigned team, std::uint32_t round) {
  const std::uint64_t shares = shares_;
  const auto end = static_cast<std::uint32_t>(shares * (self + 1) / team);
  for (auto share = static_cast<std::uint32_t>(shares * self / team); share < end; ++share)
    take(share, round);
  for (auto share = static_cast<std::uint32_t>(shares); share-- > 0;) take(share, round);
}

void ThreadTeam::take(std::uint32_t share, std::uint32_t round) {
  std::uint32_t before = round - 1;
  if (taken_[share] != before || !taken_[share].compare_exchange_strong(before, round)) return;
  try {
    for (std::uint32_t i = share; i < count_ && !failed_; i += kMostShares) call_(context_, i);
  } catch (...) {
    const std::lock_guard lock(failing_);
    if (!failure_) failure_ = std::current_exception();
    failed_ = true;
  }
  if (--left_ == 0) left_.notify_one();
}

void ThreadTeam::work(unsigned self, unsigned team) {
  std::uint32_t seen = 0;
  while (true) {
    awaitChange(round_, seen);
    seen = round_;
    if (leaving_) return;
    takeTasks(self, team, seen);
  }
}

template <typename Word>
void ThreadTeam::awaitChange(const std::atomic<Word>& word, Word from) const {
  for (unsigned yields = 0; looksOut_ && yields < kYields; ++yields) {
    for (unsigned looks = 0; looks < kLooks; ++looks) {
      if (word != from) return;
      rest();
    }
    std::this_thread::yield();
  }
  word.wait(from);
}

}  // namespace hopscope
