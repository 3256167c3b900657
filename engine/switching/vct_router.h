// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/fabric/fabric.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/scheduling/allocator.h"
#include "engine/switching/delivery_tally.h"
#include "engine/switching/input_unit.h"
#include "engine/switching/output_unit.h"
#include "engine/switching/route_stage.h"

namespace hopscope {

/// Every virtual cut-through router of the network, phase by phase (Kermani & Kleinrock 1979; the
/// combined input/output queued switch of Benito 2020, section 3). A packet moves whole: its head
/// is granted the crossbar only when the next buffer has room for all of it. Work is proportional
/// to what moves: an input that can't go on sleeps until the time, or the credit, that it waits
/// for.
class VctRouter {
 public:
  VctRouter(Fabric& fabric, const RoutingAlgorithm& routing, RouteStage& routes,
            const std::vector<SwitchSettings>& switches, LatencySplit& split);

  // The phases of cycle `now`, in this order.
  void receiveCredits(Cycle now);
  void receiveHeads(Cycle now);
  void allocate(Cycle now);

  /// A head that is at an input port now: from the link, or from a terminal.
  void enqueue(Cycle now, PacketIndex packet, PortId input);

  std::uint64_t flitHops() const { return flitHops_; }
  /// The cycle in which a packet last came to the head of an idle queue, or was granted; a network
  /// where packets wait and nothing moves any more is deadlocked.
  Cycle lastMove() const { return lastMove_; }

 private:
  void activate(Cycle now, PortId input);
  void setAlarm(Cycle now, InputPort& in, Cycle at);
  void attempt(Cycle now, PortId input);
  void move(Cycle now, const Request& winner);

  Fabric& fabric_;
  InputUnit inputUnit_;
  OutputUnit outputUnit_;
  std::vector<std::unique_ptr<Allocator>> allocators_;  ///< per SwitchSettings
  std::vector<std::uint8_t> allRequests_;               ///< per SwitchSettings
  std::vector<PortId> active_;                          ///< inputs that try in this cycle
  std::vector<PortId> contenders_;                      ///< those that found something to request
  std::uint64_t flitHops_ = 0;
  LatencySplit& split_;  ///< of measured packets
  Cycle lastMove_ = 0;
};

}  // namespace hopscope
