// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/core/ids.h"
#include "engine/forwarding/cam_server.h"
#include "engine/forwarding/forwarding_cache.h"
#include "engine/forwarding/lookup_settings.h"
#include "engine/forwarding/shared_cache.h"

namespace hopscope {

/// Asks the routing for a port, where somebody wants to know: only a line that is filled does. What
/// it is made of has to outlive it.
class PortQuery {
 public:
  template <typename Ask>
  explicit PortQuery(const Ask& ask)
      : context_(&ask),
        ask_([](const void* context) { return (*static_cast<const Ask*>(context))(); }) {}
  PortIndex operator()() const { return ask_(context_); }

 private:
  const void* context_;
  PortIndex (*ask_)(const void*);
};

/// The route-computation stage of one input port: finds out when the output port of a packet is
/// known. Which port that is, the routing algorithm says; the cache remembers it. In integer
/// picoseconds; nothing is allocated after construction.
class alignas(64) LookupUnit {
 public:
  /// `keys` > 0 has cache misses classified by cause for keys below it. `lines`: see
  /// ForwardingCache.
  LookupUnit(const LookupSettings& settings, std::uint64_t seed, std::uint32_t component,
             std::uint32_t keys = 0, LineMemory* lines = nullptr);

  /// A head with destination `destination`, bound for `port`, arrives at `arrival` (never before
  /// the arrival of the last call); `key` is the destination, or the tag that node reduction made
  /// of it. Returns when the output port is known:
  /// - algorithm: at once;
  /// - dram: when the rows up to the destination's, in the order of their numbers, have been read
  ///   one after the other;
  /// - cam, or a cache that is switched off: when the CAM answers;
  /// - cache: the cache's pipe takes one head per interval; a hit is known after the cache's
  ///   latency, or when the miss that fetches the same key is served, whichever is later; a miss
  ///   goes on to the shared cache, where there is one, and to the CAM after the cache's latency,
  ///   and waits before it while as many misses of this port are outstanding as there are MSHRs;
  /// - nrfMap: the pipe takes one head per interval, known after the latency.
  Picoseconds lookup(Picoseconds arrival, std::uint32_t key, std::uint32_t destination,
                     const PortQuery& port, CamServer& cam, SharedCache* shared);
  /// The same without node reduction and without a shared cache.
  Picoseconds lookup(Picoseconds arrival, std::uint32_t destination, PortIndex port,
                     CamServer& cam) {
    const auto known = [port] { return port; };
    return lookup(arrival, destination, destination, PortQuery(known), cam, nullptr);
  }

  /// What `lookup` returns for a key that the cache holds, while no miss of this port is being
  /// served; otherwise kNoHit, and nothing has happened. Of units with a cache only.
  Picoseconds hit(Picoseconds arrival, std::uint32_t key) {
    const Picoseconds start = std::max(arrival, pipeFree_);
    const Picoseconds accessed = start + latency_;
    if (!enabled_ || accessed < lastReady_ || !cache_->hit(key)) return kNoHit;
    pipeFree_ = start + interval_;
    return accessed;
  }
  static constexpr Picoseconds kNoHit = -1;

  /// Asks the table for `key` at `at`, before anybody else does, and fills the cache with the
  /// answer and `port`. Nothing happens where the key is known or no register is free.
  void refill(Picoseconds at, std::uint32_t key, PortIndex port, CamServer& cam,
              SharedCache* shared);

  /// Switches the cache on or off (while tables are reprogrammed every head asks the CAM).
  void setEnabled(bool enabled) { enabled_ = enabled; }
  bool enabled() const { return enabled_; }
  /// Empties the cache; misses being served are no longer merged with.
  void flush();

  /// Has the processor fetch what a lookup of `key` needs; first the unit, some time later its set.
  [[gnu::always_inline]] void prefetch() const {
    const auto* const lines = reinterpret_cast<const char*>(this);
    __builtin_prefetch(lines, 1);
    __builtin_prefetch(lines + 64, 1);
  }
  [[gnu::always_inline]] void prefetch(std::uint32_t key) const {
    if (cache_) cache_->prefetch(key);
  }

  /// Lookups answered by node reduction alone.
  std::uint64_t mapped() const { return mapped_; }

  /// The port's cache, or nullptr where the switch has none.
  const ForwardingCache* cache() const { return cache_ ? &*cache_ : nullptr; }
  ForwardingCache* cache() { return cache_ ? &*cache_ : nullptr; }

 private:
  Picoseconds fetch(Picoseconds asked, std::uint32_t key, PortIndex port, CamServer& cam,
                    SharedCache* shared);

  /// A miss-status holding register: a key on its way from the CAM.
  struct Mshr {
    Picoseconds readyAt = 0;
    std::uint32_t key = kNone;
  };

  // What a hit needs comes first, so that it lies in few lines of the processor's cache.
  LookupKind kind_;
  bool enabled_ = true;
  std::uint32_t oldest_ = 0;  ///< the register that is reused next
  Picoseconds latency_, interval_;
  Picoseconds pipeFree_ = 0;
  Picoseconds lastReady_ = 0;  ///< no register is busy from here on
  std::optional<ForwardingCache> cache_;
  std::vector<Mshr> mshrs_;
  Picoseconds dramRead_, camLatency_, camInterval_;
  std::uint64_t mapped_ = 0;
};

}  // namespace hopscope
