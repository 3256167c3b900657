// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_network.h"

#include <algorithm>
#include <utility>

#include "engine/switching/bitmap.h"
#include "engine/switching/delivery_counter.h"
#include "engine/switching/wormhole_journey.h"
#include "engine/switching/wormhole_observation.h"
#include "engine/switching/wormhole_router.h"
#include "engine/switching/wormhole_state.h"

namespace hopscope {
namespace {

using namespace wormhole;

Plan statePlan(const WormholePlan& plan) {
  return {plan.topology, plan.linkLatency, plan.virtualChannels, plan.settings, plan.bufferFlits};
}

/// No wire and no stage of a router takes longer.
Cycle slowestOf(const State& state) {
  const WormholeDelays& d = state.settings.delays;
  return state.credits.horizon() + d.route + d.vcAllocation + d.switchAllocation;
}

class WormholeNetwork final : public Switching {
 public:
  explicit WormholeNetwork(const WormholePlan& plan)
      : state_(statePlan(plan)),
        routing_(plan.routing),
        routes_(*plan.topology, plan.lookups),
        delivered_(plan.topology->terminalCount()),
        router_(state_, *routing_, routes_, delivered_.split, meanFlits(plan.traffic), plan.seed,
                plan.reroutes),
        injection_(plan.traffic, plan.seed, 0, plan.topology->terminalCount()),
        channelFlits_(plan.topology->channelCount(), 0),
        pause_(hopscope::longestPause(slowestOf(state_), plan.lookups)) {
    countOrder(*routing_, plan.topology->terminalCount(), delivered_);
    delivered_.countClasses(classesOf(plan.traffic));
  }

  void advance(Cycle until) override {
    for (; now_ < until; ++now_) {
      router_.receiveCredits(now_);
      router_.advanceHeads(now_);
      router_.receiveFlits(now_);
      deliver();
      generate();
      send();
      router_.allocate(now_);
    }
  }
  Cycle now() const override { return now_; }

  void setMeasuring(bool measuring) override {
    injection_.setMeasuring(measuring);
    if (!measuring) return;
    measureFrom_ = now_;
    state_.packets.leaveRoom();
    router_.leaveRoom();
  }
  void setJourneyLog(JourneyLog* log) override { state_.journeys = log; }
  void setDeliveryLog(std::vector<Delivery>* log) override { delivered_.log = log; }
  void setTraffic(const TrafficPlan& plan) override {
    injection_.setTraffic(now_, plan);
    delivered_.countClasses(classesOf(plan));
  }
  void setRouting(std::shared_ptr<const RoutingAlgorithm> routing) override {
    router_.setRouting(now_, *routing, idle());
    routes_.setRouting(routing);
    routing_ = std::move(routing);
  }
  void beginWindow() override {
    delivered_.clearWindow();
    routes_.beginWindow();
  }

  InjectionCounts injected() const override { return injection_.counts(); }
  std::uint64_t alive() const override { return state_.packets.alive() - emptyAlive(); }
  bool idle() const override { return state_.packets.alive() == 0 && injection_.noneHeld(); }
  std::uint64_t measuredDelivered() const override { return delivered_.measured(); }
  std::uint64_t flitHops() const override { return state_.flitHops; }
  void tally(DeliveryTally& into) const override { delivered_.addTo(into); }
  const std::vector<std::uint64_t>& channelFlits() const override {
    for (PortId output = 0; output < state_.outputs.size(); ++output)
      channelFlits_[state_.channelOf(output)] = state_.outputs[output].sent;
    return channelFlits_;
  }
  const RouteStage& routes() const override { return routes_; }
  RouteStage& routes() override { return routes_; }
  void watchLookups(RouterId router) override { routes_.watch(router); }
  void watchAllocations(RouterId router) override {
    if ((allocations_ ? allocations_->router() : kNone) == router) return;
    allocations_.reset();
    if (router < state_.topology->routerCount())
      allocations_ = std::make_unique<AllocationLog>(router);
    state_.allocations = allocations_.get();
  }

  Cycle lastMove() const override { return state_.lastMove; }
  Cycle longestPause() const override { return pause_; }
  bool headsWait() const override {
    return std::any_of(state_.lanes.begin(), state_.lanes.end(),
                       [](const InputLane& lane) { return lane.count != 0; });
  }
  std::vector<WaitingVc> waitingCycle() const override { return wormhole::waitingCycle(state_); }

  void observePackets(std::uint32_t most, std::vector<MovingPacket>& out) const override {
    wormhole::observePackets(state_, *routing_, now_, most, out);
  }
  std::optional<MovingPacket> find(TerminalId source, CycleStamp birth) const override {
    return wormhole::findPacket(state_, *routing_, now_, source, birth);
  }
  std::optional<std::uint64_t> outputConflicts() const override {
    return wormhole::outputConflicts(state_);
  }
  void observeRouter(RouterId router, RouterDetail& out) const override {
    wormhole::observeRouter(state_, routes_, router, now_, out);
    wormhole::observeWaiting(state_, router, now_, out.waiting);
    out.allocation.reset();
    if (allocations_ && allocations_->router() == router && allocations_->detail().cycle >= 0)
      out.allocation = allocations_->detail();
  }
  std::vector<std::string> violations() const override {
    const InjectionCounts& counts = injection_.counts();
    return wormhole::violations(state_, now_, counts.generated + counts.prefetches,
                                delivered_.packets() + delivered_.empty());
  }

