// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/routing/routing_algorithm.h"
#include "engine/switching/wait_for_graph.h"
#include "engine/switching/wormhole_part_state.h"

namespace hopscope::wormhole {

/// ObservedNetwork::standing of a wormhole network. Keeps what it works with.
class WormholeStanding {
 public:
  /// For the parts of a network, whose routing this is.
  void begin(const PartStates& parts, const RoutingAlgorithm& routing);
  /// Of one part, in any order: `routed` are heads whose route is being computed.
  void look(const PartState& part, const CycleQueue<VcId>& routed, Cycle next, bool still);
  StandingBuffers settle();
  /// As Calendar's.
  void leaveRoom() { graph_.leaveRoom(); }

 private:
  void see(const PartState& part, VcId vcId, bool still);
  /// False where nothing is waited for.
  bool waitsFor(PortId output, unsigned vcs);
  bool waitsForVc(VcId outVc, bool held);
  bool waitsForAll(const InputSide& in, const WormPacket& packet);

  const State* s_ = nullptr;
  const RoutingAlgorithm* routing_ = nullptr;
  WaitForGraph graph_;
  std::vector<std::uint32_t> returning_;  ///< per output VC: credits on their way
  std::vector<std::uint8_t> unrouted_;    ///< per input VC: its head
  std::vector<RouteChoice> choices_;
};

}  // namespace hopscope::wormhole
