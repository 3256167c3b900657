// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>

#include "engine/core/rng.h"
#include "engine/routing/router_view.h"

namespace hopscope::routings {

/// Finds the output with the most free virtual channels; among equals the one with the fewest flits
/// waiting; among those any, with equal chances.
class PortContest {
 public:
  PortContest(const RouterView& view, RouterId router, VcMask vcs, Rng& rng)
      : view_(view), router_(router), vcs_(vcs), rng_(rng) {}

  void offer(PortIndex port) {
    const int free = std::popcount(view_.free(router_, port) & vcs_);
    std::uint32_t queued = 0;
    for (VcMask rest = vcs_; rest != 0; rest &= rest - 1)
      queued += view_.occupancy(router_, port, static_cast<VcIndex>(std::countr_zero(rest)));
    const bool first = best_ == kNoPort;
    const bool better = first || free > free_ || (free == free_ && queued < queued_);
    if (!better && (free != free_ || queued != queued_)) return;
    equals_ = better ? 1 : equals_ + 1;
    if (!better && rng_.below(equals_) != 0) return;
    best_ = port;
    free_ = free;
    queued_ = queued;
  }

  PortIndex best() const { return best_; }
  /// Whether a virtual channel of the best is free.
  bool anyFree() const { return free_ > 0; }

 private:
  const RouterView& view_;
  RouterId router_;
  VcMask vcs_;
  Rng& rng_;
  PortIndex best_ = kNoPort;
  int free_ = 0;
  std::uint32_t queued_ = 0, equals_ = 0;
};

}  // namespace hopscope::routings
