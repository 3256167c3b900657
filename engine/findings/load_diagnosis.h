// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "engine/findings/diagnosis.h"
#include "engine/simulation/setup.h"

namespace hopscope {

/// A saturation bound, and the cycle from which on it holds.
struct BoundFrom {
  Cycle at = 0;
  double load = 0;  ///< offered from then on
  SaturationBound bound;
};

/// The bound at cycle 0, and those of phases that bring other traffic, another load or other ways;
/// up to kMostBounds of them. Counts each for up to `mostDecisions`. Nothing where channels are
/// shared out in time slots (hasSaturationBound).
inline constexpr std::size_t kMostBounds = 16;
std::vector<BoundFrom> boundsOf(const Setup& setup, std::uint64_t mostDecisions,
                                const std::stop_token& stop = {});

/// When the load of a design is more than its network bears: at first, and from phases on.
/// `bounds`: of the design, compiled. What phases bring is told, and nothing to try against it.
std::vector<Diagnosis> diagnoseLoads(const Design& design, const Topology& topology,
                                     const std::vector<BoundFrom>& bounds);

/// A line for each bound: "Saturation bound under this traffic: …", "From cycle 5000: …".
Sentence boundsInWords(const Topology& topology, const std::vector<BoundFrom>& bounds);

}  // namespace hopscope
