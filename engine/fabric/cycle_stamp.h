// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/core/ids.h"

namespace hopscope {

/// The low 32 bits of a cycle. Differences are exact where two lie less than 2^31 apart;
/// Fabric::refresh keeps those of ports that close.
using CycleStamp = std::uint32_t;

constexpr CycleStamp stampOf(Cycle cycle) {
  return static_cast<CycleStamp>(cycle);
}

/// How many cycles `time` lies after `now`; negative where it lies before.
constexpr std::int32_t ahead(CycleStamp time, CycleStamp now) {
  return static_cast<std::int32_t>(time - now);
}

}  // namespace hopscope
