// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/forwarding/lookup_settings.h"
#include "engine/forwarding/recorded_lookup.h"

namespace hopscope {

/// What caches of one geometry come to, with the misses by cause (MissCause).
struct CacheOutcome {
  std::uint64_t hits = 0, compulsory = 0, capacity = 0, conflict = 0;

  std::uint64_t misses() const { return compulsory + capacity + conflict; }
  std::uint64_t lookups() const { return hits + misses(); }
  /// 0 to 1; NaN without lookups.
  double hitRate() const;
  bool operator==(const CacheOutcome&) const = default;
};

/// LRU caches of many geometries over one and the same recorded run.
struct CacheMap {
  std::vector<std::uint32_t> entries, ways;
  /// [entries][ways]; nothing where ways do not divide entries.
  std::vector<std::vector<std::optional<CacheOutcome>>> cells;
  std::size_t caches = 0;     ///< that were asked at all
  std::uint64_t lookups = 0;  ///< counted, of all of them
  std::uint32_t keys = 0;     ///< different ones, of the cache that saw most
};

/// The whole map by stack distances, one pass over the lookups for each number of sets and each
/// number of entries that occurs. Lookups before `countedFrom` fill the caches and are not counted.
/// A lookup that in a run waits for the miss before it (LookupOutcome::merged) is a hit here.
/// `goOn` is told the share that is done and ends it by false; the map is incomplete then.
CacheMap mapCaches(const std::vector<RecordedLookup>& lookups, std::size_t countedFrom,
                   HashKind hash, std::vector<std::uint32_t> entries,
                   std::vector<std::uint32_t> ways, const std::function<bool(double)>& goOn = {});

/// Powers of two from 8 entries to the first that holds twice `keys`, at most 16,384, and the
/// geometry `entries` by `ways` that there is.
std::vector<std::uint32_t> usualEntries(std::uint32_t keys, std::uint32_t entries);
std::vector<std::uint32_t> usualWays(std::uint32_t ways);
/// The most different keys that any one cache was asked for.
std::uint32_t mostKeys(const std::vector<RecordedLookup>& lookups);

}  // namespace hopscope
