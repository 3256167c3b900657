// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/simulation/results.h"
#include "engine/simulation/setup.h"
#include "engine/switching/switching.h"

namespace hopscope {

/// Reads the counters of a network at the ends of windows and of the measured interval, and makes
/// results of them. Everything it needs is taken at construction, so that a window allocates
/// nothing.
class Measurement {
 public:
  Measurement(const RunSettings& run, const Topology& topology);

  /// The next cycle at which `mark` is to be called.
  Cycle nextMark() const { return nextMark_; }
  /// Between two cycles, at `nextMark()`: closes windows, begins and ends measuring.
  void mark(Switching& network);

  const std::vector<WindowSample>& windows() const { return windows_; }

  /// Fills the fields of `results` that this class knows.
  void summarise(const Switching& network, Results& results) const;

 private:
  /// Everything that counts upwards, at one moment.
  struct Totals {
    std::vector<std::uint64_t> channelFlits;
    std::vector<std::uint64_t> received;  ///< flits, per terminal
    LookupCounts lookups;
    std::vector<LookupCounts> routerLookups;
    std::uint64_t camLookups = 0;
    Picoseconds camWaited = 0;
    std::uint64_t deliveredPackets = 0, deliveredFlits = 0;
    InjectionCounts injected;
  };

  void take(Totals& totals, const Switching& network, const DeliveryTally& tally) const;
  void recordWindow(Switching& network, const DeliveryTally& tally);

  RunSettings run_;
  const Topology* topology_;
  double terminals_;
  Cycle window_;  ///< length in force
  Cycle nextMark_;
  std::vector<WindowSample> windows_;
  Cycle windowStart_ = 0;
  Totals atWindowStart_, atMeasureStart_, atMeasureEnd_;
};

}  // namespace hopscope
