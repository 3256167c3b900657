// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "engine/core/ids.h"
#include "engine/core/rng.h"
#include "engine/forwarding/key_hash.h"
#include "engine/forwarding/line_memory.h"
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
  std::uint64_t refills = 0;       ///< keys fetched before anybody asked for them

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
  /// component decide what random replacement draws. All memory is taken here, that of the lines
  /// from `lines`, where given, which has to outlive the cache.
  ForwardingCache(const CacheSettings& settings, std::uint64_t seed, std::uint32_t component,
                  std::uint32_t keys = 0, LineMemory* lines = nullptr);

  /// What the lines of a cache take of a LineMemory.
  static std::size_t bytes(const CacheSettings& settings);

  /// Looks a key up, counts the lookup and, on a hit, makes the line the most recent one. After a
  /// miss the caller asks the CAM and calls `fill`. `key` is not kNone.
  std::optional<PortIndex> access(std::uint32_t key);
  /// The same for a key that is there; otherwise false, and nothing has happened.
  bool hit(std::uint32_t key);

  /// Counts a lookup whose key is being fetched already; the line, if still there, becomes the most
  /// recent one.
  void merge(std::uint32_t key);

  /// Puts a key in, in place of a victim if its set is full. The key must not be there.
  void fill(std::uint32_t key, PortIndex port);

  bool holds(std::uint32_t key) const { return findIn(setFor(key), key) != nullptr; }
  /// Gives up the line of a key that will not be asked for again, if it is there.
  void evict(std::uint32_t key);

  /// A lookup before the time that counts: the key is there afterwards, and was seen.
  void warm(std::uint32_t key, PortIndex port);

  /// Empties the cache. What misses afterwards is compulsory again. The counters go on.
  void flush();

  /// A new window for `Line::hitThisWindow` and `Line::justFilled`. Costs nothing.
  void beginWindow();

  const LookupCounts& counts() const { return counts_; }
  void countRefill() { ++counts_.refills; }
  std::uint32_t sets() const { return sets_; }
  std::uint32_t ways() const { return ways_; }
  HashKind hash() const { return hash_; }
  Replacement replacement() const { return replacement_; }
  bool classifies() const { return classifier_.enabled(); }
  /// Before it is cut to the number of sets.
  std::uint32_t hashOf(std::uint32_t key) const { return hopscope::hashOf(hash_, key); }
  std::uint32_t setOf(std::uint32_t key) const {
    const std::uint32_t hashed = hashOf(key);
    return setMask_ != 0 ? hashed & setMask_ : hashed % sets_;
  }
  /// Has the processor fetch the set of a key that will be looked up soon.
  [[gnu::always_inline]] void prefetch(std::uint32_t key) const {
    __builtin_prefetch(setFor(key), 1);
  }
  /// `index` = set * ways + way.
  Line line(std::uint32_t index) const;

 private:
  /// What most caches have; their sets are searched faster.
  static constexpr std::uint32_t kFewWays = 4;

  /// 16 bytes; all zero is an empty line.
  struct Slot {
    std::uint32_t tag;   ///< key + 1; 0: empty
    std::uint32_t hits;  ///< stops at its maximum
    PortIndex port;
    std::uint16_t seenIn;  ///< window of the last hit, or of the filling where there was none
    std::uint32_t usedAt;  ///< of uses_, when it was used last (LRU, LFU) or filled
  };

  std::uint64_t& countOf(std::uint32_t missed);
  Slot* setFor(std::uint32_t key) const { return slots_ + std::size_t{setOf(key)} * ways_; }
  Slot* findIn(Slot* set, std::uint32_t key) const;
  void makeNewest(Slot& slot) { slot.usedAt = ++uses_; }
  /// How far back the last use lies, in uses of the cache. They may wrap round: then only a line
  /// without a use in four thousand million counts as younger than it is.
  std::uint32_t unusedFor(const Slot& slot) const { return uses_ - slot.usedAt; }
  void countHit(Slot& slot, std::uint32_t key);
  Slot& victim(Slot* set);

  // What every lookup needs comes first, so that it lies in few lines of the processor's cache.
  Slot* slots_;
  std::uint32_t sets_;
  std::uint32_t setMask_;  ///< sets - 1 where the number of sets is a power of two above 1, or 0
  std::uint32_t ways_;
  Replacement replacement_;
  HashKind hash_;
  bool ordersUse_;    ///< the classifier wants to know of hits
  bool ordersByUse_;  ///< replacement does
  std::uint16_t window_ = 1;
  std::uint32_t uses_ = 0;  ///< fillings, and hits where they order the lines
  LookupCounts counts_;
  MissClassifier classifier_;
  Rng rng_;
  LineMemory own_;
};

// What every hop does is inline.

inline ForwardingCache::Slot* ForwardingCache::findIn(Slot* set, std::uint32_t key) const {
  const std::uint32_t tag = key + 1;
  if (ways_ == kFewWays) {
    // Which way it is, no processor guesses: so all are compared, without a jump.
    const bool second = set[1].tag == tag, third = set[2].tag == tag, fourth = set[3].tag == tag;
    const unsigned way = second + 2u * third + 3u * fourth;
    return set[way].tag == tag ? set + way : nullptr;
  }
  for (Slot* slot = set; slot != set + ways_; ++slot)
    if (slot->tag == tag) return slot;
  return nullptr;
}

inline void ForwardingCache::countHit(Slot& slot, std::uint32_t key) {
  if (ordersUse_) classifier_.hit(key);
  ++counts_.lookups;
  ++counts_.hits;
  if (slot.hits != std::numeric_limits<std::uint32_t>::max()) ++slot.hits;
  slot.seenIn = window_;
  if (ordersByUse_) makeNewest(slot);
}

inline bool ForwardingCache::hit(std::uint32_t key) {
  Slot* const slot = findIn(setFor(key), key);
  if (slot == nullptr) return false;
  countHit(*slot, key);
  return true;
}

inline std::optional<PortIndex> ForwardingCache::access(std::uint32_t key) {
  if (Slot* const slot = findIn(setFor(key), key)) {
    countHit(*slot, key);
    return slot->port;
  }
  ++counts_.lookups;
  ++countOf(key);
  return std::nullopt;
}

}  // namespace hopscope
