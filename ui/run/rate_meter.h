// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/simulation/snapshot.h"

namespace hopscope {

/// Turns a snapshot's counters into rates over the last stretch of simulated time. The stretch is
/// between one and two times `kStretch` (or two snapshots, where those lie farther apart), so that
/// links neither flicker at low speed nor lag at high speed.
class RateMeter {
 public:
  static constexpr Cycle kStretch = 500;  ///< cycles
  static constexpr Cycle kFirst = 20;     ///< below this many cycles there is no rate yet

  /// Forgets everything; the next snapshot's counters are compared with zero at cycle 0.
  /// `rates` per link; empty: each channel carries up to a flit a cycle.
  void reset(std::size_t channels, std::size_t routers, std::vector<LinkRate> rates = {});
  void add(const Snapshot& snapshot);

  /// Per channel, 0..1 of what it carries at the most; NaN before there is data.
  void utilization(std::vector<float>& out) const;
  /// Per router, 0..1; NaN without lookups.
  void hitRate(std::vector<float>& out) const;
  /// Cycles the rates are taken over.
  Cycle covered() const { return newest_.cycle - base_.cycle; }

 private:
  struct Counters {
    Cycle cycle = 0;
    std::vector<std::uint64_t> flits, lookups, hits;
  };
  static void copy(const Snapshot& snapshot, Counters& out);

  Counters base_, next_, newest_;
  std::vector<LinkRate> rates_;
};

}  // namespace hopscope
