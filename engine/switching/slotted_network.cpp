// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/slotted_network.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "engine/switching/journey.h"
#include "engine/switching/slotted_best_effort.h"

namespace hopscope {
namespace {

using hybrid::HybridPacket;

/// Entries of a plan that are told one by one to who looks on: more would slow the run.
constexpr std::size_t kMostTold = 1 << 16;

class SlottedNetwork final : public CircuitNetwork {
 public:
  explicit SlottedNetwork(const SlottedPlan& plan)
      : CircuitNetwork(plan.network),
        planned_(plan.circuits),
        circuits_(plan.settings, *topology_, *planned_) {
    if (plan.settings.bestEffort != BestEffortTime::none)
      others_ = std::make_unique<slotted::BestEffort>(
          slotted::BestEffort::Plan{plan.settings, *topology_, *planned_, plan.virtualChannels,
                                    plan.longestPacket},
          routing_, circuits_.packets());
  }

  void setMeasuring(bool measuring) override {
    CircuitNetwork::setMeasuring(measuring);
    if (measuring)
      for (KindCounts* each : {&counts_.overCircuits, &counts_.bestEffort})
        each->measured = each->latency = 0;
  }
  void setRouting(std::shared_ptr<const RoutingAlgorithm> routing) override {
    CircuitNetwork::setRouting(std::move(routing));
    if (others_) others_->setRouting(routing_);
  }
  std::uint64_t flitHops() const override {
    return circuits_.flitHops() + (others_ ? others_->flitHops() : 0);
  }
  const std::vector<std::uint64_t>& channelFlits() const override;
  Cycle lastMove() const override {
    return std::max(circuits_.lastMove(), others_ ? others_->lastMove() : 0);
  }
  Cycle longestPause() const override {
    return std::max(circuits_.longestPause(), others_ ? others_->longestPause() : 0);
  }
  /// Whoever is under way over a circuit has a slot, and goes on. Others wait for nobody who waits
  /// for them.
  bool underWay() const override { return alive() > 0; }
  const CircuitCounts* circuits() const override { return others_ ? &counts_ : nullptr; }
  std::optional<ChannelUse> channelUse() const override;
  std::shared_ptr<const CircuitDetail> observeCircuits() const override;
  bool hasQueues() const override { return others_ != nullptr; }
  void observeQueues(std::vector<ChannelQueue>& out) const override {
    if (others_)
      others_->observeQueues(now_, out);
    else
      out.clear();
  }
  /// Of circuits nothing is kept in a switch.
  void observeRouter(RouterId router, RouterDetail& out) const override {
    out = {};
    out.router = router;
    out.ports.resize(topology_->radix(router));
    for (PortDetail& port : out.ports) port.inputFlits = port.inputRoom = port.downstream = {0};
    if (others_) others_->observeRouter(now_, router, out);
  }

 protected:
  const hybrid::HybridPackets& packets() const override { return circuits_.packets(); }
  void leaveRoom() override {
    circuits_.leaveRoom();
    if (others_) others_->leaveRoom();
  }
  std::vector<std::string> wrongInside() const override;
  MovingPacket whereIs(const HybridPacket& packet) const override;
  /// Where one is that has left its interface is a matter of slots: all of those are on their way.
  Cycle waitedSince(const HybridPacket& /*packet*/) const override { return -1; }

  void run(Cycle until) override {
    for (; now_ < until; ++now_) {
      circuits_.send(now_);
      if (others_) moveOthers();
      circuits_.deliver(now_, [this](const HybridPacket& packet, std::uint32_t circuit) {
        receive(packet, circuit);
      });
      terminals_.offer(now_, *this);
    }
  }
  void rest(Cycle until) override { now_ = until; }
  Cycle nextOffer() const override { return terminals_.nextOffer(now_); }

 private:
  bool enter(Cycle now, const NewPacket& entering, Rng& draws) override;
  /// Those with a circuit and those without wait in queues of their own.
  bool isInTheWay(const NewPacket& packet, const NewPacket& refused) const override {
    return (circuitFor(packet) == kNone) == (circuitFor(refused) == kNone);
  }
  std::uint32_t circuitFor(const NewPacket& packet) const;
  void receive(const HybridPacket& packet, std::uint32_t circuit);
  void moveOthers();
  void receiveOther(const HybridPacket& packet, RouteState state, std::uint32_t hops);
  void count(KindCounts& kind, const HybridPacket& packet) const;
  void writeJourney(const HybridPacket& packet, std::uint32_t circuit);
  void noteGrant(const HybridPacket& packet, ChannelId in, ChannelId out, Cycle headAt);
  LatencySplit spent(const HybridPacket& packet, Cycle onItsWay) const;

