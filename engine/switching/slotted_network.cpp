// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/slotted_network.h"

#include <algorithm>
#include <utility>

#include "engine/switching/terminals.h"

namespace hopscope {
namespace {

using hybrid::HybridPacket;

class SlottedNetwork final : public Switching, SourceQueues {
 public:
  explicit SlottedNetwork(const SlottedPlan& plan)
      : topology_(plan.topology),
        routing_(plan.routing),
        planned_(plan.circuits),
        routes_(*plan.topology, plan.lookups),
        workload_(plan.workload),
        terminals_({0, plan.topology->terminalCount(), plan.topology->terminalCount(), plan.traffic,
                    workload_.get(), *routing_, plan.seed}),
        circuits_(plan.settings, *topology_, *planned_),
        channelFlits_(plan.topology->channelCount(), 0) {}

  Cycle now() const override { return now_; }

  void setMeasuring(bool measuring) override {
    terminals_.setMeasuring(now_, measuring);
    if (measuring) circuits_.leaveRoom();
  }
  void setTraffic(const TrafficPlan& plan) override { terminals_.setTraffic(now_, plan); }
  void setRouting(std::shared_ptr<const RoutingAlgorithm> routing) override {
    routes_.setRouting(routing);
    routing_ = std::move(routing);
  }
  void setJourneyLog(JourneyLog* log) override { journeys_ = log; }
  void beginWindow() override {
    terminals_.delivered().clearWindow();
    routes_.beginWindow();
  }
  void groupDeliveries(const DeliveryGroups& groups) override {
    terminals_.delivered().setGroups(groups);
  }
  DeliveryGroups deliveryGroups() const override { return terminals_.delivered().groups(); }
  void watchLookups(RouterId router) override { routes_.watch(router); }
  void watchAllocations(RouterId /*router*/) override {}

  InjectionCounts injected() const override { return terminals_.injected(); }
  std::uint64_t alive() const override { return circuits_.packets().alive(); }
  bool idle() const override { return alive() == 0 && terminals_.noneHeld(); }
  std::uint64_t measuredDelivered() const override { return terminals_.delivered().measured(); }
  std::uint64_t flitHops() const override { return circuits_.flitHops(); }
  void tally(DeliveryTally& into) const override { terminals_.delivered().addTo(into); }
  const std::vector<std::uint64_t>& channelFlits() const override {
    std::fill(channelFlits_.begin(), channelFlits_.end(), 0);
    circuits_.addFlits(channelFlits_);
    return channelFlits_;
  }
  const RouteStage& routes() const override { return routes_; }
  RouteStage& routes() override { return routes_; }

  Cycle lastMove() const override { return circuits_.lastMove(); }
  Cycle longestPause() const override { return circuits_.longestPause(); }
  /// Whoever is under way has a slot, and goes on.
  bool underWay() const override { return alive() > 0; }
  std::vector<WaitingVc> waitingCycle() const override { return {}; }

  void observePackets(std::uint32_t most, std::vector<MovingPacket>& out) const override {
    out.clear();
    circuits_.packets().forEach([&](PacketIndex /*index*/, const HybridPacket& packet) {
      if (out.size() >= most) return;
      const MovingPacket seen = whereIs(packet);
      if (seen.position > 0 && seen.position < 1) out.push_back(seen);
    });
  }
  std::optional<MovingPacket> find(TerminalId source, CycleStamp birth) const override {
    std::optional<MovingPacket> found;
    circuits_.packets().forEach([&](PacketIndex /*index*/, const HybridPacket& packet) {
      if (packet.source == source && stampOf(packet.birth) == birth) found = whereIs(packet);
    });
    return found;
  }
  /// Nothing is kept in a switch.
  void observeRouter(RouterId router, RouterDetail& out) const override {
    out = {};
    out.router = router;
    out.ports.resize(topology_->radix(router));
    for (PortDetail& port : out.ports) port.inputFlits = port.inputRoom = port.downstream = {0};
  }
  std::vector<std::string> violations() const override {
    std::vector<std::string> found = circuits_.violations(now_);
    if (terminals_.injected().generated != terminals_.delivered().packets() + alive())
      found.emplace_back("A packet is neither under way nor delivered.");
    return found;
  }

 protected:
  void run(Cycle until) override {
    for (; now_ < until; ++now_) {
      circuits_.send(now_);
      circuits_.deliver(now_, [this](const HybridPacket& packet, std::uint32_t circuit) {
        receive(packet, circuit);
      });
      terminals_.offer(now_, *this);
    }
  }
  void rest(Cycle until) override { now_ = until; }
  bool hasWorkload() const override { return workload_ != nullptr; }
  Cycle nextOffer() const override { return terminals_.nextOffer(now_); }

 private:
  bool enter(Cycle now, const NewPacket& entering, Rng& draws) override;
  void drop(const NewPacket& packet) override { terminals_.countDropped(packet); }
  void receive(const HybridPacket& packet, std::uint32_t circuit);
  void writeJourney(const HybridPacket& packet, std::uint32_t circuit);
  LatencySplit spent(const HybridPacket& packet, std::uint32_t circuit) const;
  MovingPacket whereIs(const HybridPacket& packet) const;

