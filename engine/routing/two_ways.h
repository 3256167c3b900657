// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>

#include "engine/core/ids.h"

namespace hopscope {

/// Two next steps of a head at its source, and all that decides between them but the state of the
/// network: worked out once, compared at every attempt. The head takes the second where the global
/// port on the first way is reported congested, or where queue times hops is more on the first than
/// on the second plus a threshold (UGAL-L; Piggyback).
struct TwoWays {
  struct Step {
    PortIndex port = kNoPort;
    std::uint16_t vcs = 1;  ///< as RouteChoice
    std::uint32_t nextDetail = 0;

    bool operator==(const Step&) const = default;
  };

  Step first, second;
  unsigned firstHops = 0, secondHops = 0;
  double threshold = 0;      ///< flits
  RouterId owner = kNone;    ///< of the global port that may be congested; kNone: no matter
  PortIndex link = kNoPort;  ///< that port

  /// `view` is a RouterView, or something that can do what it can.
  template <typename View>
  const Step& wanted(const View& view, RouterId router) const {
    if (second == first) return first;
    if (owner != kNone && view.congested(router, owner, link)) return second;
    const double direct = queue(view, router, first);
    // Nothing waits on the first way: no need to look at the other.
    if (direct == 0 && threshold >= 0) return first;
    const bool longer = direct * firstHops > queue(view, router, second) * secondHops + threshold;
    return longer ? second : first;
  }

 private:
  template <typename View>
  static double queue(const View& view, RouterId router, const Step& step) {
    return view.occupancy(router, step.port, static_cast<VcIndex>(std::countr_zero(step.vcs)));
  }
};

}  // namespace hopscope
