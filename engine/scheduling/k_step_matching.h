// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/core/bit_matrix.h"
#include "engine/scheduling/circuit_registers.h"
#include "engine/scheduling/greedy_scheduler.h"

namespace hopscope {

/// One improvement of a matching: what was found on the graph unfolded stage by stage, and the path
/// whose pairs change.
struct MatchingStep {
  /// Vertices reached at each stage, a bit each: inputs at stage 0, outputs at 1, inputs at 2, …
  std::vector<std::vector<std::uint64_t>> reached;
  /// input, output, input, …, output: the first pair is added, the next taken away, and so on.
  /// Empty where nothing was found.
  std::vector<std::uint32_t> path;
};

/// What the three processors have to do for a matching.
struct MatchingWork {
  std::uint32_t steps = 0;         ///< augmenting paths, each of which adds a pair
  std::uint64_t stages = 0;        ///< stages of those paths, forward
  std::uint64_t failedStages = 0;  ///< of the last search, which found none
};

/// Improves a matching of inputs to outputs by augmenting paths of at most K stages, the shortest
/// first (Ding 2006, chapter 6, figures 6.6 and 6.7 repaired). K = 1 leaves a maximal matching as
/// it is; with K = 2 N - 1 none is larger (Berge 1957). Allocates only for its record.
class KStepMatching {
 public:
  explicit KStepMatching(std::uint32_t ports);

  /// `outputOf[u]` is the output of input u, or kNone; every pair must be requested. `longest` is
  /// K, odd. With `record`, each step and the last search are appended to it with all vertices that
  /// the hardware reaches; without, only those that were not reached before, which finds the same
  /// paths.
  MatchingWork improve(const BitMatrix& requests, std::uint32_t longest,
                       std::vector<std::uint32_t>& outputOf,
                       std::vector<MatchingStep>* record = nullptr);

  /// The same in a slot of a crossbar. Requests that other slots serve do not count; pairs that are
  /// taken away are requests again. The slot must not be preloaded. `changed` hears of what is
  /// released, then of what is established.
  MatchingWork improve(const BitMatrix& requests, std::uint32_t longest,
                       CircuitRegisters& registers, std::uint32_t slot,
                       const std::function<void(const CircuitChange&)>& changed = {});

 private:
  std::uint64_t* stage(std::uint32_t index) {
    return reached_.data() + std::size_t{index} * words_;
  }
  /// The last stage, whose outputs include a free one, or 0; `looked` is how many there were.
  std::uint32_t search(const BitMatrix& requests, std::uint32_t longest,
                       const std::vector<std::uint32_t>& outputOf, bool whole,
                       std::uint32_t& looked);
  /// The path that ends in the lowest free output of `last`, with the lowest vertices on the way.
  void trace(const BitMatrix& requests, std::uint32_t last,
             const std::vector<std::uint32_t>& outputOf);

  std::uint32_t ports_, words_;
  std::vector<std::uint64_t> reached_;  ///< stage by stage
  std::vector<std::uint64_t> seen_;     ///< outputs of earlier stages
  std::vector<std::uint64_t> freeOutputs_;
  std::vector<std::uint32_t> inputOf_;
  std::vector<std::uint32_t> path_;
  std::vector<std::uint32_t> slotOutputs_;  ///< of the slot at hand
  BitMatrix open_;                          ///< requests of the slot at hand
};

/// The matching that takes inputs from the lowest, each with its lowest free output: K = 1.
void greedyMatching(const BitMatrix& requests, std::vector<std::uint32_t>& outputOf);

}  // namespace hopscope
