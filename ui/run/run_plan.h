// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "engine/core/units.h"
#include "engine/design/design.h"
#include "engine/simulation/results.h"
#include "engine/simulation/setup.h"
#include "engine/simulation/snapshot.h"

namespace hopscope {

/// How many phases of a design were in force at a cycle of a run of it that had these events; as
/// planned, where there are none because an older Hopscope did not keep them.
std::size_t phasesInForce(const Design& design, const std::vector<RunEvent>& events, Cycle at);

/// The same of a run that goes. What one that is repeated has not come to again is as planned.
std::size_t phasesInForce(const Design& design, const Snapshot& snapshot, Cycle at);

/// A design as it is run, and when its phases begin. Changes made during the run join as phases.
struct RunPlan {
  Design design;
  std::vector<Cycle> begins;  ///< of the design's phases, rising

  /// Takes the phases as they were compiled.
  void setBegins(const std::vector<TrafficPhase>& phases);
  /// A change made at `now` becomes a phase; the cycle it begins at: the first from then on, but
  /// not 0, at which no other does.
  Cycle add(const Phase& change, Cycle now);
  /// How many phases are to have begun at a cycle.
  std::size_t begun(Cycle cycle) const;
  /// How many have begun before a change made at `now`.
  std::size_t begunBefore(Cycle now) const { return begun(nextBegin(now) - 1); }
  /// The design that a change made at `now` meets.
  Design inForce(Cycle now) const;

 private:
  Cycle nextBegin(Cycle now) const;
};

}  // namespace hopscope
