// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <functional>
#include <stop_token>

namespace hopscope::python {

/// Lets long work go on in a thread of its own, without the interpreter's lock, while the caller's
/// thread, which has it, hears signals (Ctrl-C) and tells its progress.
class Attendance {
 public:
  /// `progress` is called with the fraction that is done, 0..1; None: nobody asks.
  explicit Attendance(pybind11::object progress) : progress_(std::move(progress)) {}

  std::stop_token token() const { return source_.get_token(); }
  bool stopped() const { return source_.stop_requested(); }
  /// From any thread.
  void report(double fraction) { fraction_.store(fraction, std::memory_order_relaxed); }

  /// Returns once `work` has. What it throws is thrown on. A Python exception meanwhile, such as
  /// KeyboardInterrupt, asks it to stop, and is returned, also one that comes as it ends; else
  /// None. Then what was refused is not thrown on: it may be for want of what was not done any
  /// more.
  pybind11::object attend(const std::function<void()>& work);

 private:
  /// Signals, and what the caller says to how far it is, if it is `told`.
  void hear(bool told);

  pybind11::object progress_;
  std::stop_source source_;
  std::atomic<double> fraction_ = 0;
};

}  // namespace hopscope::python
