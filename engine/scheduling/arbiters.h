// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/rng.h"
#include "engine/fabric/allocator_settings.h"

namespace hopscope {

/// A row of arbiters of one kind, each over its own candidates 0, 1, … An allocator asks for the
/// rank of each request and takes the lowest; `serve` when the grant is used. What an arbiter
/// chooses depends on its candidates, not on the order in which they are named.
class Arbiters {
 public:
  /// `sizes[i]` candidates at arbiter i. Random ones draw from streams of their own, numbered from
  /// `firstStream`.
  Arbiters(ArbiterKind kind, const std::vector<std::uint32_t>& sizes, std::uint64_t seed,
           std::uint32_t firstStream);

  /// The lower, the more a candidate deserves the next grant; no two candidates are equal.
  /// `birth` is when its packet was generated, within 2^31 cycles of the others'.
  std::uint64_t rank(std::uint32_t arbiter, std::uint32_t candidate, std::uint32_t birth);

  /// Ranks given from now on are of another choice: random ones are drawn anew.
  void beginPass() { ++pass_; }

  void serve(std::uint32_t arbiter, std::uint32_t candidate);

 private:
  std::uint32_t turns(std::uint32_t arbiter, std::uint32_t candidate) const;

  ArbiterKind kind_;
  std::vector<std::uint32_t> sizes_;
  std::vector<std::uint32_t> pointers_;  ///< round robin, and among equals
  std::vector<std::uint64_t> first_;     ///< matrix: of the arbiter's candidates in `served_`
  std::vector<std::uint64_t> served_;    ///< matrix: when a candidate was last served
  std::uint64_t grants_ = 0;
  /// A random arbiter has its stream, and what it drew for all candidates of a pass.
  struct Lot {
    Rng rng;
    std::uint64_t drawnIn = 0;
    std::uint64_t value = 0;
  };
  std::vector<Lot> lots_;
  std::uint64_t pass_ = 0;
};

}  // namespace hopscope
