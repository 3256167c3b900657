// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <utility>
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
  void reset(std::size_t channels, std::size_t routers);
  void add(const Snapshot& snapshot);

  /// Per channel, 0..1; NaN before there is data.
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
};

/// Utilisation of every channel over the whole run in bounded memory: when full, every second
/// sample goes and the spacing doubles.
class ChannelHistory {
 public:
  void reset(std::size_t channels);
  void add(Cycle cycle, const std::vector<std::uint64_t>& channelFlits);
  /// (cycle, utilisation 0..1) per kept sample.
  std::vector<std::pair<double, double>> of(ChannelId channel) const;

 private:
  struct Sample {
    Cycle cycle = 0;
    std::vector<std::uint64_t> flits;
  };
  std::size_t channels_ = 0;
  std::size_t capacity_ = 0;
  Cycle spacing_ = 0;
  std::vector<Sample> samples_;  ///< counters at that cycle; the first is cycle 0
};

}  // namespace hopscope
