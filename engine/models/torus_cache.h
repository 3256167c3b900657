// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// Forwarding caches in a k-ary n-torus with one terminal a router, dimension-order routing and
/// uniform destinations, without conflict and compulsory misses (Hirasawa 2022, section 4.3).
namespace hopscope::formulas {

/// k >= 2 routers a ring, n >= 1 dimensions.
struct TorusShape {
  std::int64_t k = 11;
  std::int64_t n = 3;
};

/// Destinations that packets have which come in by a port of dimension `port`, 1 routed first … n;
/// 0: the terminal's own port. Dimension i sees floor(k / 2) k^(n - i), as the source counts.
double destinationsAt(const TorusShape& torus, std::int64_t port);

/// Share of the lookups at such a port that a cache of `entries` lines answers (equations 4.1 and
/// 4.2): min(1, entries / destinations).
double torusHitRate(const TorusShape& torus, std::int64_t port, double entries);

/// The same over all ports that packets traverse, each counted as often as a packet with a uniform
/// destination (its own included) enters by it.
double meanTorusHitRate(const TorusShape& torus, double entries);

/// Delays of one switch and one link in ns, all >= 0.
struct SwitchDelays {
  double conventional = 100;  ///< the switch, with a lookup in the CAM
  double hit = 77;            ///< with a hit in the cache
  double penalty = 25;        ///< what a miss adds to that
  double link = 20;
};

/// Latency in ns of the longest minimal path of an idle torus, head of the packet only, with caches
/// of `entries` lines (equations 4.3 and 4.4): 1 + n floor(k / 2) switches and a link more.
double longestLatency(const TorusShape& torus, const SwitchDelays& delays, double entries);

/// The same with the CAM alone.
double longestConventionalLatency(const TorusShape& torus, const SwitchDelays& delays);

}  // namespace hopscope::formulas
