// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/core/ids.h"

namespace hopscope {

/// The number that routers learn with a routing algorithm and that is watched over time
/// (RoutingAlgorithm::learns, RouterMemory::learnt).
enum class Learnt : std::uint8_t {
  nothing,
  level,        ///< one a router: how far away packets draw intermediate routers, 0, 1, … (ACOR)
  probability,  ///< one a port between routers: that the minimal path through it is taken, 0..1
};

/// One of the things that a router knows when it decides, for who looks at that router.
struct LearntFact {
  enum class What : std::uint8_t {
    level,            ///< as Learnt::level
    attemptsInVain,   ///< counted in this interval; of a router
    intervalEnd,      ///< the cycle in which the count begins anew; of a router
    groupCounter,     ///< packets to the group at an offset, in the window (TPR, LIAN)
    congestedGlobal,  ///< 1: the global port `of` is reported congested (Piggyback)
    probability,      ///< as Learnt::probability; of port `of`
    feedback,         ///< of the latest notice that came by port `of`, 0..63
    rulesHold,        ///< 1: rules that send by port `of` hold; 0: it is paused; else in part
  };

  What what = What::level;
  std::uint32_t of = kNone;  ///< the port, or the group offset; kNone: the router itself
  double value = 0;

  bool operator==(const LearntFact&) const = default;
};

}  // namespace hopscope
