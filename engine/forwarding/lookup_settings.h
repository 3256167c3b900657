// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/core/ids.h"

namespace hopscope {

/// How a switch finds the output port of a packet (Hirasawa 2022, sections 2.4 and 4).
enum class LookupKind : std::uint8_t {
  algorithm,  ///< computed by the routing logic, costs nothing
  cam,        ///< exact (BCAM) or ternary (TCAM) table, one server
  cache,      ///< forwarding cache per input port, the CAM on a miss
};

enum class Replacement : std::uint8_t { lru, fifo, random };
enum class HashKind : std::uint8_t { modulo, crc16 };

/// Geometry and timing of one forwarding cache. `entries` is a multiple of `ways`.
struct CacheSettings {
  std::uint32_t entries = 2048;
  std::uint32_t ways = 4;
  Replacement replacement = Replacement::lru;
  HashKind hash = HashKind::crc16;
  Picoseconds latency = 1000;   ///< hash and access, on a hit
  Picoseconds interval = 1000;  ///< initiation interval of one port's cache pipe
  std::uint32_t mshr = 4;       ///< outstanding misses per port

  bool operator==(const CacheSettings&) const = default;
};

/// Everything about one switch's route lookup.
struct LookupSettings {
  LookupKind kind = LookupKind::algorithm;
  Picoseconds camLatency = 25'000;
  Picoseconds camInterval = 25'000;  ///< service time: the CAM is a server that can saturate
  bool camPerPort = false;           ///< one CAM per input port instead of one per switch
  CacheSettings cache;

  bool operator==(const LookupSettings&) const = default;
};

}  // namespace hopscope
