// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_network.h"

#include <algorithm>
#include <utility>

#include "engine/switching/wormhole_observation.h"
#include "engine/switching/wormhole_router.h"
#include "engine/switching/wormhole_state.h"
#include "engine/switching/wormhole_terminal_ports.h"

namespace hopscope {
namespace {

using namespace wormhole;

Plan statePlan(const WormholePlan& plan) {
  return {plan.topology, plan.linkLatency, plan.virtualChannels, plan.settings, plan.bufferFlits};
}

/// No wire and no stage of a router takes longer.
Cycle slowestOf(const State& state) {
  const WormholeDelays& d = state.settings.delays;
  return state.longestWire + d.route + d.vcAllocation + d.switchAllocation;
}

class WormholeNetwork final : public Switching {
 public:
  explicit WormholeNetwork(const WormholePlan& plan)
      : state_(statePlan(plan)),
        routing_(plan.routing),
        routes_(*plan.topology, plan.lookups),
        workload_(plan.workload),
        ports_(state_, {0, plan.topology->terminalCount(), plan.topology->terminalCount(),
                        plan.traffic, workload_.get(), *routing_, plan.seed}),
        terminals_(ports_.terminals()),
        router_(state_, *routing_, routes_, terminals_.delivered().split, meanFlits(plan.traffic),
                plan.seed, plan.reroutes),
        channelFlits_(plan.topology->channelCount(), 0) {
    state_.packets.setMost(plan.packetBytes / sizeof(WormPacket));
  }

  Cycle now() const override { return now_; }

  void setMeasuring(bool measuring) override {
    terminals_.setMeasuring(now_, measuring);
    if (!measuring) return;
    state_.packets.leaveRoom();
    router_.leaveRoom();
  }
  void setJourneyLog(JourneyLog* log) override { state_.journeys = log; }
  void setTraffic(const TrafficPlan& plan) override { terminals_.setTraffic(now_, plan); }
  void setRouting(std::shared_ptr<const RoutingAlgorithm> routing) override {
    router_.setRouting(now_, *routing, idle());
    ports_.setRouting(*routing);
    routes_.setRouting(routing);
    routing_ = std::move(routing);
  }
  void groupDeliveries(const DeliveryGroups& groups) override {
    terminals_.delivered().setGroups(groups);
  }
  void beginWindow() override {
    terminals_.delivered().clearWindow();
    routes_.beginWindow();
  }

  InjectionCounts injected() const override { return terminals_.injected(); }
  std::uint64_t alive() const override { return state_.packets.alive() - probesAlive(); }
  bool idle() const override { return state_.packets.alive() == 0 && terminals_.noneHeld(); }
  std::uint64_t measuredDelivered() const override { return terminals_.delivered().measured(); }
  std::uint64_t flitHops() const override { return state_.flitHops; }
  void tally(DeliveryTally& into) const override { terminals_.delivered().addTo(into); }
  DeliveryGroups deliveryGroups() const override { return terminals_.delivered().groups(); }
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
  Cycle longestPause() const override { return slowestOf(state_); }
  bool underWay() const override {
    return !state_.flights[0].empty() || !state_.flights[1].empty() || !state_.credits.empty() ||
           !router_.routing().empty();
  }
  bool full() const override { return ports_.full(); }
  std::vector<WaitingVc> waitingCycle() const override { return wormhole::waitingCycle(state_); }

  void observePackets(std::uint32_t most, std::vector<MovingPacket>& out) const override {
    wormhole::observePackets(state_, *routing_, now_, most, out);
  }
  bool hasQueues() const override { return true; }
  bool countsCredits() const override { return true; }
  void observeQueues(std::vector<ChannelQueue>& out) const override {
    wormhole::observeQueues(state_, *routing_, now_, out);
  }
  std::optional<MovingPacket> find(TerminalId source, CycleStamp birth) const override {
    return wormhole::findPacket(state_, *routing_, now_, source, birth);
  }
  std::optional<std::uint64_t> outputConflicts() const override {
    return wormhole::outputConflicts(state_);
  }
  void observeBuffers(RouterId router, RouterDetail& out) const override {
    wormhole::observeRouter(state_, nullptr, router, now_, out);
    wormhole::observeWaiting(state_, router, now_, out.waiting);
  }
  void observeRouter(RouterId router, RouterDetail& out) const override {
    wormhole::observeRouter(state_, &routes_, router, now_, out);
    wormhole::observeWaiting(state_, router, now_, out.waiting);
    out.learnt.clear();
    router_.describe(now_, router, out.learnt);
    out.allocation.reset();
    if (allocations_ && allocations_->router() == router && allocations_->detail().cycle >= 0)
      out.allocation = allocations_->detail();
  }
  std::vector<std::string> violations() const override {
    const InjectionCounts& counts = terminals_.injected();
    return wormhole::violations(state_, now_, counts.generated + counts.prefetches,
                                terminals_.delivered().packets() + terminals_.delivered().probes());
  }

 protected:
  void run(Cycle until) override {
    for (; now_ < until; ++now_) {
      router_.receiveCredits(now_);
      router_.advanceHeads(now_);
      router_.receiveFlits(now_);
      ports_.deliver(now_);
      ports_.generate(now_);
      ports_.send(now_);
      router_.allocate(now_);
    }
  }
  void rest(Cycle until) override { now_ = until; }
  bool hasWorkload() const override { return workload_ != nullptr; }
  Cycle nextOffer() const override { return terminals_.nextOffer(now_); }

 private:
  /// Probes under way, whose packets are still to come.
  std::uint64_t probesAlive() const {
    return terminals_.injected().prefetches - terminals_.delivered().probes();
  }

  State state_;
  std::shared_ptr<const RoutingAlgorithm> routing_;
  RouteStage routes_;
  std::shared_ptr<Workload> workload_;  ///< may be null
  TerminalPorts ports_;
  Terminals& terminals_;  ///< behind them
  WormholeRouter router_;
  std::unique_ptr<AllocationLog> allocations_;  ///< of the router that is looked into
  /// Gathered when asked for: outputs count for themselves, with what else a flit touches.
  mutable std::vector<std::uint64_t> channelFlits_;
  Cycle now_ = 0;
};

}  // namespace

std::unique_ptr<Switching> makeWormholeNetwork(const WormholePlan& plan) {
  return std::make_unique<WormholeNetwork>(plan);
}

}  // namespace hopscope
