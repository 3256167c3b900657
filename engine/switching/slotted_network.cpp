// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/slotted_network.h"

#include <algorithm>
#include <utility>

#include "engine/switching/journey.h"

namespace hopscope {
namespace {

using hybrid::HybridPacket;

class SlottedNetwork final : public CircuitNetwork {
 public:
  explicit SlottedNetwork(const SlottedPlan& plan)
      : CircuitNetwork(plan.network),
        planned_(plan.circuits),
        circuits_(plan.settings, *topology_, *planned_) {}

  std::uint64_t flitHops() const override { return circuits_.flitHops(); }
  const std::vector<std::uint64_t>& channelFlits() const override {
    std::fill(channelFlits_.begin(), channelFlits_.end(), 0);
    circuits_.addFlits(channelFlits_);
    return channelFlits_;
  }
  Cycle lastMove() const override { return circuits_.lastMove(); }
  Cycle longestPause() const override { return circuits_.longestPause(); }
  /// Whoever is under way has a slot, and goes on.
  bool underWay() const override { return alive() > 0; }
  /// Nothing is kept in a switch.
  void observeRouter(RouterId router, RouterDetail& out) const override {
    out = {};
    out.router = router;
    out.ports.resize(topology_->radix(router));
    for (PortDetail& port : out.ports) port.inputFlits = port.inputRoom = port.downstream = {0};
  }

 protected:
  const hybrid::HybridPackets& packets() const override { return circuits_.packets(); }
  void leaveRoom() override { circuits_.leaveRoom(); }
  std::vector<std::string> wrongInside() const override { return circuits_.violations(now_); }
  MovingPacket whereIs(const HybridPacket& packet) const override;

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
  Cycle nextOffer() const override { return terminals_.nextOffer(now_); }

 private:
  bool enter(Cycle now, const NewPacket& entering, Rng& draws) override;
  void receive(const HybridPacket& packet, std::uint32_t circuit);
  void writeJourney(const HybridPacket& packet, std::uint32_t circuit);
  LatencySplit spent(const HybridPacket& packet, std::uint32_t circuit) const;

  std::shared_ptr<const std::vector<PlannedCircuit>> planned_;
  slotted::Circuits circuits_;
};

bool SlottedNetwork::enter(Cycle now, const NewPacket& entering, Rng& /*draws*/) {
  const std::uint32_t circuit = circuits_.find(entering.source, entering.destination);
  if (circuit == kNone || !circuits_.hasRoom(entering.source, entering.flits)) return false;
  circuits_.enter(now, circuit, taken(now, entering));
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
  const auto hops = static_cast<std::uint32_t>(circuits_.planned(circuit).path.size() - 2);
  handOver(packet, PathKind::minimal, hops, spent(packet, circuit));
  if (follows(packet)) writeJourney(packet, circuit);
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
