// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <system_error>

#include "app/cli/console.h"

namespace hopscope::cli {

Interrupt::Interrupt() : signals_({SIGINT, SIGTERM}) {
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
  // Only here: to request a stop takes locks, which a handler may not.
  if (EndRequest::heard()) source_.request_stop();
  return source_.stop_requested();
}

bool saidStopped(const Interrupt& interrupt) {
  if (!interrupt.requested()) return false;
  say("Stopped before anything was simulated.");
  return true;
}

void sayLate(const Interrupt& interrupt, bool kept) {
  if (kept && interrupt.requested())
    say("It was told to end when all was simulated; the results are kept.");
}

}  // namespace hopscope::cli
