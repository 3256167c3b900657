// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "engine/core/ids.h"
#include "engine/workload/collective.h"

namespace hopscope {

/// A collective operation that ranks do again and again: by one algorithm, among as many, with as
/// many bytes (CollectiveCall::bytes).
struct CollectiveKind {
  std::uint32_t job = 0;
  const Collective* collective = nullptr;
  std::uint32_t ranks = 1;
  std::uint64_t bytes = 0;

  /// Those with the most bytes first.
  friend bool operator<(const CollectiveKind& a, const CollectiveKind& b) {
    return std::tie(b.bytes, a.job, a.ranks, a.collective) <
           std::tie(a.bytes, b.job, b.ranks, b.collective);
  }
};

/// What ranks spent in calls of it, each from where the rank began it until it went on: what the
/// others keep it waiting for, too. Whole numbers, so that parts add up in any order.
struct CollectiveTime {
  std::uint64_t calls = 0;  ///< counted at each rank
  std::uint64_t cycles = 0;

  CollectiveTime& operator+=(const CollectiveTime& other) {
    calls += other.calls;
    cycles += other.cycles;
    return *this;
  }
};

using CollectiveTimes = std::map<CollectiveKind, CollectiveTime>;

/// Of more kinds than these, those with the fewest bytes are forgotten: a trace may have millions.
/// What is among the first of all parts of a network has never been forgotten by one of them, so
/// that nothing depends on how many parts there are.
inline constexpr std::size_t kMostCollectiveKinds = 4'096;

/// The size of a collective as the NCCL Tests have it (doc/PERFORMANCE.md, NVIDIA 2016): of the
/// whole array, where a call says what each rank has, or what it sends to each.
std::uint64_t wholeBytes(CollectivePurpose purpose, std::uint32_t ranks, std::uint64_t bytes);

/// What their bus bandwidth is to the algorithm bandwidth (size / time), so that it can be compared
/// with that of a cable whatever the number n of ranks: 2 (n - 1) / n of an allreduce, 1 of a
/// broadcast and a reduce, else (n - 1) / n. NaN of a barrier, which moves nothing.
double busFactor(CollectivePurpose purpose, std::uint32_t ranks);

}  // namespace hopscope
