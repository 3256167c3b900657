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
  others_ = beginThreads(std::max(1u, threads) - 1, [this](unsigned number) { work(number); });
}

ThreadTeam::~ThreadTeam() {
  leaving_ = true;
  ++round_;
  round_.notify_all();
}

void ThreadTeam::run(std::uint32_t count, Call call, void* context) {
  if (taken_.size() < count) taken_ = std::vector<std::atomic<std::uint32_t>>(count);
  count_ = count;
  call_ = call;
  context_ = context;
  busy_ = static_cast<unsigned>(others_.size());
  ++round_;
  round_.notify_all();
  takeTasks(0);
  for (unsigned left = busy_; left != 0; left = busy_) awaitChange(busy_, left);
  if (failed_) {
    failed_ = false;
    std::rethrow_exception(std::exchange(failure_, nullptr));
  }
}

/// Of each thread its own share first, then those of others, from the end that they come to last.
void ThreadTeam::takeTasks(unsigned self) {
  const std::uint64_t count = count_;
  const unsigned team = threads();
  try {
    const auto end = static_cast<std::uint32_t>(count * (self + 1) / team);
    for (auto i = static_cast<std::uint32_t>(count * self / team); i < end; ++i) take(i);
    for (std::uint32_t i = count_; i-- > 0;) take(i);
  } catch (...) {
    const std::lock_guard lock(failing_);
    if (!failure_) failure_ = std::current_exception();
    failed_ = true;
  }
}

void ThreadTeam::take(std::uint32_t index) {
  const std::uint32_t round = round_;
  if (failed_ || taken_[index] == round || taken_[index].exchange(round) == round) return;
  call_(context_, index);
}

void ThreadTeam::work(unsigned self) {
  std::uint32_t seen = 0;
  while (true) {
    awaitChange(round_, seen);
    ++seen;
    if (leaving_) return;
    takeTasks(self);
    if (--busy_ == 0) busy_.notify_one();
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
