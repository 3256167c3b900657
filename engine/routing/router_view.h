// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/core/ids.h"

namespace hopscope {

class RouterMemory;

/// What a routing decision may look at: the queues of its own router, and what its routers have
/// learnt. Filled by switching/.
class RouterView {
 public:
  virtual ~RouterView() = default;

  /// The cycle in which the decision falls.
  virtual Cycle now() const { return 0; }

  /// Flits given to virtual channel `vc` of an output and not credited back yet: in the output
  /// queue, on the wire and in the buffer downstream (Q of UGAL and Piggyback).
  virtual std::uint32_t occupancy(RouterId router, PortIndex port, VcIndex vc) const = 0;

  /// The same on the first `vcs` virtual channels together.
  virtual std::uint32_t occupancyOfAll(RouterId router, PortIndex port, unsigned vcs) const {
    std::uint32_t flits = 0;
    for (unsigned vc = 0; vc < vcs; ++vc)
      flits += occupancy(router, port, static_cast<VcIndex>(vc));
    return flits;
  }

  /// The same on all virtual channels of every output of the network, per PortId, where decisions
  /// look at many (RoutingAlgorithm::looksElsewhere); nullptr where nobody keeps that.
  virtual const std::uint32_t* queueSums() const { return nullptr; }

  /// Flits that each virtual channel of an output has room for downstream.
  virtual std::uint32_t capacity(RouterId /*router*/, PortIndex /*port*/) const { return 1; }

  /// Whether an output could take a packet from the crossbar right now.
  virtual bool idle(RouterId /*router*/, PortIndex /*port*/) const { return true; }

  /// The same as a mean over the virtual channels of the output.
  virtual double meanOccupancy(RouterId router, PortIndex port) const {
    return occupancy(router, port, 0);
  }
  /// That of several outputs of a router, in one call.
  virtual void meanOccupancies(RouterId router, const PortIndex* ports, std::size_t count,
                               double* out) const {
    for (std::size_t i = 0; i < count; ++i) out[i] = meanOccupancy(router, ports[i]);
  }

  /// The virtual channels of an output that could be given to a packet now.
  virtual VcMask free(RouterId router, PortIndex port) const = 0;

  /// Whether the receiver behind an output has its virtual channel `vc` stop (IEEE 802.1Qbb); under
  /// credits, whether it has none for a whole packet, which the sender sees without being told.
  /// Also while the output's own queue has no room for a packet.
  virtual bool paused(RouterId router, PortIndex port, VcIndex vc) const {
    return (free(router, port) >> vc & 1) == 0;
  }

  /// Whether an output, of any router of the part, takes nothing because its link has failed.
  virtual bool failed(RouterId /*router*/, PortIndex /*port*/) const { return false; }

  /// What the routing algorithm had made for these routers; nullptr where it makes nothing.
  virtual RouterMemory* memory() const { return nullptr; }
};

}  // namespace hopscope
