// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/forwarding_cache.h"

#include <algorithm>
#include <cstring>

namespace hopscope {
namespace {

/// A line of the processor's cache; a set of four ways fits.
constexpr std::size_t kLine = 64;

}  // namespace

LookupCounts& LookupCounts::operator+=(const LookupCounts& other) {
  lookups += other.lookups;
  hits += other.hits;
  mshrMerges += other.mshrMerges;
  compulsory += other.compulsory;
  capacity += other.capacity;
  conflict += other.conflict;
  unclassified += other.unclassified;
  evictions += other.evictions;
  refills += other.refills;
  return *this;
}

LookupCounts& LookupCounts::operator-=(const LookupCounts& other) {
  lookups -= other.lookups;
  hits -= other.hits;
  mshrMerges -= other.mshrMerges;
  compulsory -= other.compulsory;
  capacity -= other.capacity;
  conflict -= other.conflict;
  unclassified -= other.unclassified;
  evictions -= other.evictions;
  refills -= other.refills;
  return *this;
}

ForwardingCache::ForwardingCache(const CacheSettings& settings, std::uint64_t seed,
                                 std::uint32_t component, std::uint32_t keys, LineMemory* lines)
    : sets_(std::max(1u, settings.entries / settings.ways)),
      setMask_((sets_ & (sets_ - 1)) == 0 ? sets_ - 1 : 0),
      ways_(settings.ways),
      replacement_(settings.replacement),
      hash_(settings.hash),
      ordersByUse_(replacement_ == Replacement::lru || replacement_ == Replacement::lfu),
      classifier_(sets_ * ways_, keys),
      rng_(seed, component, RandomPurpose::cache),
      own_(lines == nullptr ? bytes(settings) : 0) {
  slots_ = static_cast<Slot*>((lines == nullptr ? own_ : *lines).take(bytes(settings)));
  ordersUse_ = classifier_.countsHits();
}

std::size_t ForwardingCache::bytes(const CacheSettings& settings) {
  const std::size_t slots = std::max(settings.entries, settings.ways);
  return (slots * sizeof(Slot) + kLine - 1) / kLine * kLine;
}

/// The count of the misses that have the cause of this one.
std::uint64_t& ForwardingCache::countOf(std::uint32_t missed) {
  if (!classifier_.enabled()) return counts_.unclassified;
  const MissCause cause = classifier_.access(missed);
  return cause == MissCause::compulsory ? counts_.compulsory
         : cause == MissCause::capacity ? counts_.capacity
                                        : counts_.conflict;
}

void ForwardingCache::merge(std::uint32_t key) {
  ++counts_.lookups;
  ++counts_.mshrMerges;
  if (ordersUse_) classifier_.hit(key);
  if (!ordersByUse_) return;
  if (Slot* const slot = findIn(setFor(key), key)) makeNewest(*slot);
}

ForwardingCache::Slot& ForwardingCache::victim(Slot* set) {
  for (Slot* slot = set; slot != set + ways_; ++slot)
    if (slot->tag == 0) return *slot;
  ++counts_.evictions;
  if (replacement_ == Replacement::random) return set[rng_.below(ways_)];
  // Among lines that were hit equally often, the one whose last use lies furthest back.
  if (replacement_ == Replacement::lfu)
    return *std::min_element(set, set + ways_, [this](const Slot& a, const Slot& b) {
      return a.hits != b.hits ? a.hits < b.hits : unusedFor(a) > unusedFor(b);
    });
  return *std::max_element(set, set + ways_, [this](const Slot& a, const Slot& b) {
    return unusedFor(a) < unusedFor(b);
  });
}

void ForwardingCache::fill(std::uint32_t key, PortIndex port) {
  Slot& slot = victim(setFor(key));
  makeNewest(slot);
  slot.tag = key + 1;
  slot.hits = 0;
  slot.port = port;
  slot.seenIn = window_;
}

void ForwardingCache::evict(std::uint32_t key) {
  Slot* const slot = findIn(setFor(key), key);
  if (slot == nullptr) return;
  // A key that was fetched ahead may never have missed.
  if (classifier_.enabled() && !ordersUse_) classifier_.access(key);
  *slot = {};
}

void ForwardingCache::warm(std::uint32_t key, PortIndex port) {
  const LookupCounts before = counts_;
  if (!access(key)) fill(key, port);
  counts_ = before;
}

void ForwardingCache::flush() {
  std::memset(slots_, 0, std::size_t{sets_} * ways_ * sizeof(Slot));
  classifier_.clear();
}

void ForwardingCache::beginWindow() {
  if (++window_ == 0) window_ = 1;
}

ForwardingCache::Line ForwardingCache::line(std::uint32_t index) const {
  const Slot& slot = slots_[index];
  if (slot.tag == 0) return {};
  const Slot* const set = slots_ + index / ways_ * std::size_t{ways_};
  const auto younger = std::count_if(set, set + ways_, [&](const Slot& other) {
    return other.tag != 0 && unusedFor(other) < unusedFor(slot);
  });
  const bool seen = slot.seenIn == window_;
  return {true,
          seen && slot.hits > 0,
          seen && slot.hits == 0,
          slot.tag - 1,
          slot.port,
          slot.hits,
          static_cast<std::uint16_t>(younger)};
}

}  // namespace hopscope
