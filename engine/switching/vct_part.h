// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/fabric/calendar.h"
#include "engine/fabric/fabric.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/switching/journey.h"
#include "engine/switching/mailbox.h"
#include "engine/switching/partition.h"
#include "engine/switching/terminals.h"
#include "engine/switching/vct_router.h"

namespace hopscope {

/// A part of a virtual cut-through network with all that is under way in it: routers, terminals and
/// what they count. Simulated for a stretch of cycles at a time, on its own; what leaves it waits
/// in a mailbox, one for even stretches and one for odd ones, so that a part reads what others sent
/// in the latest stretch when it begins the next.
class VctPart final : SourceQueues {
 public:
  struct Surroundings {
    Fabric& fabric;
    const Partition& partition;
    std::uint32_t index;  ///< of this part
    const RoutingAlgorithm& routing;
    RouteStage& routes;
    const std::vector<SwitchSettings>& switches;
    const TrafficPlan& traffic;
    Workload* workload;  ///< may be null
    std::uint64_t seed;
    std::uint32_t noticeFlits = 0;  ///< of a notice; 0: as the shortest packet
  };
  explicit VctPart(const Surroundings& surroundings);
  VctPart(const VctPart&) = delete;
  VctPart& operator=(const VctPart&) = delete;

  /// Stretch number `stretch` begins; what is sent from now on is of it.
  void begin(std::uint64_t stretch);
  /// Simulates cycles [from, until).
  void advance(Cycle from, Cycle until);
  /// Takes in what another part sent in a stretch, the latest one. Once all parts have done so, all
  /// that is under way stands in their calendars.
  void receive(const VctPart& from, std::uint64_t stretch);

  void setRouting(const RoutingAlgorithm& routing, bool idle);  ///< Switching::setRouting
  void setTraffic(Cycle now, const TrafficPlan& plan) { terminals_.setTraffic(now, plan); }
  void setMeasuring(Cycle now, bool measuring);
  void setJourneyLog(JourneyLog* log);  ///< nullptr: nothing is followed
  void setAllocationLog(AllocationLog* log) { router_.setAllocationLog(log); }
  /// Nothing happens in cycles [from, until).
  void rest(Cycle from, Cycle until);
  void beginWindow() { terminals_.delivered().clearWindow(); }
  void groupDeliveries(const DeliveryGroups& groups) { terminals_.delivered().setGroups(groups); }
  const Terminals& terminals() const { return terminals_; }
  const DeliveryCounter& delivered() const { return terminals_.delivered(); }
  const VctRouter& router() const { return router_; }
  const Calendar& calendar() const { return calendar_; }
  /// Flits sent since cycle 0 by its routers and terminals, per channel of the network.
  void countFlits(std::vector<std::uint64_t>& ofChannel) const;

 private:
  /// A terminal's injection channel into its router.
  struct Source {
    PortId input = kNone;
    std::uint32_t latency = 0;
    std::uint32_t queue = 0;  ///< index of its InputVc
    std::uint32_t room = 0;   ///< flits it holds
    std::uint64_t sent = 0;   ///< flits, since cycle 0
  };
  /// The channel of a terminal that is not full, and when it takes the next packet.
  struct SlowStart {
    LinkPace pace;
    Cycle free = 0;
  };

  void refresh(Cycle now);
  /// Brings what the part works on into the cache.
  void warmUp(const Mailbox& mailbox) const;
  template <bool kAlike, bool kTells>
  void advanceAs(Cycle from, Cycle until);
  bool enter(Cycle now, const NewPacket& entering, Rng& draws) override;
  void drop(const NewPacket& packet) override { terminals_.countDropped(packet); }
  template <bool kAlike>
  bool enterAs(Cycle now, const NewPacket& entering, Rng& draws);
  void announce(CycleStamp birth, const NewPacket& packet);
  Cycle waitForChannel(Cycle now, TerminalId terminal, std::uint32_t flits);
  void deliver(Cycle now, const Packet& packet);

  Fabric& fabric_;
  const RoutingAlgorithm* routing_;
  const Partition& partition_;
  std::uint32_t index_;
  Calendar calendar_;
  std::array<Mailbox, 2> mailboxes_;
  Mailbox* mailbox_ = nullptr;    ///< of the present stretch
  std::uint64_t hopsBefore_ = 0;  ///< of flits, when the stretch before began
  Terminals terminals_;
  VctRouter router_;
  std::vector<Source> sources_;  ///< per terminal from the part's first
  /// Likewise; empty where all their channels are full.
  std::vector<SlowStart> slowStarts_;
  JourneyLog* journeys_ = nullptr;
};

}  // namespace hopscope
