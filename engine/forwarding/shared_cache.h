// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/forwarding/cam_server.h"
#include "engine/forwarding/forwarding_cache.h"

namespace hopscope {

/// The second cache of a switch, behind those of its input ports: one server, one access at a time
/// every interval. What misses goes on to the CAM (Hirasawa 2022, table 5.1).
class SharedCache {
 public:
  SharedCache(const LookupSettings& settings, std::uint64_t seed, std::uint32_t component,
              std::uint32_t keys);

  /// A port's cache missed and asks at `at`; returns when the answer is there.
  Picoseconds lookup(Picoseconds at, std::uint32_t key, PortIndex port, CamServer& cam);

  void flush();
  ForwardingCache& cache() { return cache_; }
  const ForwardingCache& cache() const { return cache_; }

 private:
  /// A key on its way from the CAM.
  struct Pending {
    Picoseconds readyAt = 0;
    std::uint32_t key = kNone;
  };

  Picoseconds latency_, interval_, camLatency_, camInterval_;
  Picoseconds free_ = 0;
  Picoseconds lastReady_ = 0;
  std::size_t oldest_ = 0;
  std::vector<Pending> pending_;
  ForwardingCache cache_;
};

}  // namespace hopscope
