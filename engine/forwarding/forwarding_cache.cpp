// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/forwarding_cache.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

#include "engine/forwarding/key_hash.h"

namespace hopscope {

LookupCounts& LookupCounts::operator+=(const LookupCounts& other) {
  lookups += other.lookups;
  hits += other.hits;
  mshrMerges += other.mshrMerges;
  compulsory += other.compulsory;
  capacity += other.capacity;
  conflict += other.conflict;
  unclassified += other.unclassified;
  evictions += other.evictions;
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
  return *this;
}

ForwardingCache::ForwardingCache(const CacheSettings& settings, std::uint64_t seed,
                                 std::uint32_t component, std::uint32_t keys)
    : sets_(std::max(1u, settings.entries / settings.ways)),
      ways_(settings.ways),
      replacement_(settings.replacement),
      hash_(settings.hash),
      setMask_((sets_ & (sets_ - 1)) == 0 ? sets_ - 1 : 0),
      // Zeroed memory fresh from the system is not touched before its first use.
      slots_(static_cast<Slot*>(std::calloc(std::size_t{sets_} * ways_, sizeof(Slot)))),
      classifier_(sets_ * ways_, keys),
      rng_(seed, component, RandomPurpose::cache) {
  if (!slots_) throw std::bad_alloc();
}

std::uint32_t ForwardingCache::hashOf(std::uint32_t key) const {
  return hopscope::hashOf(hash_, key);
}

std::uint32_t ForwardingCache::setOf(std::uint32_t key) const {
  const std::uint32_t hashed = hashOf(key);
  return setMask_ != 0 ? hashed & setMask_ : hashed % sets_;
}

ForwardingCache::Slot* ForwardingCache::find(std::uint32_t key) const {
  Slot* const set = slots_.get() + std::size_t{setOf(key)} * ways_;
  const std::uint32_t tag = key + 1;
  for (Slot* slot = set; slot != set + ways_; ++slot)
    if (slot->tag == tag) return slot;
  return nullptr;
}

void ForwardingCache::makeNewest(Slot& slot) {
  if (slot.age == 0) return;
  const auto index = static_cast<std::size_t>(&slot - slots_.get());
  Slot* const set = slots_.get() + (index - index % ways_);
  for (Slot* other = set; other != set + ways_; ++other)
    other->age = static_cast<std::uint16_t>(other->age + (other->age < slot.age));
  slot.age = 0;
}

std::optional<PortIndex> ForwardingCache::access(std::uint32_t key) {
  ++counts_.lookups;
  const MissCause cause = classifier_.enabled() ? classifier_.access(key) : MissCause::conflict;
  if (Slot* const slot = find(key)) {
    ++counts_.hits;
    if (slot->hits != std::numeric_limits<std::uint32_t>::max()) ++slot->hits;
    slot->hitIn = window_;
    if (ordersByUse()) makeNewest(*slot);
    return slot->port;
  }
  if (!classifier_.enabled())
    ++counts_.unclassified;
  else if (cause == MissCause::compulsory)
    ++counts_.compulsory;
  else if (cause == MissCause::capacity)
    ++counts_.capacity;
  else
    ++counts_.conflict;
  return std::nullopt;
}

void ForwardingCache::merge(std::uint32_t key) {
  ++counts_.lookups;
  ++counts_.mshrMerges;
  if (classifier_.enabled()) classifier_.access(key);
  if (!ordersByUse()) return;
  if (Slot* const slot = find(key)) makeNewest(*slot);
}

ForwardingCache::Slot& ForwardingCache::victim(Slot* set) {
  for (Slot* slot = set; slot != set + ways_; ++slot)
    if (slot->tag == 0) return *slot;
  ++counts_.evictions;
  if (replacement_ == Replacement::random) return set[rng_.below(ways_)];
  // Of lines that were hit equally often, the one whose last use lies furthest back.
  if (replacement_ == Replacement::lfu)
    return *std::min_element(set, set + ways_, [](const Slot& a, const Slot& b) {
      return a.hits != b.hits ? a.hits < b.hits : a.age > b.age;
    });
  return *std::max_element(set, set + ways_,
                           [](const Slot& a, const Slot& b) { return a.age < b.age; });
}

void ForwardingCache::fill(std::uint32_t key, PortIndex port) {
  Slot* const set = slots_.get() + std::size_t{setOf(key)} * ways_;
  Slot& slot = victim(set);
  // An empty slot counts as older than every line of its set.
  if (slot.tag == 0) slot.age = static_cast<std::uint16_t>(ways_);
  makeNewest(slot);
  slot.tag = key + 1;
  slot.hits = 0;
  slot.port = port;
  slot.filledIn = window_;
  slot.hitIn = 0;
}

void ForwardingCache::warm(std::uint32_t key, PortIndex port) {
  const LookupCounts before = counts_;
  if (!access(key)) fill(key, port);
  counts_ = before;
}

void ForwardingCache::flush() {
  std::memset(slots_.get(), 0, std::size_t{sets_} * ways_ * sizeof(Slot));
  classifier_.clear();
}

void ForwardingCache::beginWindow() {
  if (++window_ == 0) window_ = 1;
}

ForwardingCache::Line ForwardingCache::line(std::uint32_t index) const {
  const Slot& slot = slots_[index];
  if (slot.tag == 0) return {};
  const bool hit = slot.hitIn == window_;
  return {true,         hit,       !hit && slot.hits == 0 && slot.filledIn == window_,
          slot.tag - 1, slot.port, slot.hits,
          slot.age};
}

}  // namespace hopscope
