// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/routing/routing_algorithm.h"
#include "engine/switching/hybrid_packets.h"
#include "engine/switching/switching.h"
#include "engine/switching/terminals.h"

namespace hopscope {

/// What a network with circuits in time slots is made of beside its switches.
struct CircuitNetworkPlan {
  std::shared_ptr<const Topology> topology;
  LookupPlan lookups;
  std::shared_ptr<const RoutingAlgorithm> routing;
  TrafficPlan traffic;
  std::shared_ptr<Workload> workload = nullptr;  ///< what terminals do beside
  std::uint64_t seed = 1;
};

/// The terminals of a network whose packets go over circuits in time slots, and what is told of
/// those that are under way. What moves them is each model's own.
class CircuitNetwork : public Switching, protected SourceQueues {
 public:
  explicit CircuitNetwork(const CircuitNetworkPlan& plan);

  Cycle now() const override { return now_; }
  void setMeasuring(bool measuring) override;
  void setTraffic(const TrafficPlan& plan) override { terminals_.setTraffic(now_, plan); }
  void setRouting(std::shared_ptr<const RoutingAlgorithm> routing) override;
  void setJourneyLog(JourneyLog* log) override { journeys_ = log; }
  void beginWindow() override;
  void groupDeliveries(const DeliveryGroups& groups) override {
    terminals_.delivered().setGroups(groups);
  }
  DeliveryGroups deliveryGroups() const override { return terminals_.delivered().groups(); }
  void watchLookups(RouterId router) override { routes_.watch(router); }
  void watchAllocations(RouterId /*router*/) override {}

  InjectionCounts injected() const override { return terminals_.injected(); }
  void offered(std::vector<std::uint64_t>& out) const override { terminals_.offered(out); }
  std::uint64_t alive() const override { return packets().alive(); }
  bool idle() const override { return alive() == 0 && terminals_.noneHeld(); }
  std::uint64_t measuredDelivered() const override { return terminals_.delivered().measured(); }
  void tally(DeliveryTally& into) const override { terminals_.delivered().addTo(into); }
  const RouteStage& routes() const override { return routes_; }
  RouteStage& routes() override { return routes_; }
  StandingBuffers standing(bool /*still*/) const override { return {}; }
  void forEachUnderWay(const std::function<void(const PacketUnderWay&)>& visit) const override;
  void observePackets(std::uint32_t most, std::vector<MovingPacket>& out) const override;
  std::optional<MovingPacket> find(TerminalId source, CycleStamp birth) const override;
  std::vector<std::string> violations() const override;

 protected:
  virtual const hybrid::HybridPackets& packets() const = 0;
  /// Sets memory aside, so that nothing is allocated while it is measured.
  virtual void leaveRoom() = 0;
  /// What of its own is not as it should be.
  virtual std::vector<std::string> wrongInside() const = 0;
  virtual MovingPacket whereIs(const hybrid::HybridPacket& packet) const = 0;
  /// PacketUnderWay::waited of one that has left its interface.
  virtual Cycle waitedSince(const hybrid::HybridPacket& packet) const = 0;

  bool hasWorkload() const override { return workload_ != nullptr; }
  void drop(const NewPacket& packet) override { terminals_.countDropped(packet); }

  /// Of one that its interface takes now.
  hybrid::HybridPacket taken(Cycle now, const NewPacket& entering);
  /// At its source, not on its way yet.
  MovingPacket atItsSource(const hybrid::HybridPacket& packet, ChannelId first) const;
  /// Hands it to its terminal; `spent` tells where its cycles went.
  void handOver(const hybrid::HybridPacket& packet, PathKind path, std::uint32_t hops,
                const LatencySplit& spent);
  bool follows(const hybrid::HybridPacket& packet) const;

  std::shared_ptr<const Topology> topology_;
  std::shared_ptr<const RoutingAlgorithm> routing_;
  RouteStage routes_;
  std::shared_ptr<Workload> workload_;  ///< may be null
  Terminals terminals_;
  JourneyLog* journeys_ = nullptr;
  mutable std::vector<std::uint64_t> channelFlits_;  ///< gathered when asked for
  Cycle now_ = 0;
};

}  // namespace hopscope
