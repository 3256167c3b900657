// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hopscope::formulas {

/// What carries out K-step matching (Ding 2006, section 6.4): all stages in logic, a matrix a
/// cycle, or a row a cycle.
enum class MatchingProcessor : std::uint8_t { pureLogic, matrix, vector };

/// Numbers of parts, by how they grow (table 6.1).
struct MatchingHardware {
  double wires = 0, logic = 0;
  double memoryBits = 0;  ///< of the stages; masks take 2 K N bits more
};

/// For `ports` N and at most `steps` K stages, both at least 1.
MatchingHardware matchingHardware(MatchingProcessor processor, double ports, double steps);

/// Cycles for one augmenting path of that many stages: forward, back and the update.
double matchingCycles(MatchingProcessor processor, double ports, double stages);

/// Share of a permutation's requests that local scheduling grants in a fat tree of `levels` levels
/// with `width` ports up: of w channels each taken with probability q / w, w times, one is free to
/// be won with 1 - (1 - q / w)^w; so at every hop down.
double localTreeEstimate(double levels, double width);

}  // namespace hopscope::formulas
