// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/core/ids.h"

namespace hopscope {

/// What a routing decision may look at: the queues of its own router, and what the neighbours have
/// told it. Filled by switching/.
class RouterView {
 public:
  virtual ~RouterView() = default;

  /// Flits given to virtual channel `vc` of an output and not credited back yet: in the output
  /// queue, on the wire and in the buffer downstream (Q of UGAL and Piggyback).
  virtual std::uint32_t occupancy(RouterId router, PortIndex port, VcIndex vc) const = 0;

  /// The virtual channels of an output that could be given to a packet now.
  virtual VcMask free(RouterId router, PortIndex port) const = 0;

  /// Whether output `port` of router `owner` counts as congested, as far as router `observer`
  /// knows: of its own ports at once, of others after the delay of RoutingAlgorithm::broadcast().
  /// False where nothing is broadcast.
  virtual bool congested(RouterId observer, RouterId owner, PortIndex port) const = 0;
};

}  // namespace hopscope
