// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/fabric/calendar.h"
#include "engine/fabric/fabric.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/scheduling/allocator.h"
#include "engine/switching/congestion_board.h"
#include "engine/switching/delivery_tally.h"
#include "engine/switching/input_unit.h"
#include "engine/switching/mailbox.h"
#include "engine/switching/output_unit.h"
#include "engine/switching/partition.h"
#include "engine/switching/route_stage.h"
#include "engine/switching/vct_view.h"

namespace hopscope {

/// The virtual cut-through routers of a part of the network, phase by phase (Kermani & Kleinrock
/// 1979; the combined input/output queued switch of Benito 2020, section 3). A packet moves whole:
/// its head is granted the crossbar only when the next buffer has room for all of it. Work is
/// proportional to what moves: an input that can't go on sleeps until the time, or the credit, that
/// it waits for.
class VctRouter {
 public:
  /// What the routers of a part work with; all of it outlives them.
  struct Surroundings {
    Fabric& fabric;
    Calendar& calendar;
    Mailbox& mailbox;
    const Partition& partition;
    const Part& part;
    const RoutingAlgorithm& routing;
    RouteStage& routes;
    const std::vector<SwitchSettings>& switches;
    LatencySplit& split;  ///< of measured packets
    std::uint64_t seed = 1;
  };
  explicit VctRouter(const Surroundings& surroundings);

  // The phases of cycle `now`, in this order.
  void receiveCredits(Cycle now);
  void receiveHeads(Cycle now);
  void allocate(Cycle now);

  /// A head that is at an input port now: from the link, or from a terminal.
  void enqueue(Cycle now, const Arrival& arrival);

  std::uint64_t flitHops() const { return flitHops_; }
  /// The cycle in which a packet last came to the head of an idle queue, or was granted; a network
  /// where packets wait and nothing moves any more is deadlocked.
  Cycle lastMove() const { return lastMove_; }

 private:
  /// What the cycle loop asks of a SwitchSettings.
  struct Rules {
    std::uint32_t transferCycles = 1;  ///< a packet across the crossbar
    bool allRequests = false;          ///< its allocator wants every request of an input
    bool onRequest = false;            ///< PointerRule
    bool consumer = false;             ///< EjectionRule
  };

  /// What an InputVc knew of a head that has left it.
  struct Wanted {
    std::uint32_t nextDetail = 0;
    CycleStamp roomless = 0;
    bool waits = false;
  };

  void activate(Cycle now, PortId input) {
    InputPort& in = fabric_.inputs[input];
    if (in.attemptedAt == now) return;
    in.attemptedAt = now;
    active_.push_back(input);
  }
  void setAlarm(Cycle now, PortId input, Cycle at);
  void attempt(Cycle now, PortId input);
  /// The cycle before which none of the outputs that a head may choose can take it.
  Cycle nextChance(Cycle now, const InputPort& in, const InputVc& queue);
  /// An input that made a request in this cycle; it may have won.
  void retry(Cycle now, PortId input);
  /// Has the cache fetch what the next cycles will touch.
  void lookAhead(Cycle now) const;
  /// One head's attempt. The cycle before which it can't go on, `now` where it has made a request,
  /// or kSpent.
  Cycle attempt(Cycle now, PortId input, const InputPort& in, VcIndex vc);
  void move(Cycle now, const Request& winner);
  void countWait(Cycle now, const InputPort& in, const Wanted& wanted, const QueuedPacket& head,
                 Cycle departure, const OutputPort& out);

  Fabric& fabric_;
  Calendar& calendar_;
  Mailbox& mailbox_;
  const Partition& partition_;
  LatencySplit& split_;
  PortId firstPort_, portCount_;
  std::unique_ptr<CongestionBoard> board_;  ///< nullptr: nothing is broadcast
  VctView view_;
  /// Inputs of a switch share a CAM, so they look up in an order of their own, not in that of the
  /// calendar.
  bool sortsArrivals_;
  std::vector<Arrival> sorted_;
  InputUnit inputUnit_;
  OutputUnit outputUnit_;
  std::vector<std::unique_ptr<Allocator>> allocators_;  ///< per SwitchSettings
  std::vector<Rules> rules_;                            ///< per SwitchSettings
  std::vector<Rng> choices_;                            ///< per port; empty where nothing is chosen
  std::vector<RouteChoice> candidates_;                 ///< of the head that is being looked at
  std::vector<PortId> active_;                          ///< inputs that try in this cycle
  std::vector<PortId> contenders_;                      ///< those that found something to request
  std::uint64_t flitHops_ = 0;
  Cycle lastMove_ = 0;
};

}  // namespace hopscope