  std::shared_ptr<const PlannedCircuits> planned_;
  slotted::Circuits circuits_;
  std::unique_ptr<slotted::BestEffort> others_;  ///< null where all have circuits
  CircuitCounts counts_;                         ///< where it is not
};

const std::vector<std::uint64_t>& SlottedNetwork::channelFlits() const {
  if (others_)
    channelFlits_ = others_->channelFlits();
  else
    std::fill(channelFlits_.begin(), channelFlits_.end(), 0);
  circuits_.addFlits(channelFlits_);
  return channelFlits_;
}

std::optional<ChannelUse> SlottedNetwork::channelUse() const {
  ChannelUse use{circuits_.onChannels(), 0, circuits_.owned()};
  if (others_)
    use.bestEffort = std::accumulate(others_->channelFlits().begin(), others_->channelFlits().end(),
                                     std::uint64_t{0});
  return use;
}

std::vector<std::string> SlottedNetwork::wrongInside() const {
  std::vector<std::string> found = circuits_.violations(now_);
  if (others_) {
    const std::vector<std::string> more = others_->violations(now_);
    found.insert(found.end(), more.begin(), more.end());
  }
  return found;
}

/// What there is to see of circuits; where they have their slots is planned.
std::shared_ptr<const CircuitDetail> SlottedNetwork::observeCircuits() const {
  auto shifted = std::make_shared<ShiftedDetail>();
  const SlottedSettings& settings = circuits_.settings();
  shifted->planned = planned_;
  shifted->slotCount = settings.slotCount;
  shifted->slotLength = settings.slotLength;
  shifted->now = now_;
  const std::size_t told = planned_->size() <= kMostTold ? planned_->size() : 0;
  shifted->sent.resize(told);
  shifted->waiting.resize(told);
  for (std::uint32_t i = 0; i < told; ++i) {
    shifted->sent[i] = circuits_.sentOver(i);
    shifted->waiting[i] = static_cast<std::uint32_t>(circuits_.waitingFor(i));
  }
  shifted->onChannel = channelFlits();
  if (others_) {
    shifted->bestEffort = true;
    shifted->idleToo = settings.bestEffort == BestEffortTime::idle;
    shifted->counts = counts_;
    shifted->effort = others_->channelFlits();
    others_->observeQueued(shifted->queued);
  }
  auto detail = std::make_shared<CircuitDetail>();
  detail->now = now_;
  detail->shifted = std::move(shifted);
  return detail;
}

/// kNone: it goes with best effort.
std::uint32_t SlottedNetwork::circuitFor(const NewPacket& packet) const {
  const bool mayTake = (circuits_.settings().circuitClasses >> packet.trafficClass & 1) != 0;
  return mayTake ? circuits_.find(packet.source, packet.destination) : kNone;
}

bool SlottedNetwork::enter(Cycle now, const NewPacket& entering, Rng& draws) {
  const std::uint32_t circuit = circuitFor(entering);
  if (circuit == kNone) {
    if (!others_ || !others_->hasRoom(entering.source, entering.flits)) return false;
    ++counts_.misses;
    others_->enter(now, taken(now, entering),
                   routing_->start(entering.source, entering.destination, draws));
    return true;
  }
  if (!circuits_.hasRoom(entering.source, entering.flits)) return false;
  ++counts_.hits;
  circuits_.enter(now, circuit, taken(now, entering));
  return true;
}

/// Circuits have sent what they send in this cycle.
void SlottedNetwork::moveOthers() {
  if (circuits_.settings().bestEffort == BestEffortTime::idle)
    circuits_.forEachSent(now_,
                          [this](std::uint32_t circuit) { others_->keepClear(now_, circuit); });
  others_->move(now_, [this](const HybridPacket& packet, ChannelId in, ChannelId out,
                             Cycle headAt) { noteGrant(packet, in, out, headAt); });
  others_->deliver(now_, [this](const HybridPacket& packet, RouteState state, std::uint32_t hops) {
    receiveOther(packet, state, hops);
  });
}

void SlottedNetwork::count(KindCounts& kind, const HybridPacket& packet) const {
  ++kind.packets;
  kind.flits += packet.flits;
  if (!packet.measured) return;
  ++kind.measured;
  kind.latency += static_cast<std::uint64_t>(now_ - packet.birth);
}

void SlottedNetwork::receiveOther(const HybridPacket& packet, RouteState state,
                                  std::uint32_t hops) {
  count(counts_.bestEffort, packet);
  const Cycle length = circuits_.settings().slotLength;
  handOver(packet, routing_->pathKind(state), hops,
           spent(packet, (static_cast<Cycle>(hops) + 2) * length));
  if (!follows(packet)) return;
  const auto told = static_cast<Cycle>(journeys_->journey().total().total());
  journeys_->end(now_, now_ - packet.birth - journeys_->journey().unseen - told);
}

/// Its head leaves a switch.
void SlottedNetwork::noteGrant(const HybridPacket& packet, ChannelId in, ChannelId out,
                               Cycle headAt) {
  if (!follows(packet)) return;
  const auto cycles = [](Cycle time) { return static_cast<std::uint64_t>(time); };
  const Cycle nic = circuits_.settings().nic, length = circuits_.settings().slotLength;
  JourneyHop& hop = journeys_->hop(in, out, headAt);
  hop.spent.switchAllocation = cycles(now_ - headAt);
  hop.spent.channel = cycles(length);
  if (!topology_->from(in).isTerminal) return;
  hop.wire = length;
  hop.spent.source = cycles(packet.departure - packet.birth - nic);
  hop.spent.channel += cycles(length);
  hop.spent.traversal = cycles(2 * nic);
}

/// Where the cycles of a packet went that is at its processor now.
LatencySplit SlottedNetwork::spent(const HybridPacket& packet, Cycle onItsWay) const {
  const auto cycles = [](Cycle time) { return static_cast<std::uint64_t>(time); };
  const Cycle nic = circuits_.settings().nic;
  LatencySplit split;
  split.source = cycles(packet.departure - packet.birth - nic);
  split.serialization = packet.flits - 1;
  split.channel = cycles(onItsWay);
  split.traversal = cycles(2 * nic);
  split.switchAllocation = cycles(now_ - packet.birth) - split.total();  // turns of slots
  return split;
}

void SlottedNetwork::receive(const HybridPacket& packet, std::uint32_t circuit) {
  const auto hops = static_cast<std::uint32_t>(circuits_.planned(circuit).path.size() - 2);
  if (others_) count(counts_.overCircuits, packet);
  handOver(packet, PathKind::minimal, hops, spent(packet, circuits_.onItsWay(circuit)));
  if (follows(packet)) writeJourney(packet, circuit);
}

/// Router by router: all waiting was in the interface.
void SlottedNetwork::writeJourney(const HybridPacket& packet, std::uint32_t circuit) {
  if (journeys_->journey().foundOn != kNone) return journeys_->end(now_, 0);
  const std::span<const ChannelId> path = circuits_.planned(circuit).path;
  const Cycle length = circuits_.settings().slotLength;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    JourneyHop& hop =
        journeys_->hop(path[i], path[i + 1], packet.departure + static_cast<Cycle>(i + 1) * length);
    hop.spent = {};
    if (i == 0) {
      hop.wire = length;
      hop.spent = spent(packet, circuits_.onItsWay(circuit));
      hop.spent.channel = static_cast<std::uint64_t>(length);
    }
    hop.spent.channel += static_cast<std::uint64_t>(length);
  }
  journeys_->end(now_, 0);
}

/// Before it leaves its interface a packet is at the beginning of its first channel.
MovingPacket SlottedNetwork::whereIs(const HybridPacket& packet) const {
  if (!packet.circuit) {
    MovingPacket seen = atItsSource(packet, 2 * topology_->terminals[packet.source].link);
    others_->place(now_, packet, seen);
    return seen;
  }
  const std::uint32_t circuit = circuits_.find(packet.source, packet.destination);
  const std::span<const ChannelId> path = circuits_.planned(circuit).path;
  const Cycle length = circuits_.settings().slotLength;
  MovingPacket seen = atItsSource(packet, path.front());
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
