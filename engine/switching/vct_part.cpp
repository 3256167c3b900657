// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/vct_part.h"

namespace hopscope {

VctPart::VctPart(const Surroundings& s)
    : fabric_(s.fabric),
      routing_(s.routing),
      index_(s.index),
      calendar_(s.fabric.horizon),
      mailbox_(s.partition.parts.size()),
      tally_(s.partition.parts[s.index].lastTerminal - s.partition.parts[s.index].firstTerminal,
             s.partition.parts[s.index].firstTerminal),
      router_({s.fabric, calendar_, mailbox_, s.partition, s.partition.parts[s.index], s.routing,
               s.routes, s.switches, tally_.split, s.seed}),
      injection_(
          s.traffic, s.seed, s.partition.parts[s.index].firstTerminal,
          s.partition.parts[s.index].lastTerminal - s.partition.parts[s.index].firstTerminal) {}

void VctPart::advance(Cycle from, Cycle until) {
  mailbox_.clear();
  for (Cycle now = from; now < until; ++now) {
    router_.receiveCredits(now);
    injection_.generate(
        now, [&](TerminalId terminal, TerminalId destination, std::uint32_t /*flits*/, Rng& draws) {
          return enter(now, terminal, destination, draws);
        });
    router_.receiveHeads(now);
    router_.allocate(now);
    calendar_.deliveries.drain(now, [&](const Packet& packet) { deliver(now, packet); });
  }
}

void VctPart::receive(const VctPart& from) {
  from.mailbox_.read(
      index_,
      [this](const Mailbox::Head& head) { calendar_.arrivals.push(head.time, head.arrival); },
      [this](const Mailbox::Room& room) { calendar_.credits.push(room.time, room.credit); });
}

void VctPart::setMeasuring(Cycle now, bool measuring) {
  injection_.setMeasuring(measuring);
  if (measuring) measureFrom_ = now;
}

bool VctPart::enter(Cycle now, TerminalId terminal, TerminalId destination, Rng& draws) {
  const Topology& t = *fabric_.topology;
  const TerminalPlace& place = t.terminals[terminal];
  const PortId input = t.firstPort[place.router] + place.port;
  const std::uint32_t firstVc = fabric_.inputs[input].firstVc;
  InputVc& queue = fabric_.inputVcs[firstVc];
  const std::uint32_t flits = fabric_.packetFlits;
  if (queue.flits + flits > fabric_.inputRoom[firstVc]) return false;
  queue.flits += flits;
  fabric_.channelFlits[2 * place.link] += flits;

  Packet packet;
  packet.birth = static_cast<CycleStamp>(now);
  packet.source = terminal;
  packet.destination = destination;
  packet.detail = routing_.start(terminal, destination, draws).detail;
  packet.measured = injection_.measuring();
  const auto latency = Cycle{fabric_.outputs[input].linkLatency};
  if (latency == 0)
    router_.enqueue(now, {packet, input});
  else
    calendar_.arrivals.push(now + latency, {packet, input});
  return true;
}

void VctPart::deliver(Cycle now, const Packet& packet) {
  Delivery delivery;
  delivery.at = now;
  delivery.latency = Cycle{static_cast<CycleStamp>(now) - packet.birth};
  delivery.source = packet.source;
  delivery.destination = packet.destination;
  delivery.flits = fabric_.packetFlits;
  delivery.hops = packet.hops;
  delivery.measured = packet.measured;
  delivery.nonminimal = routing_.nonminimal({packet.destination, packet.detail});
  tally_.add(delivery, measureFrom_);
}

}  // namespace hopscope
