// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <vector>

#include "engine/core/bit_matrix.h"
#include "engine/scheduling/k_step_matching.h"

namespace hopscope {

/// One picture of a matching that is improved: a stage is reached, the path is found backwards, or
/// its pairs are changed.
struct MatchingFrame {
  enum class Kind : std::uint8_t { forward, back, flip, none };
  Kind kind = Kind::forward;
  std::size_t step = 0;  ///< which of the recorded steps
  std::size_t stage =
      0;  ///< of `forward`: the last that is reached; of `back`: as far as it is back

  bool operator==(const MatchingFrame&) const = default;
};

/// A matching and all that the scheduler did to improve it.
struct MatchingStory {
  std::uint32_t ports = 0;
  std::uint32_t longest = 1;  ///< K
  BitMatrix requests;
  std::vector<MatchingStep> steps;  ///< the last one found nothing, if it ended by itself
  /// Before each of the steps: the output of each input.
  std::vector<std::vector<std::uint32_t>> before;
  std::vector<MatchingFrame> frames;
  std::uint32_t largest = 0;  ///< pairs that there can be at the most

  /// The matching as it stands in a frame.
  const std::vector<std::uint32_t>& matchingAt(const MatchingFrame& frame) const;
};

/// Improves the greedy matching of these requests by paths of at most `longest` stages.
MatchingStory tellMatching(const BitMatrix& requests, std::uint32_t longest);

/// Requests of a crossbar, `load` for each port on average, drawn from `seed`.
BitMatrix drawnRequests(std::uint32_t ports, double load, std::uint64_t seed);

/// What happens in a frame.
QString frameWords(const MatchingStory& story, const MatchingFrame& frame);

/// Pairs of a matching.
std::uint32_t pairsIn(const std::vector<std::uint32_t>& outputOf);

}  // namespace hopscope
