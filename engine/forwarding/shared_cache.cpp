// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/shared_cache.h"

namespace hopscope {
namespace {

/// Misses of all ports that may wait for the CAM at once.
constexpr std::size_t kRegisters = 64;

CacheSettings geometryOf(const LookupSettings& settings) {
  CacheSettings cache = settings.cache;
  cache.entries = settings.shared.entries;
  cache.ways = settings.shared.ways;
  return cache;
}

}  // namespace

SharedCache::SharedCache(const LookupSettings& settings, std::uint64_t seed,
                         std::uint32_t component, std::uint32_t keys)
    : latency_(settings.shared.latency),
      interval_(settings.shared.interval),
      camLatency_(settings.camLatency),
      camInterval_(settings.camInterval),
      pending_(kRegisters),
      cache_(geometryOf(settings), seed, component, keys) {}

Picoseconds SharedCache::lookup(Picoseconds at, std::uint32_t key, PortIndex port, CamServer& cam) {
  const Picoseconds start = std::max(at, free_);
  free_ = start + interval_;
  const Picoseconds accessed = start + latency_;
  if (accessed < lastReady_)
    for (const Pending& pending : pending_)
      if (pending.key == key && pending.readyAt > accessed) {
        cache_.merge(key);
        return pending.readyAt;
      }
  if (cache_.access(key)) return accessed;
  const Picoseconds asked = std::max(accessed, pending_[oldest_].readyAt);
  free_ = std::max(free_, pending_[oldest_].readyAt);
  lastReady_ = cam.serve(asked, camLatency_, camInterval_);
  pending_[oldest_] = {lastReady_, key};
  if (++oldest_ == pending_.size()) oldest_ = 0;
  cache_.fill(key, port);
  return lastReady_;
}

void SharedCache::flush() {
  cache_.flush();
  for (Pending& pending : pending_) pending.key = kNone;
}

}  // namespace hopscope
