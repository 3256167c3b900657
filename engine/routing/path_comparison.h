// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>

#include "engine/core/ids.h"
#include "engine/routing/router_view.h"

namespace hopscope::routings {

/// The two next steps of a head at its source, on its minimal path and on another one, and all that
/// decides between them but the state of the network: worked out once, compared at every attempt
/// (UGAL-L; Singh 2005. Piggyback; Jiang, Kim & Dally, ISCA 2009).
struct PathComparison {
  struct Step {
    PortIndex port = kNoPort;
    std::uint16_t vcs = 1;  ///< as RouteChoice
    std::uint32_t nextDetail = 0;

    bool operator==(const Step&) const = default;
  };

  Step minimal, other;
  unsigned minimalHops = 0, otherHops = 0;
  RouterId owner = kNone;    ///< of the global channel on the minimal path; kNone: there is none
  PortIndex link = kNoPort;  ///< that channel's port

  /// The other step where `congested(owner, link)` says so of the minimal path's global channel, or
  /// where queue times hops is more on the minimal path than on the other plus `threshold` flits.
  /// The queue of an output that has failed is endless.
  template <typename Congested>
  const Step& wanted(const RouterView& view, RouterId router, double threshold,
                     const Congested& congested) const {
    if (other == minimal) return minimal;
    if (owner != kNone && (view.failed(owner, link) || congested(owner, link)))
      return view.failed(router, other.port) ? minimal : other;
    const double direct = queue(view, router, minimal);
    // Nothing waits on the minimal path: no need to look at the other.
    if (direct == 0 && threshold >= 0) return minimal;
    const bool longer = direct * minimalHops > queue(view, router, other) * otherHops + threshold;
    return longer ? other : minimal;
  }

 private:
  static double queue(const RouterView& view, RouterId router, const Step& step) {
    return view.occupancy(router, step.port, static_cast<VcIndex>(std::countr_zero(step.vcs)));
  }
};

}  // namespace hopscope::routings
