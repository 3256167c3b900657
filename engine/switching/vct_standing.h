// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/fabric/fabric.h"
#include "engine/switching/vct_audit.h"
#include "engine/switching/wait_for_graph.h"

namespace hopscope {

/// Which buffers of a virtual cut-through network will never move again.
/// ObservedNetwork::standing. Keeps what it works with.
class VctStanding {
 public:
  StandingBuffers find(const Fabric& fabric, const VctParts& parts, const Partition& partition,
                       const RoutingAlgorithm& routing, Cycle next, bool still);
  /// As Calendar's.
  void leaveRoom() { graph_.leaveRoom(); }

 private:
  bool hasRoom(const Fabric& fabric, PortId output, VcIndex vc) const;
  /// False where one of the virtual channels has room.
  bool waitsFor(const Fabric& fabric, PortId output, VcMask vcs);
  /// The same of all that a head may choose.
  bool waitsForAll(const Fabric& fabric, const RoutingAlgorithm& routing, PortId input,
                   const Packet& packet);

  WaitForGraph graph_;
  std::vector<std::uint32_t> coming_;  ///< per virtual channel of an output: flits of room
  std::vector<RouteChoice> choices_;
};

}  // namespace hopscope
