// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/attendance.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "app/python/bindings.h"

namespace hopscope::python {

namespace py = pybind11;

namespace {

/// How often the caller's thread looks up.
constexpr std::chrono::milliseconds kPause{50};

}  // namespace

void Attendance::hear(bool told) {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (told && !progress_.is_none()) progress_(fraction_.load(std::memory_order_relaxed));
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
  const auto listen = [&](bool told) {
    if (!interrupted.is_none()) return;
    try {
      hear(told);
    } catch (const py::error_already_set& error) {
      interrupted = error.value();
      source_.request_stop();
    }
  };
  while (!wait()) listen(true);
  worker.join();
  // It may have ended before anybody looked up.
  report(1);
  listen(failure == nullptr);
  if (failure == nullptr) return interrupted;
  try {
    std::rethrow_exception(failure);
  } catch (const Refused&) {
    if (interrupted.is_none()) throw;
  }
  return interrupted;
}

}  // namespace hopscope::python
