// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/simulation/run_goal.h"
#include "engine/simulation/simulation.h"

namespace hopscope {

struct Rank;

/// Sees whether a run has come to what it was asked to pause at (RunGoal, but for its cycle, which
/// whoever advances the run keeps).
class GoalWatch {
 public:
  /// From now on.
  void begin(const RunGoal& goal, const Simulation& simulation);
  /// How many cycles may be simulated without running past the goal, at most `slice`.
  Cycle slice(const Simulation& simulation, Cycle slice) const;
  /// To be asked after each slice.
  bool met(const Simulation& simulation);
  /// What the window's condition was met by.
  std::optional<double> value() const { return value_; }
  /// The rank that came to what was waited for, numbered over all jobs; kNone: none has.
  std::uint32_t rank() const { return rank_; }

 private:
  bool windowHolds(const Simulation& simulation);
  /// Whether any of the ranks that are waited for has come to it.
  bool rankCame();
  bool came(const Rank& rank) const;
  /// The quantity of the part over the window that ends now; NaN over the first.
  double ofPart(const Simulation& simulation);

  RunGoal goal_;
  Cycle begun_ = 0;
  std::size_t windowsSeen_ = 0;
  std::vector<const Rank*> ranks_;  ///< that have yet to come to what is waited for
  Snapshot picture_;                ///< at the last window's end
  /// Counts of the part at the last window's end: flits, or lookups and hits; nothing before the
  /// first.
  struct Counts {
    Cycle at = 0;
    std::uint64_t all = 0, hits = 0;
  };
  std::optional<Counts> counts_;
  std::optional<double> value_;
  std::uint32_t rank_ = kNone;
};

}  // namespace hopscope
