// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/circuit_network.h"

#include <utility>

#include "engine/switching/journey.h"

namespace hopscope {

using hybrid::HybridPacket;

CircuitNetwork::CircuitNetwork(const CircuitNetworkPlan& plan)
    : topology_(plan.topology),
      routing_(plan.routing),
      routes_(*plan.topology, plan.lookups),
      workload_(plan.workload),
      terminals_({0, plan.topology->terminalCount(), plan.topology->terminalCount(), plan.traffic,
                  workload_.get(), *routing_, plan.seed}),
      channelFlits_(plan.topology->channelCount(), 0) {}

void CircuitNetwork::setMeasuring(bool measuring) {
  terminals_.setMeasuring(now_, measuring);
  if (measuring) leaveRoom();
}

void CircuitNetwork::setRouting(std::shared_ptr<const RoutingAlgorithm> routing) {
  routes_.setRouting(routing);
  routing_ = std::move(routing);
}

void CircuitNetwork::beginWindow() {
  terminals_.delivered().clearWindow();
  routes_.beginWindow();
}

void CircuitNetwork::forEachUnderWay(
    const std::function<void(const PacketUnderWay&)>& visit) const {
  packets().forEach([&](PacketIndex /*index*/, const HybridPacket& packet) {
    visit({packet.departure < 0 ? now_ - packet.birth : waitedSince(packet), packet.measured});
  });
}

void CircuitNetwork::observePackets(std::uint32_t most, std::vector<MovingPacket>& out) const {
  out.clear();
  packets().forEach([&](PacketIndex /*index*/, const HybridPacket& packet) {
    if (out.size() >= most) return;
    const MovingPacket seen = whereIs(packet);
    if (seen.position > 0 && seen.position < 1) out.push_back(seen);
  });
}

std::optional<MovingPacket> CircuitNetwork::find(TerminalId source, CycleStamp birth) const {
  std::optional<MovingPacket> found;
  packets().forEach([&](PacketIndex /*index*/, const HybridPacket& packet) {
    if (packet.source == source && stampOf(packet.birth) == birth) found = whereIs(packet);
  });
  return found;
}

std::vector<std::string> CircuitNetwork::violations() const {
  std::vector<std::string> found = wrongInside();
  if (terminals_.injected().generated != terminals_.delivered().packets() + alive())
    found.emplace_back("A packet is neither under way nor delivered.");
  return found;
}

HybridPacket CircuitNetwork::taken(Cycle now, const NewPacket& entering) {
  HybridPacket packet;
  packet.source = entering.source;
  packet.destination = entering.destination;
  packet.flits = entering.flits;
  packet.trafficClass = entering.trafficClass;
  packet.measured = terminals_.measures(entering);
  packet.letter = entering.letter;
  terminals_.countEntered(entering);
  if (journeys_ != nullptr)
    journeys_->begin(packet.source, packet.destination, packet.letter != 0, now);
  return packet;
}

MovingPacket CircuitNetwork::atItsSource(const HybridPacket& packet, ChannelId first) const {
  MovingPacket seen;
  seen.source = packet.source;
  seen.destination = packet.destination;
  seen.age = now_ - packet.birth;
  seen.birth = packet.birth;
  seen.flits = packet.flits;
  seen.trafficClass = packet.trafficClass;
  seen.channel = first;
  return seen;
}

void CircuitNetwork::handOver(const HybridPacket& packet, PathKind path, std::uint32_t hops,
                              const LatencySplit& spent) {
  if (packet.measured) terminals_.delivered().split += spent;
  Delivery delivery{now_, now_ - packet.birth, packet.source, packet.destination, packet.flits,
                    hops, packet.measured,     path,          packet.trafficClass};
  delivery.letter = packet.letter;
  if (packet.letter != 0)
    terminals_.receiveWithLetter(delivery);
  else
    terminals_.receive(delivery);
}

bool CircuitNetwork::follows(const HybridPacket& packet) const {
  return journeys_ != nullptr &&
         journeys_->follows(packet.source, stampOf(packet.birth), packet.letter != 0);
}

}  // namespace hopscope
