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

/// Runs `run` in `count` threads. Where the machine has not so many, half of those it has are given
/// back: what they are to do needs memory, too.
std::vector<std::jthread> beginThreads(unsigned count, const std::function<void()>& run) {
  std::vector<std::jthread> threads;
  if (count == 0) return threads;
  const auto kept = std::make_shared<std::atomic<unsigned>>(kUndecided);
  unsigned keep = count;
  try {
    threads.reserve(count);
    for (unsigned i = 0; i < count; ++i)
      threads.emplace_back([kept, i, run] {
        kept->wait(kUndecided);
        if (i < *kept) run();
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
    const auto others = beginThreads(std::max(1u, threads) - 1, attempt);
    attempt();
  }
  if (failure) std::rethrow_exception(failure);
}

ThreadTeam::ThreadTeam(unsigned threads) {
  others_ = beginThreads(std::max(1u, threads) - 1, [this] { work(); });
}

ThreadTeam::~ThreadTeam() {
  leaving_ = true;
  ++round_;
  round_.notify_all();
}

void ThreadTeam::run(std::uint32_t count, Call call, void* context) {
  count_ = count;
  call_ = call;
  context_ = context;
  next_ = 0;
  busy_ = static_cast<unsigned>(others_.size());
  ++round_;
  round_.notify_all();
  takeTasks();
  for (unsigned left = busy_; left != 0; left = busy_) busy_.wait(left);
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadTeam::takeTasks() {
  try {
    for (std::uint32_t i = next_++; i < count_; i = next_++) call_(context_, i);
  } catch (...) {
    next_ = count_;
    const std::lock_guard lock(failing_);
    if (!failure_) failure_ = std::current_exception();
  }
}

void ThreadTeam::work() {
  std::uint32_t seen = 0;
  while (true) {
    round_.wait(seen);
    ++seen;
    if (leaving_) return;
    takeTasks();
    if (--busy_ == 0) busy_.notify_one();
  }
}

}  // namespace hopscope
