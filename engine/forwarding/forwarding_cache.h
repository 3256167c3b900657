// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>

#include "engine/core/ids.h"
#include "engine/core/rng.h"
#include "engine/forwarding/lookup_settings.h"
#include "engine/forwarding/miss_classifier.h"

namespace hopscope {

/// What one port's lookups came to. `lookups` = `hits` + `mshrMerges` + `misses()`.
struct LookupCounts {
  std::uint64_t lookups = 0;
  std::uint64_t hits = 0;        ///< answered by a line that was ready
  std::uint64_t mshrMerges = 0;  ///< waited for a miss of the same key that was being served
  std::uint64_t compulsory = 0, capacity = 0, conflict = 0;
  std::uint64_t unclassified = 0;  ///< misses of a cache that does not classify
  std::uint64_t evictions = 0;     ///< valid lines displaced by a fill

  std::uint64_t misses() const { return compulsory + capacity + conflict + unclassified; }
  LookupCounts& operator+=(const LookupCounts& other);
  LookupCounts& operator-=(const LookupCounts& other);
  bool operator==(const LookupCounts&) const = default;
};

/// The packet-forwarding cache of one input port: destination to output port, set-associative
/// (Hirasawa 2022, section 4.2). Time is not known here: see LookupUnit.
class ForwardingCache {
 public:
  /// A line as an inspector sees it.
  struct Line {
    bool valid = false;
    bool hitThisWindow = false;  ///< hit since the window began
    bool justFilled = false;     ///< filled since the window began, and not hit yet
    std::uint32_t key = 0;
    PortIndex port = kNoPort;
    std::uint32_t hits = 0;  ///< since it was filled
    std::uint16_t age = 0;   ///< place in the set's order of use (LRU) or arrival, 0 = newest
  };

  /// `settings.entries` is a multiple of `settings.ways`; the number of sets need not be a power of
  /// two. `keys` > 0 has misses classified by cause for keys below it (8 bytes a key). Seed and
  /// component decide what random replacement draws. All memory is taken here; the system commits
  /// that of a set when the set is first filled.
  ForwardingCache(const CacheSettings& settings, std::uint64_t seed, std::uint32_t component,
                  std::uint32_t keys = 0);

  /// Looks a key up, counts the lookup and, on a hit, makes the line the most recent one. After a
  /// miss the caller asks the CAM and calls `fill`. `key` is not kNone.
  std::optional<PortIndex> access(std::uint32_t key);

  /// Counts a lookup whose key is being fetched already; the line, if still there, becomes the most
  /// recent one.
  void merge(std::uint32_t key);

  /// Puts a key in, in place of a victim if its set is full. The key must not be there.
  void fill(std::uint32_t key, PortIndex port);

  /// A lookup before the time that counts: the key is there afterwards, and was seen.
  void warm(std::uint32_t key, PortIndex port);

  /// Empties the cache. What misses afterwards is compulsory again. The counters go on.
  void flush();

  /// A new window for `Line::hitThisWindow` and `Line::justFilled`. Costs nothing.
  void beginWindow();

  const LookupCounts& counts() const { return counts_; }
  std::uint32_t sets() const { return sets_; }
  std::uint32_t ways() const { return ways_; }
  HashKind hash() const { return hash_; }
  Replacement replacement() const { return replacement_; }
  bool classifies() const { return classifier_.enabled(); }
  std::uint32_t hashOf(std::uint32_t key) const;  ///< before it is cut to the number of sets
  std::uint32_t setOf(std::uint32_t key) const;
  /// `index` = set * ways + way.
  Line line(std::uint32_t index) const;

 private:
  /// 16 bytes; all zero is an empty line.
  struct Slot {
    std::uint32_t tag;   ///< key + 1; 0: empty
    std::uint32_t hits;  ///< stops at its maximum
    PortIndex port;
    std::uint16_t age;  ///< place in the set's order of use (LRU, LFU) or arrival, 0 = newest
    std::uint16_t filledIn, hitIn;  ///< window numbers
  };
  struct Release {
    void operator()(void* memory) const { std::free(memory); }
  };

  bool ordersByUse() const {
    return replacement_ == Replacement::lru || replacement_ == Replacement::lfu;
  }
  Slot* find(std::uint32_t key) const;
  void makeNewest(Slot& slot);
  Slot& victim(Slot* set);

  std::uint32_t sets_, ways_;
  Replacement replacement_;
  HashKind hash_;
  std::uint32_t setMask_;  ///< sets - 1 where the number of sets is a power of two above 1, or 0
  std::uint16_t window_ = 1;
  std::unique_ptr<Slot[], Release> slots_;
  LookupCounts counts_;
  MissClassifier classifier_;
  Rng rng_;
};

}  // namespace hopscope
