// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <cstdint>

#include "engine/simulation/snapshot.h"

namespace hopscope {

/// How fast a run goes in real time.
class RunPace {
 public:
  /// Measures from here on.
  void restart(const Snapshot& snapshot);
  void measure(const Snapshot& snapshot);
  void clear() { cyclesPerSecond_ = hopsPerSecond_ = 0; }  ///< the run rests

  double cyclesPerSecond() const { return cyclesPerSecond_; }
  double flitHopsPerSecond() const { return hopsPerSecond_; }

 private:
  QElapsedTimer clock_;
  double time_ = 0;  ///< of the last measurement, seconds
  Cycle cycle_ = 0;
  std::uint64_t hops_ = 0;
  double cyclesPerSecond_ = 0, hopsPerSecond_ = 0;
};

}  // namespace hopscope
