// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/fabric/fabric.h"
#include "engine/simulation/results.h"
#include "engine/simulation/setup.h"
#include "engine/statistics/batch_means.h"
#include "engine/statistics/histogram.h"
#include "engine/switching/route_stage.h"
#include "engine/switching/terminals.h"

namespace hopscope {

/// Counts what arrives. Everything it needs is taken at construction, so that recording allocates
/// nothing.
class Measurement {
 public:
  Measurement(const RunSettings& run, const Fabric& fabric);

  /// The tail of a packet reached its terminal at cycle `now`.
  void delivered(Cycle now, const Packet& packet);

  /// Called after each cycle; `next` is the number of cycles simulated so far. Closes windows and
  /// marks the ends of the measured interval.
  void cycleDone(Cycle next, const Fabric& fabric, RouteStage& routes, const Terminals& terminals) {
    if (next == nextEvent_) closeWindow(next, fabric, routes, terminals);
  }

  std::uint64_t deliveredPackets() const { return deliveredPackets_; }
  std::uint64_t deliveredMeasured() const { return deliveredMeasured_; }
  const std::vector<WindowSample>& windows() const { return windows_; }

  /// Fills the fields of `results` that this class knows; `next` as in cycleDone.
  void summarise(Cycle next, const Fabric& fabric, const RouteStage& routes,
                 const Terminals& terminals, Results& results) const;

 private:
  /// Everything that counts upwards, at one moment.
  struct Totals {
    std::vector<std::uint64_t> channelFlits;
    LookupCounts lookups;
    std::vector<LookupCounts> routerLookups;
    std::uint64_t camLookups = 0;
    Picoseconds camWaited = 0;
    std::uint64_t deliveredPackets = 0;
    std::uint64_t generatedPackets = 0;
    std::uint64_t refusedPackets = 0;
  };

  void closeWindow(Cycle next, const Fabric& fabric, RouteStage& routes,
                   const Terminals& terminals);
  void take(Totals& totals, const Fabric& fabric, const RouteStage& routes,
            const Terminals& terminals) const;
  void recordWindow(Cycle next, const Fabric& fabric, const RouteStage& routes,
                    const Terminals& terminals);

  RunSettings run_;
  double terminals_;
  double flits_;  ///< of a packet
  Cycle window_;  ///< length in force
  Cycle nextEvent_;
  std::uint64_t deliveredPackets_ = 0, deliveredMeasured_ = 0;
  std::uint64_t measuredHops_ = 0;
  Histogram latency_, windowLatency_;
  BatchMeans batches_;
  std::vector<WindowSample> windows_;
  Cycle windowStart_ = 0;
  Totals atWindowStart_, atMeasureStart_, atMeasureEnd_;
};

}  // namespace hopscope
