// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/core/ids.h"
#include "engine/forwarding/forwarding_cache.h"
#include "engine/forwarding/lookup_settings.h"

namespace hopscope {

/// A CAM (or TCAM) as a server: one lookup may begin every `interval`, and its answer is there
/// `latency` later (Hirasawa 2022, equation 4.6). Requests are served in the order of the calls.
struct CamServer {
  Picoseconds free = 0;       ///< earliest begin of the next lookup
  std::uint64_t lookups = 0;  ///< served so far
  Picoseconds waited = 0;     ///< of all lookups together, before their begin

  /// Serves a request made at `at`; returns when the answer is there.
  Picoseconds serve(Picoseconds at, Picoseconds latency, Picoseconds interval) {
    const Picoseconds start = std::max(at, free);
    free = start + interval;
    ++lookups;
    waited += start - at;
    return start + latency;
  }
};

/// The route-computation stage of one input port: finds out when the output port of a packet is
/// known. Which port that is, the routing algorithm says; the cache remembers it. In integer
/// picoseconds; nothing is allocated after construction.
class LookupUnit {
 public:
  /// `keys` > 0 has cache misses classified by cause for destinations below it.
  LookupUnit(const LookupSettings& settings, std::uint64_t seed, std::uint32_t component,
             std::uint32_t keys = 0);

  /// A head with destination `key`, bound for `port`, arrives at `arrival` (never before the
  /// arrival of the last call). Returns when its output port is known:
  /// - algorithm: at once;
  /// - cam, or a cache that is switched off: when the CAM answers;
  /// - cache: the cache's pipe takes one head per interval; a hit is known after the cache's
  ///   latency, or when the miss that fetches the same key is served, whichever is later; a miss
  ///   goes on to the CAM after the cache's latency, and waits before it while as many misses of
  ///   this port are outstanding as there are MSHRs.
  Picoseconds lookup(Picoseconds arrival, std::uint32_t key, PortIndex port, CamServer& cam);

  /// Switches the cache on or off (while tables are reprogrammed every head asks the CAM).
  void setEnabled(bool enabled) { enabled_ = enabled; }
  bool enabled() const { return enabled_; }
  /// Empties the cache; misses being served are no longer merged with.
  void flush();

  /// The port's cache, or nullptr where the switch has none.
  const ForwardingCache* cache() const { return cache_ ? &*cache_ : nullptr; }
  ForwardingCache* cache() { return cache_ ? &*cache_ : nullptr; }

 private:
  /// A miss-status holding register: a key on its way from the CAM.
  struct Mshr {
    Picoseconds readyAt = 0;
    std::uint32_t key = kNone;
  };

  LookupKind kind_;
  bool enabled_ = true;
  std::uint32_t oldest_ = 0;  ///< the register that is reused next: they become ready in turn
  Picoseconds camLatency_, camInterval_, latency_, interval_;
  Picoseconds pipeFree_ = 0;
  Picoseconds lastReady_ = 0;  ///< no register is busy from here on
  std::vector<Mshr> mshrs_;
  std::optional<ForwardingCache> cache_;
};

}  // namespace hopscope
