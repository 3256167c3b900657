// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/rng.h"
#include "engine/routing/router_memory.h"
#include "engine/routing/router_view.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/switching/delivery_tally.h"
#include "engine/switching/route_stage.h"
#include "engine/switching/wormhole_bit_allocation.h"
#include "engine/switching/wormhole_part_state.h"
#include "engine/switching/wormhole_stages.h"

namespace hopscope::wormhole {

/// The wormhole routers of one part of a network, phase by phase over what is active. A flit that
/// reaches the front of its buffer in cycle t is routed and allocated a virtual channel in t, may
/// win the switch in t + 1, crosses it in t + 2 and is at the next router after the channel's
/// latency (Dally & Towles 2004, chapter 16; the timing is BookSim2's).
class WormholeRouter final : private RouterView {
 public:
  /// `packetFlits` is the mean size of packets. `reroutes`: setRouting will be called.
  WormholeRouter(PartState& state, const RoutingAlgorithm& routing, RouteStage& routes,
                 LatencySplit& split, double packetFlits, std::uint64_t seed, bool reroutes);
  ~WormholeRouter() override;

  /// As Calendar's.
  void leaveRoom() {
    if (memory_) memory_->leaveRoom();
  }

  /// Switching::setRouting, before cycle `now`; `idle`: no packet is under way.
  void setRouting(Cycle now, const RoutingAlgorithm& routing, bool idle);

  // The phases of cycle `now`, in this order; terminals send between the last two.
  void receiveCredits(Cycle now);
  void advanceHeads(Cycle now);
  void receiveFlits(Cycle now);
  void allocate(Cycle now);

  /// What a router knows, appended to `out` (LearntFact).
  void describe(Cycle now, RouterId router, std::vector<LearntFact>& out) const;

  /// Heads whose route is being computed: the virtual channel, and when it is known.
  const CycleQueue<VcId>& routing() const { return routed_; }

 private:
  /// Of the head at the front of a virtual channel.
  struct Pending {
    CycleStamp asked = 0;      ///< when it asked for a virtual channel
    std::uint32_t detail = 0;  ///< its route state after this hop
  };

  Cycle now() const override { return now_; }
  RouterMemory* memory() const override { return memory_.get(); }
  std::uint32_t occupancy(RouterId router, PortIndex port, VcIndex vc) const override;
  double meanOccupancy(RouterId router, PortIndex port) const override;
  VcMask free(RouterId router, PortIndex port) const override;
  bool paused(RouterId router, PortIndex port, VcIndex vc) const override;

  void arrive(Cycle now, const Arrival& arrival);
  void lookUp(Cycle now, PortId port, Flit flit);
  void expose(Cycle now, VcId vcId);
  void startRouting(Cycle now, VcId vcId, Cycle delay);
  RouteChoice routeOf(PortId port, const WormPacket& packet);
  void ask(VcId vcId, const RouteChoice& choice);
  void want(VcId vcId, const RouteChoice& choice);
  void askAgain(bool all);
  Pending& pendingAt(VcId vcId) { return pending_[vcId - s_.firstVc()]; }
  const Pending& pendingAt(VcId vcId) const { return pending_[vcId - s_.firstVc()]; }
  void prepareDraws();
  void makeMemory();
  void depart(Cycle now);
  void account(Cycle now, VcId vcId, const WormPacket& packet, const OutputSide& out,
               std::uint32_t extra, LatencySplit& into) const;

  PartState& s_;
  const RoutingAlgorithm* routing_;
  RouteStage& routes_;
  LatencySplit& split_;
  std::unique_ptr<RouterMemory> memory_;  ///< nullptr: nothing is learnt
  const std::uint8_t* queues_ = nullptr;  ///< Hears::queues
  Cycle now_ = 0;
  std::unique_ptr<BitAllocation> words_;  ///< of a lean state
  std::unique_ptr<Stages> stages_;        ///< unless the state is lean
  Decides decides_;
  bool reroutes_;
  bool keepsAskers_;       ///< heads that ask stand in a list
  bool shortcut_ = false;  ///< `words_` does the phases around allocation too
  bool plain_;             ///< a head may ask as soon as it is at the front
  // Below, from the part's first on.
  std::vector<Pending> pending_;  ///< per input VC, unless `shortcut_`
  std::vector<Rng> draws_;        ///< per input port, where routing chooses
  CycleQueue<VcId> routed_;       ///< virtual channels whose route is known then
  std::uint64_t seed_;
  double packetFlits_;
  /// Heads that were being allocated when the routing changed have found out by then.
  Cycle rerouteUntil_ = 0;
  std::vector<Cycle> batchStart_;  ///< per router: the route computation in progress
};

}  // namespace hopscope::wormhole
