// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <mutex>
#include <system_error>

#include "app/cli/console.h"

namespace hopscope::cli {

namespace {

// A handler may do no more than set these: requesting a stop takes locks.
std::atomic<bool> signalled{false};
std::atomic<std::int64_t> signalledAt{0};
static_assert(std::atomic<bool>::is_always_lock_free &&
              std::atomic<std::int64_t>::is_always_lock_free);

/// timeout(1) and schedulers tell a process and then its group: that is one signal.
constexpr std::int64_t kSameSignal = 200;  ///< milliseconds

std::int64_t millisecondsNow() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

void onSignal(int signal) {
  std::int64_t first = 0;
  const std::int64_t now = millisecondsNow();
  if (signalledAt.compare_exchange_strong(first, now)) {
    signalled = true;
  } else if (now - first > kSameSignal) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_RESTART);
  sigaction(signal, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() {
  signalled = false;
  signalledAt = 0;
  handle(SIGINT, onSignal);
  handle(SIGTERM, onSignal);
  const auto watch = [this](const std::stop_token& end) {
    // Woken at the end: a short run would wait here longer than it took.
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    while (!end.stop_requested() && !requested())
      ended.wait_for(lock, end, std::chrono::milliseconds(20), [] { return false; });
  };
  try {
    watcher_ = std::jthread(watch);
  } catch (const std::system_error&) {
    // Those who ask requested() see it as well.
  }
}

bool Interrupt::requested() const {
  if (signalled) source_.request_stop();
  return source_.stop_requested();
}

bool saidStopped(const Interrupt& interrupt) {
  if (!interrupt.requested()) return false;
  say("Stopped before anything was simulated.");
  return true;
}

Interrupt::~Interrupt() {
  handle(SIGINT, SIG_DFL);
  handle(SIGTERM, SIG_DFL);
}

}  // namespace hopscope::cli
