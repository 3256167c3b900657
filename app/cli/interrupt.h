// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <thread>

#include "engine/core/end_request.h"

namespace hopscope::cli {

/// Turns the first SIGINT or SIGTERM into a stop request; a second one ends the program at once. A
/// command has it until its last file is written: what was simulated is kept, and it says what.
class Interrupt {
 public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return source_.get_token(); }
  /// To be asked now and then while something goes on: a machine out of threads has nobody else to
  /// see the signal.
  bool requested() const;

 private:
  EndRequest signals_;
  std::stop_source source_;
  std::jthread watcher_;
};

/// Says so where it was, before anything was simulated.
bool saidStopped(const Interrupt& interrupt);

/// Says so where it was once all had been simulated, and `kept` is where it is to be.
void sayLate(const Interrupt& interrupt, bool kept);

}  // namespace hopscope::cli
