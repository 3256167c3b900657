// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/simulation/results.h"
#include "engine/simulation/setup.h"
#include "engine/switching/route_stage.h"

namespace hopscope {

/// Energy of routers from what they counted (Hirasawa 2022, section 4.4.3; Benito 2020, section 4):
/// - buffers: a write and a read per byte in the input buffer, and again in an output buffer;
/// - links: every port of a router, all the time. A port is electrical to terminals and, where
///   there are global channels, to local ones; all others are optical;
/// - lookup: each access of caches and tables, and their static power;
/// - fixed: the rest of a switch, all the time.
class EnergyMeter {
 public:
  explicit EnergyMeter(const Setup& setup);

  /// What `router` took over `cycles` in which `flits` came in; nanojoules. `dynamicLookup`: what
  /// its lookups took, `staticLookup`: milliwatts of its tables.
  EnergyParts of(RouterId router, std::uint64_t flits, double dynamicLookup, double staticLookup,
                 Cycle cycles) const;

  /// Flits that came into a router, of `channelFlits`.
  std::uint64_t flitsInto(RouterId router, const std::vector<std::uint64_t>& channelFlits) const;

  double nanoseconds(Cycle cycles) const { return static_cast<double>(cycles) * nanoseconds_; }

 private:
  const Topology* topology_;
  double nanoseconds_;             ///< of a cycle
  double fixed_;                   ///< W
  std::vector<double> perFlit_;    ///< per router, nJ
  std::vector<double> portWatts_;  ///< per router, of all its ports
};

}  // namespace hopscope
