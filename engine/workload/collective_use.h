// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
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
  std::uint32_t ranks = 1;
  const Collective* collective = nullptr;
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
  /// Cycles of a call at the rank that takes longest in the mean: the root of a gather or of a
  /// reduction, the last leaf of a scatter or of a broadcast. The others may be done long before
  /// the bytes are where they belong.
  double longest = 0;

  CollectiveTime& operator+=(const CollectiveTime& other) {
    calls += other.calls;
    cycles += other.cycles;
    longest = std::max(longest, other.longest);
    return *this;
  }
};

using CollectiveTimes = std::map<CollectiveKind, CollectiveTime>;

/// What each of some ranks spent in collectives: a sum per kind and rank, in bounded memory. Of
/// more kinds than `most`, those with the fewest bytes are forgotten: a trace may have millions.
/// What is among the first of all parts of a network has never been forgotten by one of them, so
/// that nothing depends on how many parts there are.
class CollectiveRecord {
 public:
  CollectiveRecord(std::uint32_t ranks, std::size_t most) : ranks_(ranks), most_(most) {}

  /// A call of the rank in place `rank` < ranks took so many cycles.
  void add(const CollectiveKind& kind, std::uint32_t rank, std::uint64_t cycles);
  CollectiveTimes times() const;

 private:
  struct OfRank {
    std::uint64_t calls = 0, cycles = 0;
  };

  std::uint32_t ranks_;
  std::size_t most_;
  std::map<CollectiveKind, std::vector<OfRank>> kinds_;
};

/// How many kinds are kept where there are so many ranks in all: 64 MB of sums, and 64 kinds at
/// least.
std::size_t mostCollectiveKinds(std::uint32_t ranks);

/// The size of a collective as the NCCL Tests have it (doc/PERFORMANCE.md, NVIDIA 2016): of the
/// whole array, where a call says what each rank has, or what it sends to each.
std::uint64_t wholeBytes(CollectivePurpose purpose, std::uint32_t ranks, std::uint64_t bytes);

/// What their bus bandwidth is to the algorithm bandwidth (size / time), so that it can be compared
/// with that of a cable whatever the number n of ranks: 2 (n - 1) / n of an allreduce, 1 of a
/// broadcast and a reduce, else (n - 1) / n. NaN of a barrier, which moves nothing.
double busFactor(CollectivePurpose purpose, std::uint32_t ranks);

}  // namespace hopscope
