// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/core/ids.h"

namespace hopscope {

/// How a switch finds the output port of a packet (Hirasawa 2022, sections 2.4, 4 and 5).
enum class LookupKind : std::uint8_t {
  algorithm,  ///< computed by the routing logic, costs nothing
  dram,       ///< a linear table in memory: rows are read in order until one matches
  cam,        ///< exact (BCAM) or ternary (TCAM) table, one server
  cache,      ///< forwarding cache per input port, the CAM on a miss
  nrfMap,     ///< node reduction and a map from its tags to ports, without a table
};

enum class Replacement : std::uint8_t { lru, fifo, lfu, random };
enum class HashKind : std::uint8_t { modulo, crc16, crc32 };

/// Geometry and timing of one forwarding cache. `entries` is a multiple of `ways`.
struct CacheSettings {
  std::uint32_t entries = 2048;
  std::uint32_t ways = 4;
  Replacement replacement = Replacement::lru;
  HashKind hash = HashKind::crc16;
  Picoseconds latency = 1000;   ///< hash, node reduction and access, on a hit
  Picoseconds interval = 1000;  ///< initiation interval of one port's cache pipe
  std::uint32_t mshr = 4;       ///< outstanding misses per port
  std::uint32_t lanes = 1;      ///< wavelengths of a link, each with a cache of its own
  /// Ports of terminals fetch the next destination of an exchange of all with all, and give up the
  /// last one.
  bool refill = false;

  bool operator==(const CacheSettings&) const = default;
};

/// A second cache that all ports of a switch share; hash and replacement are those of the first.
struct SharedCacheSettings {
  std::uint32_t entries = 0;  ///< 0: none; a multiple of `ways`
  std::uint32_t ways = 8;
  Picoseconds latency = 4000;
  Picoseconds interval = 4000;

  bool operator==(const SharedCacheSettings&) const = default;
};

enum class ReductionKind : std::uint8_t { none, automatic, mesh, torus, fatTree, dragonfly };
/// From which distance on the way round a ring of k is taken downwards. Floor, of k / 2, is minimal
/// for every k; ceil is what the source prints, and 1 hop too long for an odd k.
enum class RingThreshold : std::uint8_t { floor, ceil };
/// Which up port a fat tree's function names.
enum class UpDigit : std::uint8_t {
  ofLevel,          ///< destination modulo k: the digit of the switch's level
  highestDiffering  ///< as printed: the one below the highest digit that differs
};
/// Which of parallel links a destination takes.
enum class LagSelect : std::uint8_t {
  modulo,     ///< its number modulo theirs
  crc,        ///< CRC-16 of its number modulo theirs
  roundRobin  ///< packets take them in turn, so that a tag stands for all of them
};

struct ReductionSettings {
  ReductionKind kind = ReductionKind::none;
  RingThreshold threshold = RingThreshold::floor;
  UpDigit up = UpDigit::ofLevel;
  LagSelect lagSelect = LagSelect::modulo;
  bool byPort = false;  ///< tags that share a port are one tag

  bool operator==(const ReductionSettings&) const = default;
};

/// What a lookup takes: energies in nanojoules, static powers in milliwatts of each instance.
struct LookupEnergy {
  double dramRow = 5;  ///< per row read
  double cam = 42, camStatic = 36;
  double cache = 0.039, cacheStatic = 13;
  double shared = 0.15, sharedStatic = 50;
  double reduction = 0.01;

  bool operator==(const LookupEnergy&) const = default;
};

inline constexpr unsigned kMostCamBanks = 6;

/// Everything about one switch's route lookup.
struct LookupSettings {
  LookupKind kind = LookupKind::algorithm;
  Picoseconds dramRead = 50'000;  ///< of one row
  Picoseconds camLatency = 25'000;
  Picoseconds camInterval = 25'000;  ///< service time: the CAM is a server that can saturate
  bool camPerPort = false;           ///< one CAM (or DRAM) per input port, not per switch
  std::uint32_t camBanks = 1;        ///< copies of the CAM that work side by side, 1 to 6
  CacheSettings cache;
  SharedCacheSettings shared;
  ReductionSettings reduction;  ///< what the caches know destinations by
  std::uint32_t patterns = 16;  ///< maps from tags to ports, of LookupKind::nrfMap
  bool warmUp = false;          ///< the caches have seen an exchange of all with all before cycle 0
  LookupEnergy energy;

  bool operator==(const LookupSettings&) const = default;
};

}  // namespace hopscope
