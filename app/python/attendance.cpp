// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/attendance.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace hopscope::python {

namespace py = pybind11;

namespace {

/// How often the caller's thread looks up.
constexpr std::chrono::milliseconds kPause{50};

}  // namespace

void Attendance::hear() {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (!progress_.is_none()) progress_(fraction_.load(std::memory_order_relaxed));
}

py::object Attendance::attend(const std::function<void()>& work) {
  std::mutex mutex;
  std::condition_variable changed;
  bool over = false;
  std::exception_ptr failure;
  std::jthread worker([&] {
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    over = true;
    changed.notify_all();
  });
  py::object interrupted = py::none();
  const auto wait = [&] {
    const py::gil_scoped_release unlocked;
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, kPause, [&] { return over; });
  };
  while (!wait()) {
    if (!interrupted.is_none()) continue;
    try {
      hear();
    } catch (const py::error_already_set& error) {
      interrupted = error.value();
      source_.request_stop();
    }
  }
  worker.join();
  if (failure) std::rethrow_exception(failure);
  if (interrupted.is_none() && !progress_.is_none()) progress_(1.0);
  return interrupted;
}

}  // namespace hopscope::python