  std::shared_ptr<const Topology> topology_;
  std::shared_ptr<const RoutingAlgorithm> routing_;
  std::shared_ptr<const std::vector<PlannedCircuit>> planned_;
  RouteStage routes_;
  std::shared_ptr<Workload> workload_;  ///< may be null
  Terminals terminals_;
  slotted::Circuits circuits_;
  JourneyLog* journeys_ = nullptr;
  mutable std::vector<std::uint64_t> channelFlits_;  ///< gathered when asked for
  Cycle now_ = 0;
};

bool SlottedNetwork::enter(Cycle now, const NewPacket& entering, Rng& /*draws*/) {
  const std::uint32_t circuit = circuits_.find(entering.source, entering.destination);
  if (circuit == kNone || !circuits_.hasRoom(entering.source, entering.flits)) return false;
  HybridPacket packet;
  packet.source = entering.source;
  packet.destination = entering.destination;
  packet.flits = entering.flits;
  packet.trafficClass = entering.trafficClass;
  packet.measured = terminals_.measures(entering);
  packet.letter = entering.letter;
  terminals_.countEntered(entering);
  circuits_.enter(now, circuit, packet);
  if (journeys_ != nullptr) journeys_->begin(packet.source, packet.destination, now);
  return true;
}

/// Where the cycles of a packet went that is at its processor now.
LatencySplit SlottedNetwork::spent(const HybridPacket& packet, std::uint32_t circuit) const {
  const auto cycles = [](Cycle time) { return static_cast<std::uint64_t>(time); };
  const Cycle nic = circuits_.settings().nic;
  LatencySplit split;
  split.source = cycles(packet.departure - packet.birth - nic);
  split.serialization = packet.flits - 1;
  split.channel = cycles(circuits_.onItsWay(circuit));
  split.traversal = cycles(2 * nic);
  split.switchAllocation = cycles(now_ - packet.birth) - split.total();  // turns of its slot
  return split;
}

void SlottedNetwork::receive(const HybridPacket& packet, std::uint32_t circuit) {
  if (packet.measured) terminals_.delivered().split += spent(packet, circuit);
  Delivery delivery{now_, now_ - packet.birth, packet.source,     packet.destination, packet.flits,
                    0,    packet.measured,     PathKind::minimal, packet.trafficClass};
  delivery.hops = static_cast<decltype(delivery.hops)>(circuits_.planned(circuit).path.size() - 2);
  delivery.letter = packet.letter;
  if (packet.letter != 0)
    terminals_.receiveWithLetter(delivery);
  else
    terminals_.receive(delivery);
  if (journeys_ != nullptr && journeys_->follows(packet.source, stampOf(packet.birth)))
    writeJourney(packet, circuit);
}

/// Router by router: all waiting was in the interface.
void SlottedNetwork::writeJourney(const HybridPacket& packet, std::uint32_t circuit) {
  if (journeys_->journey().foundOn != kNone) return journeys_->end(now_, 0);
  const std::vector<ChannelId>& path = circuits_.planned(circuit).path;
  const Cycle length = circuits_.settings().slotLength;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    JourneyHop& hop =
        journeys_->hop(path[i], path[i + 1], packet.departure + static_cast<Cycle>(i + 1) * length);
    hop.spent = {};
    if (i == 0) {
      hop.wire = length;
      hop.spent = spent(packet, circuit);
      hop.spent.channel = static_cast<std::uint64_t>(length);
    }
    hop.spent.channel += static_cast<std::uint64_t>(length);
  }
  journeys_->end(now_, 0);
}

/// Before it leaves its interface a packet is at the beginning of its first channel.
MovingPacket SlottedNetwork::whereIs(const HybridPacket& packet) const {
  const std::uint32_t circuit = circuits_.find(packet.source, packet.destination);
  const std::vector<ChannelId>& path = circuits_.planned(circuit).path;
  const Cycle length = circuits_.settings().slotLength;
  MovingPacket seen;
  seen.source = packet.source;
  seen.destination = packet.destination;
  seen.age = now_ - packet.birth;
  seen.birth = packet.birth;
  seen.flits = packet.flits;
  seen.trafficClass = packet.trafficClass;
  seen.channel = path.front();
  if (packet.departure < 0) return seen;
  const Cycle gone = now_ - packet.departure;
  const auto passed = static_cast<std::size_t>(gone / length);
  seen.channel = passed < path.size() ? path[passed] : path.back();
  seen.position =
      passed < path.size() ? static_cast<float>(gone % length) / static_cast<float>(length) : 1.0F;
  return seen;
}

}  // namespace

std::unique_ptr<Switching> makeSlottedNetwork(const SlottedPlan& plan) {
  return std::make_unique<SlottedNetwork>(plan);
}

}  // namespace hopscope
