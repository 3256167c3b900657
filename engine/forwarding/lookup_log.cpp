// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/lookup_log.h"

#include <algorithm>

namespace hopscope {
namespace {

LookupOutcome outcomeOf(const LookupCounts& before, const LookupCounts& after) {
  if (after.hits != before.hits) return LookupOutcome::hit;
  if (after.mshrMerges != before.mshrMerges) return LookupOutcome::merged;
  if (after.compulsory != before.compulsory) return LookupOutcome::compulsory;
  if (after.capacity != before.capacity) return LookupOutcome::capacity;
  if (after.conflict != before.conflict) return LookupOutcome::conflict;
  return LookupOutcome::unclassified;
}

}  // namespace

void LookupLog::before(const ForwardingCache& cache, std::uint32_t key) {
  counts_ = cache.counts();
  set_.resize(cache.ways());
  const std::uint32_t first = cache.setOf(key) * cache.ways();
  for (std::uint32_t way = 0; way < cache.ways(); ++way) set_[way] = cache.line(first + way);
}

void LookupLog::after(const ForwardingCache& cache, std::uint32_t destination, std::uint32_t key,
                      PortIndex port, Cycle at, Cycle known) {
  // A cache that is switched off is not asked.
  if (cache.counts().lookups == counts_.lookups) return;
  LookupRecord record;
  record.number = cache.counts().lookups;
  record.at = at;
  record.waited = known - at;
  record.destination = destination;
  record.key = key;
  record.hash = cache.hashOf(key);
  record.set = cache.setOf(key);
  record.port = port;
  record.outcome = outcomeOf(counts_, cache.counts());
  record.valid = static_cast<std::uint16_t>(
      std::count_if(set_.begin(), set_.end(), [](const auto& line) { return line.valid; }));
  const std::uint32_t first = record.set * cache.ways();
  for (std::uint32_t way = 0; way < cache.ways(); ++way) {
    const ForwardingCache::Line now = cache.line(first + way);
    if (!now.valid || now.key != key) continue;
    record.way = way;
    record.age = set_[way].age;
    if (set_[way].valid && set_[way].key != key) record.evicted = set_[way].key;
  }
  records_[kept_++ % kKept] = record;
}

std::vector<LookupRecord> LookupLog::records() const {
  std::vector<LookupRecord> last;
  const std::uint64_t held = std::min<std::uint64_t>(kept_, kKept);
  last.reserve(held);
  for (std::uint64_t i = kept_ - held; i < kept_; ++i) last.push_back(records_[i % kKept]);
  return last;
}

}  // namespace hopscope
