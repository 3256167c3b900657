// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <system_error>

#include "app/cli/console.h"

namespace hopscope::cli {

namespace {

// A handler may do no more than set this: requesting a stop takes locks.
std::atomic<bool> signalled{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void onSignal(int) {
  signalled = true;
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(signal, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() {
  signalled = false;
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
