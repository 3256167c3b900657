// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/lookup_unit.h"

namespace hopscope {

LookupUnit::LookupUnit(const LookupSettings& settings, std::uint64_t seed, std::uint32_t component,
                       std::uint32_t keys, LineMemory* lines)
    : kind_(settings.kind),
      latency_(settings.cache.latency),
      interval_(settings.cache.interval),
      dramRead_(settings.dramRead),
      camLatency_(settings.camLatency),
      camInterval_(settings.camInterval) {
  if (kind_ != LookupKind::cache) return;
  mshrs_.resize(std::max(1u, settings.cache.mshr));
  cache_.emplace(settings.cache, seed, component, keys, lines);
}

void LookupUnit::flush() {
  if (!cache_) return;
  cache_->flush();
  for (Mshr& mshr : mshrs_) mshr.key = kNone;
}

Picoseconds LookupUnit::lookup(Picoseconds arrival, std::uint32_t key, std::uint32_t destination,
                               const PortQuery& port, CamServer& cam, SharedCache* shared) {
  if (kind_ == LookupKind::algorithm) return arrival;
  if (kind_ == LookupKind::dram) {
    const std::uint64_t rows = std::uint64_t{destination} + 1;
    cam.rows += rows;
    const Picoseconds time = static_cast<Picoseconds>(rows) * dramRead_;
    return cam.serve(arrival, time, time);
  }
  if (kind_ == LookupKind::cam || !enabled_) return cam.serve(arrival, camLatency_, camInterval_);

  const Picoseconds start = std::max(arrival, pipeFree_);
  pipeFree_ = start + interval_;
  const Picoseconds accessed = start + latency_;
  if (kind_ == LookupKind::nrfMap) {
    ++mapped_;
    return accessed;
  }
  if (accessed < lastReady_)
    for (const Mshr& mshr : mshrs_)
      if (mshr.key == key && mshr.readyAt > accessed) {
        cache_->merge(key);
        return mshr.readyAt;
      }
  if (cache_->access(key)) return accessed;

  const Mshr& mshr = mshrs_[oldest_];
  const Picoseconds asked = std::max(accessed, mshr.readyAt);
  // Without a free register the port's pipe stands still until one is.
  if (mshr.readyAt > accessed) pipeFree_ = std::max(pipeFree_, mshr.readyAt);
  return fetch(asked, key, port(), cam, shared);
}

void LookupUnit::refill(Picoseconds at, std::uint32_t key, PortIndex port, CamServer& cam,
                        SharedCache* shared) {
  if (!enabled_ || !cache_ || cache_->holds(key) || mshrs_[oldest_].readyAt > at) return;
  cache_->countRefill();
  fetch(at, key, port, cam, shared);
}

Picoseconds LookupUnit::fetch(Picoseconds asked, std::uint32_t key, PortIndex bound, CamServer& cam,
                              SharedCache* shared) {
  Mshr& mshr = mshrs_[oldest_];
  mshr.readyAt = shared != nullptr ? shared->lookup(asked, key, bound, cam)
                                   : cam.serve(asked, camLatency_, camInterval_);
  const Picoseconds ready = mshr.readyAt;
  mshr.key = key;
  lastReady_ = std::max(lastReady_, mshr.readyAt);
  if (shared == nullptr) {
    // One CAM answers in the order it is asked, so registers become ready in the order of use.
    if (++oldest_ == mshrs_.size()) oldest_ = 0;
  } else {
    const auto first =
        std::min_element(mshrs_.begin(), mshrs_.end(),
                         [](const Mshr& a, const Mshr& b) { return a.readyAt < b.readyAt; });
    oldest_ = static_cast<std::uint32_t>(first - mshrs_.begin());
  }
  cache_->fill(key, bound);
  return ready;
}

}  // namespace hopscope