 private:
  std::uint64_t emptyAlive() const { return injection_.counts().prefetches - delivered_.empty(); }

  void generate() {
    injection_.generate(now_, [this](const NewPacket& entering, Rng& draws) {
      const TerminalId terminal = entering.source, destination = entering.destination;
      const PacketIndex index = state_.packets.take();
      WormPacket& packet = state_.packets[index];
      packet = {};
      packet.birth = static_cast<CycleStamp>(now_);
      packet.source = terminal;
      packet.destination = destination;
      packet.detail = routing_->start(terminal, destination, draws).detail;
      packet.flits = static_cast<std::uint16_t>(entering.flits);
      packet.measured = injection_.measuring() && !entering.empty;
      packet.empty = entering.empty;
      packet.trafficClass = entering.trafficClass & (kMostClasses - 1);
      Source& source = state_.sources[terminal];
      if (source.head == kNone) {
        source.head = index;
        state_.sending.set(terminal);
      } else {
        state_.packets[source.tail].next = index;
      }
      source.tail = index;
      if (state_.journeys != nullptr && !entering.empty)
        state_.journeys->begin(terminal, destination, now_);
      return true;
    });
  }

  /// Every terminal with a packet and a credit sends a flit. A packet takes the next virtual
  /// channel that has a credit.
  void send() {
    for (const TerminalId terminal : state_.sending.members()) {
      Source& source = state_.sources[terminal];
      const PortId side = state_.ports + terminal;
      OutputSide& out = state_.outputs[side];
      const bool begins = source.flitsLeft == 0;
      const PacketIndex index = source.head;
      WormPacket& packet = state_.packets[index];
      // Of a terminal, `available` are the virtual channels with a credit.
      unsigned open = out.available;
      if (!begins)
        open &= 1u << source.vc;
      else if (state_.settings.vcByDestination)
        open &= 1u << packet.destination % out.vcs;
      if (open == 0) {
        state_.sending.clear(terminal);
        continue;
      }
      Flit flit = index << 2;
      if (begins) {
        source.vc = static_cast<VcIndex>(nextBit(open, source.vc + 1u));
        source.flitsLeft = packet.flits;
        flit |= kHead;
        packet.arrival = static_cast<CycleStamp>(now_ + out.flight);
        if (packet.measured) {
          delivered_.split.source += static_cast<CycleStamp>(now_) - packet.birth;
          delivered_.split.traversal += 1;
          delivered_.split.channel += out.flight - 1;
        }
      }
      if (--source.flitsLeft == 0) {
        flit |= kTail;
        source.head = packet.next;
        if (source.head == kNone) state_.sending.clear(terminal);
      }
      state_.flights[0].push(now_ + Cycle{out.flight}, {flit, out.downstream + source.vc});
      if (--state_.outLanes[state_.laneOf(side, source.vc)].credits == 0)
        out.available &= static_cast<std::uint16_t>(~(1u << source.vc));
      ++out.sent;
    }
  }

  void deliver() {
    state_.flights[1].drain(now_, [this](const Arrival& ejected) {
      const InputSide& in = state_.inputs[state_.portOf(ejected.lane)];
      state_.credits.push(now_ + Cycle{in.creditDelay} + state_.settings.delays.credit,
                          ejected.lane);
      if ((ejected.flit & kTail) == 0) return;
      const PacketIndex index = packetOf(ejected.flit);
      const WormPacket& packet = state_.packets[index];
      const auto stamp = static_cast<CycleStamp>(now_);
      if (packet.empty != 0) {
        delivered_.addEmpty();
        state_.packets.give(index);
        return;
      }
      if (packet.measured) delivered_.split.serialization += stamp - packet.arrival;
      delivered_.add({now_, Cycle{stamp - packet.birth}, packet.source, packet.destination,
                      packet.flits, packet.hops - 1u, packet.measured != 0,
                      routing_->nonminimal({packet.destination, packet.detail}),
                      static_cast<std::uint8_t>(packet.trafficClass)},
                     measureFrom_);
      if (isFollowed(state_, packet)) state_.journeys->end(now_, Cycle{stamp - packet.arrival});
      state_.packets.give(index);
    });
  }

  State state_;
  std::shared_ptr<const RoutingAlgorithm> routing_;
  RouteStage routes_;
  DeliveryCounter delivered_;
  WormholeRouter router_;
  Injection injection_;
  std::unique_ptr<AllocationLog> allocations_;  ///< of the router that is looked into
  /// Gathered when asked for: outputs count for themselves, with what else a flit touches.
  mutable std::vector<std::uint64_t> channelFlits_;
  Cycle pause_;
  Cycle now_ = 0;
  Cycle measureFrom_ = 0;
};

}  // namespace

std::unique_ptr<Switching> makeWormholeNetwork(const WormholePlan& plan) {
  return std::make_unique<WormholeNetwork>(plan);
}

}  // namespace hopscope
