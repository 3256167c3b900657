// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hopscope {

/// How requesters and resources of a router are matched.
enum class AllocatorKind : std::uint8_t {
  separableInputFirst,
  separableOutputFirst,
  islip,
  wavefront,
  maximumMatching
};

/// How one of several requests is chosen.
enum class ArbiterKind : std::uint8_t { roundRobin, matrix, age, random };

struct AllocatorSettings {
  AllocatorKind kind = AllocatorKind::separableInputFirst;
  ArbiterKind arbiter = ArbiterKind::roundRobin;  ///< of the separable ones and iSLIP
  std::uint32_t iterations = 1;                   ///< likewise

  bool operator==(const AllocatorSettings&) const = default;
};

}  // namespace hopscope
