// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_observation.h"

#include <fmt/format.h>

#include <algorithm>

namespace hopscope::wormhole {
namespace {

/// Flits in a buffer, first to last.
template <typename Visit>
void forEachFlit(const State& s, VcId vcId, Visit&& visit) {
  const WormInputVc& ivc = s.inVcs[vcId];
  if (ivc.count == 0) return;
  visit(ivc.front);
  for (unsigned i = 0; i + 1u < ivc.count; ++i) visit(s.rings[s.ringAt(vcId, i)]);
}

std::string nameOf(const State& s, VcId vcId) {
  const PortId port = s.portOf(vcId);
  const InputSide& in = s.inputs[port];
  return fmt::format("Router {}, port {}, VC {}", in.router, in.index, s.vcOf(vcId));
}

bool requestsSwitch(const State& s, VcId vcId) {
  const InputSide& in = s.inputs[s.portOf(vcId)];
  if (!s.lean) return (in.requests >> s.vcOf(vcId) & 1u) != 0;
  const unsigned local = vcId - s.vcIdOf(in.firstPort, 0);
  return (s.wants(in.firstPort + s.inVcs[vcId].outPort)[local / 64] >> local % 64 & 1u) != 0;
}

/// Visits flits on their way to input VCs, and to terminals: when each is there, and Arrival.
template <typename Visit>
void forEachArrival(const PartStates& parts, Cycle next, Visit&& visit) {
  for (const PartState* part : parts)
    for (std::size_t queue = 0; queue < part->flights.size(); ++queue)
      if (queue != kToTerminals) part->flights[queue].forEach(next, visit);
}
template <typename Visit>
void forEachEjected(const PartStates& parts, Cycle next, Visit&& visit) {
  for (const PartState* part : parts) part->flights[kToTerminals].forEach(next, visit);
}

/// Visits flits on their way: cycles until each is there, the channel, and the channel's latency.
template <typename Visit>
void forEachInFlight(const PartStates& parts, Cycle next, Visit&& visit) {
  const State& s = *parts.front();
  forEachArrival(parts, next, [&](Cycle time, const Arrival& a) {
    const PortId port = s.portOf(a.vcId);
    visit(time - next, a.flit, s.topology->ports[port].in, s.channelLatency(port));
  });
  forEachEjected(parts, next, [&](Cycle time, const Arrival& a) {
    const PortId port = s.portOf(a.vcId);
    visit(time - next, a.flit, s.channelOf(port), s.channelLatency(port));
  });
}

MovingPacket onWire(const PartState& s, const RoutingAlgorithm& routing, Cycle next, Flit flit,
                    ChannelId channel, Cycle left, Cycle latency) {
  const WormPacket& packet = s.packets[packetOf(flit)];
  MovingPacket seen;
  seen.channel = channel;
  seen.position = 1.0F - static_cast<float>(left) / static_cast<float>(std::max<Cycle>(1, latency));
  seen.source = packet.source;
  seen.destination = packet.destination;
  seen.age = Cycle{static_cast<CycleStamp>(next) - packet.birth};
  seen.birth = next - seen.age;
  seen.flits = packet.flits;
  seen.trafficClass = packet.trafficClass;
  const RouteState state{packet.destination, packet.detail};
  seen.path = routing.pathKind(state);
  const LinkEnd& end = s.topology->to(channel);
  if (!end.isTerminal) seen.intermediate = routing.intermediate(end.node, state);
  return seen;
}

void checkOrder(const State& s, VcId vcId, std::vector<std::string>& found) {
  // A packet's flits follow each other: head, bodies, tail.
  bool inside = s.holds(vcId);
  PacketIndex current = kNone;
  bool first = true;
  forEachFlit(s, vcId, [&](Flit flit) {
    const bool head = (flit & kHead) != 0;
    const PacketIndex packet = packetOf(flit);
    // Of the packet being sent the head may have left, or be about to.
    const bool fits = first && inside ? true : head == (current == kNone);
    if (!fits || (!head && current != kNone && packet != current))
      found.push_back(fmt::format("{}: flits of packets mixed up.", nameOf(s, vcId)));
    current = (flit & kTail) != 0 ? kNone : packet;
    first = false;
  });
}

}  // namespace

bool asksForChannel(const PartState& s, VcId vcId) {
  if (!s.lean) return std::find(s.askers.begin(), s.askers.end(), vcId) != s.askers.end();
  const InputSide& in = s.inputs[s.portOf(vcId)];
  const unsigned local = vcId - s.vcIdOf(in.firstPort, 0);
  const std::uint64_t* const wanted = s.wants(in.firstPort + s.inVcs[vcId].outPort) + s.maskWords;
  return (wanted[local / 64] >> local % 64 & 1u) != 0;
}

std::uint64_t outputConflicts(const State& s) {
  std::vector<std::uint32_t> wanted(s.ports);
  std::uint64_t conflicts = 0;
  for (PortId port = 0; port < s.ports; ++port)
    for (unsigned vc = 0; vc < s.outputs[port].vcs; ++vc) {
      const VcId at = s.vcIdOf(port, vc);
      const WormInputVc& vcId = s.inVcs[at];
      if (vcId.count == 0 || (vcId.vcs == 0 && !s.holds(at))) continue;  // empty, or not routed yet
      if (wanted[s.inputs[port].firstPort + vcId.outPort]++ > 0) ++conflicts;
    }
  return conflicts;
}

void forEachUnderWay(const PartStates& parts, Cycle next,
                     const std::function<void(const PacketUnderWay&)>& visit) {
  const State& s = *parts.front();
  const PacketPlaces& packets = parts.front()->packets;
  const auto now = static_cast<CycleStamp>(next);
  const auto see = [&](PacketIndex index, Cycle waited) {
    const WormPacket& packet = packets[index];
    if (packet.probe == 0) visit({waited, packet.measured != 0});
  };
  forEachInFlight(parts, next,
                  [&](Cycle /*left*/, Flit flit, ChannelId /*channel*/, Cycle /*latency*/) {
                    if ((flit & kHead) != 0) see(packetOf(flit), -1);
                  });
  for (PortId port = 0; port < s.ports; ++port)
    for (unsigned vc = 0; vc < s.outputs[port].vcs; ++vc)
      forEachFlit(s, s.vcIdOf(port, vc), [&](Flit flit) {
        if ((flit & kHead) != 0) see(packetOf(flit), Cycle{now - packets[packetOf(flit)].arrival});
      });
  const auto seeUnsent = [&](PacketIndex first) {
    for (PacketIndex i = first; i != kNone; i = packets[i].next)
      see(i, Cycle{now - packets[i].birth});
  };
  // The head of one that is being sent has left.
  for (const Source& source : s.sources)
    if (source.head != kNone)
      seeUnsent(source.flitsLeft == 0 ? source.head : packets[source.head].next);
  for (const PartState* const part : parts)
    for (const PartState::InTurn& each : part->inTurn) seeUnsent(each.head);
}

void observePackets(const PartStates& parts, const RoutingAlgorithm& routing, Cycle next,
                    std::uint32_t most, std::vector<MovingPacket>& out) {
  const PartState& s = *parts.front();
  out.clear();
  forEachInFlight(parts, next, [&](Cycle left, Flit flit, ChannelId channel, Cycle latency) {
    // Longer than the wire is long: still in the switch.
    if (left <= latency && s.packets[packetOf(flit)].probe == 0 && out.size() < most)
      out.push_back(onWire(s, routing, next, flit, channel, left, latency));
  });
}

std::optional<MovingPacket> findPacket(const PartStates& parts, const RoutingAlgorithm& routing,
                                       Cycle next, TerminalId source, CycleStamp birth) {
  const PartState& s = *parts.front();
  const Topology& t = *s.topology;
  const auto isIt = [&](PacketIndex index) {
    const WormPacket& p = s.packets[index];
    return p.source == source && p.birth == birth && p.probe == 0;
  };
  std::optional<MovingPacket> head, body, unsent;
  const auto see = [&](Flit flit, ChannelId channel, Cycle left, Cycle latency) {
    if (!isIt(packetOf(flit))) return;
    ((flit & kHead) != 0 ? head : body) = onWire(s, routing, next, flit, channel, left, latency);
  };
  forEachInFlight(parts, next, [&](Cycle left, Flit flit, ChannelId channel, Cycle latency) {
    see(flit, channel, left, latency);
  });
  for (PortId port = 0; port < s.ports; ++port)
    for (unsigned vc = 0; vc < s.outputs[port].vcs; ++vc)
      forEachFlit(s, s.vcIdOf(port, vc), [&](Flit flit) { see(flit, t.ports[port].in, 0, 1); });
  const auto seeUnsent = [&](PacketIndex first) {
    for (PacketIndex i = first; i != kNone; i = s.packets[i].next)
      if (isIt(i)) unsent = onWire(s, routing, next, i << 2, 2 * t.terminals[source].link, 1, 1);
  };
  seeUnsent(s.sources[source].head);
  for (const PartState* const part : parts)
    if (source >= part->firstTerminal && source - part->firstTerminal < part->inTurn.size())
      seeUnsent(part->inTurn[source - part->firstTerminal].head);
  if (head || unsent) return head ? head : unsent;
  // Its head has arrived, its tail is still behind.
  if (body) body->channel = 2 * t.terminals[body->destination].link + 1;
  return body;
}

void observeQueues(const PartStates& parts, const RoutingAlgorithm& routing, Cycle next,
                   std::vector<ChannelQueue>& out) {
  const PartState& s = *parts.front();
  const Topology& t = *s.topology;
  out.assign(t.channelCount(), {});
  const auto see = [&](Flit flit, ChannelId channel) {
    const WormPacket& packet = s.packets[packetOf(flit)];
    if (packet.probe != 0) return;
    ++out[channel].seen;
    if (routing.pathKind({packet.destination, packet.detail}) != PathKind::minimal)
      ++out[channel].nonminimal;
  };
  forEachInFlight(
      parts, next,
      [&](Cycle /*left*/, Flit flit, ChannelId channel, Cycle /*latency*/) { see(flit, channel); });
  for (PortId port = 0; port < s.ports; ++port) {
    const ChannelId channel = t.ports[port].in;
    ChannelQueue& queue = out[channel];
    for (unsigned vc = 0; vc < s.outputs[port].vcs; ++vc) {
      const VcId vcId = s.vcIdOf(port, vc);
      const WormInputVc& ivc = s.inVcs[vcId];
      const VcId upstream = s.inputs[port].upstream + vc;
      queue.flits += ivc.count;
      queue.room += s.room[upstream];
      queue.taken += s.room[upstream] - s.outVcs[upstream].credits;
      if (ivc.count != 0 && (ivc.front & kHead) != 0)
        queue.waited = std::max(queue.waited, Cycle{static_cast<CycleStamp>(next) -
                                                    s.packets[packetOf(ivc.front)].arrival});
      forEachFlit(s, vcId, [&](Flit flit) { see(flit, channel); });
    }
  }
}

void observeRouter(const PartStates& parts, const RouteStage* routes, RouterId router, Cycle next,
                   RouterDetail& out) {
  const State& s = *parts.front();
  const Topology& t = *s.topology;
  out.router = router;
  out.ports.assign(t.radix(router), {});
  for (PortIndex p = 0; p < t.radix(router); ++p) {
    const PortId id = t.firstPort[router] + p;
    PortDetail& port = out.ports[p];
    const VcId upstream = s.inputs[id].upstream;
    for (VcIndex vc = 0; vc < s.outputs[id].vcs; ++vc) {
      const VcId vcId = s.vcIdOf(id, vc);
      port.inputFlits.push_back(s.inVcs[vcId].count);
      port.inputRoom.push_back(s.room[upstream + vc]);
      port.downstream.push_back(s.occupancy(vcId));
    }
    if (routes != nullptr) port.cache = observeCache(*routes, router, id);
  }
  if (routes == nullptr) return;
  // Granted and still in the switch.
  const auto count = [&](PortId id, Cycle time) {
    if (time - next > s.channelLatency(id)) ++out.ports[s.outputs[id].index].outputFlits;
  };
  forEachArrival(parts, next, [&](Cycle time, const Arrival& a) {
    const PortId from = s.portOf(s.inputs[s.portOf(a.vcId)].upstream);
    if (from < s.ports && s.inputs[from].router == router) count(from, time);
  });
  forEachEjected(parts, next, [&](Cycle time, const Arrival& a) {
    const PortId from = s.portOf(a.vcId);
    if (s.inputs[from].router == router) count(from, time);
  });
}

void observeWaiting(const PartState& s, RouterId router, Cycle next,
                    std::vector<WaitingHead>& out) {
  const Topology& t = *s.topology;
  out.clear();
  for (PortIndex p = 0; p < t.radix(router); ++p) {
    const PortId id = t.firstPort[router] + p;
    for (VcIndex vc = 0; vc < s.outputs[id].vcs; ++vc) {
      const VcId vcId = s.vcIdOf(id, vc);
      const WormInputVc& ivc = s.inVcs[vcId];
      if (ivc.count == 0) continue;
      const WormPacket& packet = s.packets[packetOf(ivc.front)];
      WaitingHead waiting;
      waiting.input = p;
      waiting.vc = vc;
      waiting.source = packet.source;
      waiting.destination = packet.destination;
      waiting.birth = next - Cycle{static_cast<CycleStamp>(next) - packet.birth};
      if ((ivc.front & kHead) != 0)
        waiting.waited = Cycle{static_cast<CycleStamp>(next) - packet.arrival};
      const OutputSide& wanted = s.outputs[t.firstPort[router] + ivc.outPort];
      if (s.holds(vcId)) {
        waiting.output = ivc.outPort;
        waiting.reason =
            s.outVcs[s.outOf(vcId)].credits == 0 ? WaitReason::credit : WaitReason::arbitration;
      } else if (asksForChannel(s, vcId)) {
        waiting.output = ivc.outPort;
        waiting.reason = (ivc.vcs & wanted.available) == 0 ? WaitReason::virtualChannel
                                                           : WaitReason::arbitration;
      }
      out.push_back(waiting);
    }
  }
}

std::vector<std::string> violations(const PartStates& parts, Cycle next, std::uint64_t generated,
                                    std::uint64_t delivered) {
  const State& s = *parts.front();
  std::vector<std::string> found;
  std::vector<std::uint32_t> accounted(s.outVcs.size(), 0);
  forEachArrival(parts, next, [&](Cycle, const Arrival& a) {
    ++accounted[s.inputs[s.portOf(a.vcId)].upstream + s.vcOf(a.vcId)];
  });
  forEachEjected(parts, next, [&](Cycle, const Arrival& a) { ++accounted[a.vcId]; });
  for (const PartState* part : parts)
    for (const CycleQueue<VcId>& credits : part->credits)
      credits.forEach(next, [&](Cycle, VcId vcId) { ++accounted[vcId]; });
  for (VcId vcId = 0; vcId < s.inVcs.size(); ++vcId) {
    const WormInputVc& ivc = s.inVcs[vcId];
    const InputSide& in = s.inputs[s.portOf(vcId)];
    if (s.vcOf(vcId) >= s.outputs[s.portOf(vcId)].vcs) continue;
    accounted[in.upstream + s.vcOf(vcId)] += ivc.count;
    if (ivc.count > s.room[in.upstream + s.vcOf(vcId)])
      found.push_back(fmt::format("{}: {} flits in room for {}.", nameOf(s, vcId), ivc.count,
                                  s.room[in.upstream + s.vcOf(vcId)]));
    if (s.holds(vcId) && s.outVcs[s.outOf(vcId)].owner != vcId)
      found.push_back(fmt::format("{} holds a virtual channel that is not its own at cycle {}.",
                                  nameOf(s, vcId), next));
    const bool requests = requestsSwitch(s, vcId);
    const bool may = ivc.count != 0 && s.holds(vcId) && s.outVcs[s.outOf(vcId)].credits != 0;
    if (requests != may)
      found.push_back(fmt::format("{} {} the switch at cycle {}, with {} flits.", nameOf(s, vcId),
                                  requests ? "requests" : "does not request", next, ivc.count));
    checkOrder(s, vcId, found);
  }
  for (VcId vcId = 0; vcId < s.outVcs.size(); ++vcId)
    if (s.outVcs[vcId].credits + accounted[vcId] != s.room[vcId])
      found.push_back(fmt::format(
          "Output {}, VC {}: {} credits and {} flits accounted for do not make {} at cycle {}.",
          s.portOf(vcId), s.vcOf(vcId), s.outVcs[vcId].credits, accounted[vcId], s.room[vcId],
          next));
  std::int64_t alive = 0;
  for (const PartState* part : parts) alive += part->packets.alive();
  const std::uint64_t accountedFor = delivered + static_cast<std::uint64_t>(alive);
  if (generated != accountedFor)
    found.push_back(fmt::format("{} packets were generated, {} are accounted for at cycle {}.",
                                generated, accountedFor, next));
  return found;
}

}  // namespace hopscope::wormhole
