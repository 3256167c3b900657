// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "engine/design/design.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// A change during a run: marked on the time axis.
struct PhaseMark {
  Cycle at = 0;
  double load = 0;  ///< offered from there on
  /// "load 0.40", or "Adversarial, 0.40" where the pattern changes; "cache entries 64 → 16",
  /// "router 9 – router 30 fails".
  QString text;
};

/// What changes in a run. `topology`: for the names of parts; null: they are told by their ids.
std::vector<PhaseMark> phaseMarks(const Design& design, const Topology* topology);

}  // namespace hopscope
