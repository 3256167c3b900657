// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "engine/traffic/traffic_pattern.h"

namespace hopscope {

/// Packets of some terminals since cycle 0.
struct InjectionCounts {
  std::uint64_t generated = 0;        ///< packets that entered a source queue
  std::uint64_t generatedFlits = 0;   ///< theirs
  std::uint64_t refused = 0;          ///< dropped, for want of room in the source queue
  std::uint64_t measured = 0;         ///< of `generated`, to be measured
  std::uint64_t refusedMeasured = 0;  ///< of `refused`, while measuring
  std::uint64_t reacting = 0;         ///< of `generated`, of a workload and not sent at a rate
  std::uint64_t prefetches = 0;       ///< probes that entered; in none of the others
  /// Flits of the packets that were generated or dropped, by class of traffic.
  std::array<std::uint64_t, kMostClasses> offeredFlits{};

  /// Flits of those that entered or were dropped, in all classes.
  std::uint64_t allFlits() const;

  InjectionCounts& operator+=(const InjectionCounts& other);
};

}  // namespace hopscope
