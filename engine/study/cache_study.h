// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/ids.h"
#include "engine/core/issue.h"
#include "engine/design/design.h"
#include "engine/forwarding/cache_map.h"

namespace hopscope {

struct CacheStudyRequest {
  Design design;
  RouterId router = kNone;      ///< kNone: of every router
  PortIndex port = kNoPort;     ///< kNoPort: each port of the router
  std::optional<Cycle> from;    ///< counted from here on; by default from the end of the warm-up
  std::optional<Cycle> cycles;  ///< so many; by default to the end of the measured interval
  std::vector<std::uint32_t> entries, ways;        ///< empty: usualEntries(), usualWays()
  std::size_t mostLookups = std::size_t{1} << 24;  ///< recorded at the most
};

/// What other forwarding caches would have come to in one and the same run.
struct CacheStudy {
  Issues issues;  ///< with an error there is nothing else
  CacheMap map;
  Cycle from = 0, until = 0;  ///< what was counted
  bool cached = false;        ///< the design has caches there, of this geometry
  std::uint32_t entries = 0, ways = 0;
  HashKind hash = HashKind::crc16;
  Replacement replacement = Replacement::lru;
  bool tagged = false;                        ///< keys are tags of node reduction
  std::uint64_t ownLookups = 0, ownHits = 0;  ///< of the design's own caches, likewise counted
  bool changed = false;     ///< a phase gives the caches another geometry before `until`
  bool prefetched = false;  ///< the run also fills its caches ahead of lookups; the map does not
  bool full = false;        ///< more was looked up than is recorded
  bool stopped = false;     ///< there is no map
};

/// Simulates the design up to the end of the stretch, keeping what is looked up, and maps it. One
/// seed gives one result. `progress` is told the share that is done.
CacheStudy studyCaches(const CacheStudyRequest& request, const std::stop_token& stop,
                       const std::function<void(double)>& progress);

/// A row for each geometry, plain C numbers: entries, ways, sets, lookups, hits, hit rate, and
/// misses by cause.
std::string csvOf(const CacheMap& map);

}  // namespace hopscope
