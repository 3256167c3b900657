// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/forwarding/forwarding_cache.h"

namespace hopscope {

/// How one lookup in a forwarding cache ended; see LookupCounts.
enum class LookupOutcome : std::uint8_t {
  hit,
  merged,
  compulsory,
  capacity,
  conflict,
  unclassified
};

/// One lookup in a forwarding cache and what it did to the set.
struct LookupRecord {
  std::uint64_t number = 0;  ///< of this cache's lookups, from 1
  Cycle at = 0;              ///< arrival of the head
  Cycle waited = 0;          ///< cycles until its output port was known
  std::uint32_t destination = kNone;
  std::uint32_t key = kNone;  ///< what the cache was asked for
  std::uint32_t hash = 0, set = 0;
  std::uint32_t way = kNone;  ///< of the line that was hit or filled; kNone: none
  PortIndex port = kNoPort;   ///< the answer
  LookupOutcome outcome = LookupOutcome::unclassified;
  std::uint16_t age = 0;          ///< of the line hit or displaced, before this lookup; 0 = newest
  std::uint16_t valid = 0;        ///< lines of the set in use before this lookup
  std::uint32_t evicted = kNone;  ///< the key that had to go
};

/// The last lookups at one input port. Filled only while somebody watches the router.
class LookupLog {
 public:
  static constexpr std::size_t kKept = 32;

  /// Before a lookup: remembers the set that `key` belongs to, and the counters.
  void before(const ForwardingCache& cache, std::uint32_t key);
  /// After it: finds out what has changed and keeps it. `known` is in cycles.
  void after(const ForwardingCache& cache, std::uint32_t destination, std::uint32_t key,
             PortIndex port, Cycle at, Cycle known);

  /// The oldest first.
  std::vector<LookupRecord> records() const;

 private:
  LookupCounts counts_;
  std::vector<ForwardingCache::Line> set_;
  std::array<LookupRecord, kKept> records_{};
  std::uint64_t kept_ = 0;  ///< so far; the ring holds the last of them
};

}  // namespace hopscope
