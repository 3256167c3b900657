// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/lookup_unit.h"

namespace hopscope {

LookupUnit::LookupUnit(const LookupSettings& settings, std::uint64_t seed, std::uint32_t component,
                       std::uint32_t keys)
    : kind_(settings.kind),
      camLatency_(settings.camLatency),
      camInterval_(settings.camInterval),
      latency_(settings.cache.latency),
      interval_(settings.cache.interval) {
  if (kind_ != LookupKind::cache) return;
  mshrs_.resize(std::max(1u, settings.cache.mshr));
  cache_.emplace(settings.cache, seed, component, keys);
}

void LookupUnit::flush() {
  if (!cache_) return;
  cache_->flush();
  for (Mshr& mshr : mshrs_) mshr.key = kNone;
}

Picoseconds LookupUnit::lookup(Picoseconds arrival, std::uint32_t key, PortIndex port,
                               CamServer& cam) {
  if (kind_ == LookupKind::algorithm) return arrival;
  if (kind_ == LookupKind::cam || !enabled_) return cam.serve(arrival, camLatency_, camInterval_);

  const Picoseconds start = std::max(arrival, pipeFree_);
  pipeFree_ = start + interval_;
  const Picoseconds accessed = start + latency_;
  if (accessed < lastReady_)
    for (const Mshr& mshr : mshrs_)
      if (mshr.key == key && mshr.readyAt > accessed) {
        cache_->merge(key);
        return mshr.readyAt;
      }
  if (cache_->access(key)) return accessed;

  Mshr& mshr = mshrs_[oldest_];
  if (++oldest_ == mshrs_.size()) oldest_ = 0;
  const Picoseconds asked = std::max(accessed, mshr.readyAt);
  // Without a free register the port's pipe stands still until the oldest miss is served.
  if (mshr.readyAt > accessed) pipeFree_ = std::max(pipeFree_, mshr.readyAt);
  // One CAM answers in the order it is asked, so that registers become ready in the order of use.
  mshr = {cam.serve(asked, camLatency_, camInterval_), key};
  lastReady_ = mshr.readyAt;
  cache_->fill(key, port);
  return mshr.readyAt;
}

}  // namespace hopscope
