// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

  friend bool operator<(const CollectiveKind& a, const CollectiveKind& b) {
    return std::tie(a.job, a.collective, a.ranks, a.bytes) <
           std::tie(b.job, b.collective, b.ranks, b.bytes);
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

/// The size of a collective as the NCCL Tests have it (doc/PERFORMANCE.md, NVIDIA 2016): of the
/// whole array, where a call says what each rank has, or what it sends to each.
std::uint64_t wholeBytes(CollectivePurpose purpose, std::uint32_t ranks, std::uint64_t bytes);

/// What their bus bandwidth is to the algorithm bandwidth (size / time), so that it can be compared
/// with that of a cable whatever the number n of ranks: 2 (n - 1) / n of an allreduce, 1 of a
/// broadcast and a reduce, else (n - 1) / n. NaN of a barrier, which moves nothing.
double busFactor(CollectivePurpose purpose, std::uint32_t ranks);

}  // namespace hopscope
