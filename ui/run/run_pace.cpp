// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_pace.h"

namespace hopscope {

namespace {
/// Speed is taken over at least this much real time.
constexpr double kLeastSeconds = 0.4;
}  // namespace

void RunPace::restart(const Snapshot& snapshot) {
  clock_.restart();
  time_ = 0;
  cycle_ = snapshot.cycle;
  hops_ = snapshot.flitHops;
}

void RunPace::measure(const Snapshot& snapshot) {
  // A run that is repeated has begun anew.
  if (!clock_.isValid() || snapshot.cycle < cycle_) restart(snapshot);
  const double now = static_cast<double>(clock_.nsecsElapsed()) * 1e-9;
  const double seconds = now - time_;
  if (seconds < kLeastSeconds) return;
  cyclesPerSecond_ = static_cast<double>(snapshot.cycle - cycle_) / seconds;
  hopsPerSecond_ = static_cast<double>(snapshot.flitHops - hops_) / seconds;
  time_ = now;
  cycle_ = snapshot.cycle;
  hops_ = snapshot.flitHops;
}

}  // namespace hopscope
