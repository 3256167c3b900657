// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/end_request.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <ctime>

namespace hopscope {
namespace {

// A handler may do no more than set these, and write to a file.
std::atomic<bool> signalled{false};
std::atomic<std::int64_t> signalledAt{0};
std::atomic<int> woken{-1};
static_assert(std::atomic<bool>::is_always_lock_free &&
              std::atomic<std::int64_t>::is_always_lock_free &&
              std::atomic<int>::is_always_lock_free);

/// timeout(1) and schedulers tell a process and then its group: that is one signal.
constexpr std::int64_t kSameSignal = 200;  ///< milliseconds

std::int64_t millisecondsNow() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

void onSignal(int signal) {
  const int before = errno;
  std::int64_t first = 0;
  const std::int64_t now = millisecondsNow();
  if (signalledAt.compare_exchange_strong(first, now)) {
    signalled = true;
    const char byte = 0;
    if (woken >= 0) static_cast<void>(!::write(woken, &byte, 1));
  } else if (now - first > kSameSignal) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  errno = before;
}

}  // namespace

EndRequest::EndRequest(const std::vector<int>& which, int wake) {
  signalled = false;
  signalledAt = 0;
  woken = wake;
  for (const int each : which) {
    struct sigaction before {};
    sigaction(each, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue;
    before_.emplace_back(each, before);
    struct sigaction ours {};
    ours.sa_handler = onSignal;
    ours.sa_flags = static_cast<int>(SA_RESTART);
    sigaction(each, &ours, nullptr);
  }
}

EndRequest::~EndRequest() {
  for (const auto& [each, before] : before_) sigaction(each, &before, nullptr);
}

bool EndRequest::heard() {
  return signalled;
}

}  // namespace hopscope
