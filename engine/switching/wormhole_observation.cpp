// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_observation.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace hopscope::wormhole {
namespace {

/// Flits in a buffer, first to last.
template <typename Visit>
void forEachFlit(const State& s, Lane lane, Visit&& visit) {
  const InputLane& il = s.lanes[lane];
  if (il.count == 0) return;
  visit(il.front);
  for (unsigned i = 0; i + 1u < il.count; ++i) visit(s.rings[s.ringAt(lane, i)]);
}

std::string nameOf(const State& s, Lane lane) {
  const PortId port = s.portOf(lane);
  const InputSide& in = s.inputs[port];
  return fmt::format("Router {}, port {}, VC {}", in.router, in.index, s.vcOf(lane));
}

/// The buffer that a packet in this lane waits for; kNone where it waits for none.
Lane nextBuffer(const State& s, Lane lane) {
  const InputLane& il = s.lanes[lane];
  const InputSide& in = s.inputs[s.portOf(lane)];
  const OutputSide& out = s.outputs[in.firstPort + il.outPort];
  if (s.holds(lane)) {
    if (out.ejects || s.outLanes[s.outOf(lane)].credits != 0) return kNone;
    return out.downstream + il.vcs;
  }
  if (il.count == 0 || out.ejects || (il.vcs & out.available) != 0 || il.vcs == 0) return kNone;
  return out.downstream + static_cast<unsigned>(std::countr_zero(unsigned{il.vcs}));
}

/// A lane whose packet lies further on: its flits have passed, its tail has not.
Lane followed(const State& s, Lane lane) {
  if (!s.holds(lane)) return kNone;
  const OutputSide& out = s.outputs[s.portOf(s.outOf(lane))];
  return out.ejects ? kNone : out.downstream + s.lanes[lane].vcs;
}

bool requestsSwitch(const State& s, Lane lane) {
  const InputSide& in = s.inputs[s.portOf(lane)];
  if (!s.lean) return (in.requests >> s.vcOf(lane) & 1u) != 0;
  const unsigned local = lane - s.laneOf(in.firstPort, 0);
  return (s.wants(in.firstPort + s.lanes[lane].outPort)[local / 64] >> local % 64 & 1u) != 0;
}

/// Visits flits on their way: cycles until each is there, the channel, and the channel's latency.
template <typename Visit>
void forEachInFlight(const State& s, Cycle next, Visit&& visit) {
  s.flights[0].forEach(next, [&](Cycle time, const Arrival& a) {
    const PortId port = s.portOf(a.lane);
    visit(time - next, a.flit, s.topology->ports[port].in, s.channelLatency(port));
  });
  s.flights[1].forEach(next, [&](Cycle time, const Arrival& a) {
    const PortId port = s.portOf(a.lane);
    visit(time - next, a.flit, s.channelOf(port), s.channelLatency(port));
  });
}

MovingPacket onWire(const State& s, const RoutingAlgorithm& routing, Cycle next, Flit flit,
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
  seen.nonminimal = routing.nonminimal({packet.destination, packet.detail});
  return seen;
}

/// The head at the front has been routed, and holds no virtual channel yet.
bool asksForChannel(const State& s, Lane lane) {
  if (!s.lean) return std::find(s.askers.begin(), s.askers.end(), lane) != s.askers.end();
  const InputSide& in = s.inputs[s.portOf(lane)];
  const unsigned local = lane - s.laneOf(in.firstPort, 0);
  const std::uint64_t* const wanted = s.wants(in.firstPort + s.lanes[lane].outPort) + s.maskWords;
  return (wanted[local / 64] >> local % 64 & 1u) != 0;
}

void checkOrder(const State& s, Lane lane, std::vector<std::string>& found) {
  // A packet's flits follow each other: head, bodies, tail.
  bool inside = s.holds(lane);
  PacketIndex current = kNone;
  bool first = true;
  forEachFlit(s, lane, [&](Flit flit) {
    const bool head = (flit & kHead) != 0;
    const PacketIndex packet = packetOf(flit);
    // Of the packet being sent the head may have left, or be about to.
    const bool fits = first && inside ? true : head == (current == kNone);
    if (!fits || (!head && current != kNone && packet != current))
      found.push_back(fmt::format("{}: flits of packets mixed up.", nameOf(s, lane)));
    current = (flit & kTail) != 0 ? kNone : packet;
    first = false;
  });
}

}  // namespace

std::uint64_t outputConflicts(const State& s) {
  std::vector<std::uint32_t> wanted(s.ports);
  std::uint64_t conflicts = 0;
  for (PortId port = 0; port < s.ports; ++port)
    for (unsigned vc = 0; vc < s.outputs[port].vcs; ++vc) {
      const Lane at = s.laneOf(port, vc);
      const InputLane& lane = s.lanes[at];
      if (lane.count == 0 || (lane.vcs == 0 && !s.holds(at))) continue;  // empty, or not routed yet
      if (wanted[s.inputs[port].firstPort + lane.outPort]++ > 0) ++conflicts;
    }
  return conflicts;
}

void observePackets(const State& s, const RoutingAlgorithm& routing, Cycle next, std::uint32_t most,
                    std::vector<MovingPacket>& out) {
  out.clear();
  forEachInFlight(s, next, [&](Cycle left, Flit flit, ChannelId channel, Cycle latency) {
    // Longer than the wire is long: still in the switch.
    if (left <= latency && s.packets[packetOf(flit)].probe == 0 && out.size() < most)
      out.push_back(onWire(s, routing, next, flit, channel, left, latency));
  });
}

std::optional<MovingPacket> findPacket(const State& s, const RoutingAlgorithm& routing, Cycle next,
                                       TerminalId source, CycleStamp birth) {
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
  forEachInFlight(s, next, [&](Cycle left, Flit flit, ChannelId channel, Cycle latency) {
    see(flit, channel, left, latency);
  });
  for (PortId port = 0; port < s.ports; ++port)
    for (unsigned vc = 0; vc < s.outputs[port].vcs; ++vc)
      forEachFlit(s, s.laneOf(port, vc), [&](Flit flit) { see(flit, t.ports[port].in, 0, 1); });
  for (PacketIndex i = s.sources[source].head; i != kNone; i = s.packets[i].next)
    if (isIt(i)) unsent = onWire(s, routing, next, i << 2, 2 * t.terminals[source].link, 1, 1);
  if (head || unsent) return head ? head : unsent;
  // Its head has arrived, its tail is still behind.
  if (body) body->channel = 2 * t.terminals[body->destination].link + 1;
  return body;
}

void observeRouter(const State& s, const RouteStage& routes, RouterId router, Cycle next,
                   RouterDetail& out) {
  const Topology& t = *s.topology;
  out.router = router;
  out.ports.assign(t.radix(router), {});
  for (PortIndex p = 0; p < t.radix(router); ++p) {
    const PortId id = t.firstPort[router] + p;
    PortDetail& port = out.ports[p];
    const Lane upstream = s.inputs[id].upstream;
    for (VcIndex vc = 0; vc < s.outputs[id].vcs; ++vc) {
      const Lane lane = s.laneOf(id, vc);
      port.inputFlits.push_back(s.lanes[lane].count);
      port.inputRoom.push_back(s.room[upstream + vc]);
      port.downstream.push_back(s.occupancy(lane));
    }
    port.cache = observeCache(routes, router, id);
  }
  // Granted and still in the switch.
  const auto count = [&](PortId id, Cycle time) {
    if (time - next > s.channelLatency(id)) ++out.ports[s.outputs[id].index].outputFlits;
  };
  s.flights[0].forEach(next, [&](Cycle time, const Arrival& a) {
    const PortId from = s.portOf(s.inputs[s.portOf(a.lane)].upstream);
    if (from < s.ports && s.inputs[from].router == router) count(from, time);
  });
  s.flights[1].forEach(next, [&](Cycle time, const Arrival& a) {
    const PortId from = s.portOf(a.lane);
    if (s.inputs[from].router == router) count(from, time);
  });
}

void observeWaiting(const State& s, RouterId router, Cycle next, std::vector<WaitingHead>& out) {
  const Topology& t = *s.topology;
  out.clear();
  for (PortIndex p = 0; p < t.radix(router); ++p) {
    const PortId id = t.firstPort[router] + p;
    for (VcIndex vc = 0; vc < s.outputs[id].vcs; ++vc) {
      const Lane lane = s.laneOf(id, vc);
      const InputLane& il = s.lanes[lane];
      if (il.count == 0) continue;
      const WormPacket& packet = s.packets[packetOf(il.front)];
      WaitingHead waiting;
      waiting.input = p;
      waiting.vc = vc;
      waiting.source = packet.source;
      waiting.destination = packet.destination;
      waiting.birth = next - Cycle{static_cast<CycleStamp>(next) - packet.birth};
      if ((il.front & kHead) != 0)
        waiting.waited = Cycle{static_cast<CycleStamp>(next) - packet.arrival};
      const OutputSide& wanted = s.outputs[t.firstPort[router] + il.outPort];
      if (s.holds(lane)) {
        waiting.output = il.outPort;
        waiting.reason =
            s.outLanes[s.outOf(lane)].credits == 0 ? WaitReason::credit : WaitReason::arbitration;
      } else if (asksForChannel(s, lane)) {
        waiting.output = il.outPort;
        waiting.reason =
            (il.vcs & wanted.available) == 0 ? WaitReason::virtualChannel : WaitReason::arbitration;
      }
      out.push_back(waiting);
    }
  }
}

std::vector<WaitingVc> waitingCycle(const State& s) {
  // Each buffer is followed to the one it waits for; who comes back to a buffer of the same walk
  // has found the circle.
  std::vector<std::uint32_t> walkOf(s.lanes.size(), 0);
  std::uint32_t walk = 0;
  for (Lane start = 0; start < s.lanes.size(); ++start) {
    if (walkOf[start] != 0 || s.lanes[start].count == 0) continue;
    ++walk;
    Lane lane = start;
    while (lane != kNone && walkOf[lane] == 0) {
      walkOf[lane] = walk;
      lane = s.lanes[lane].count == 0 ? followed(s, lane) : nextBuffer(s, lane);
    }
    if (lane == kNone || walkOf[lane] != walk) continue;
    std::vector<WaitingVc> circle;
    const Lane first = lane;
    do {
      circle.push_back({s.topology->ports[s.portOf(lane)].in, s.vcOf(lane)});
      lane = s.lanes[lane].count == 0 ? followed(s, lane) : nextBuffer(s, lane);
    } while (lane != first);
    return circle;
  }
  return {};
}

std::vector<std::string> violations(const State& s, Cycle next, std::uint64_t generated,
                                    std::uint64_t delivered) {
  std::vector<std::string> found;
  std::vector<std::uint32_t> accounted(s.outLanes.size(), 0);
  s.flights[0].forEach(next, [&](Cycle, const Arrival& a) {
    ++accounted[s.inputs[s.portOf(a.lane)].upstream + s.vcOf(a.lane)];
  });
  s.flights[1].forEach(next, [&](Cycle, const Arrival& a) { ++accounted[a.lane]; });
  s.credits.forEach(next, [&](Cycle, Lane lane) { ++accounted[lane]; });
  for (Lane lane = 0; lane < s.lanes.size(); ++lane) {
    const InputLane& il = s.lanes[lane];
    const InputSide& in = s.inputs[s.portOf(lane)];
    if (s.vcOf(lane) >= s.outputs[s.portOf(lane)].vcs) continue;
    accounted[in.upstream + s.vcOf(lane)] += il.count;
    if (il.count > s.room[in.upstream + s.vcOf(lane)])
      found.push_back(fmt::format("{}: {} flits in room for {}.", nameOf(s, lane), il.count,
                                  s.room[in.upstream + s.vcOf(lane)]));
    if (s.holds(lane) && s.outLanes[s.outOf(lane)].owner != lane)
      found.push_back(fmt::format("{} holds a virtual channel that is not its own at cycle {}.",
                                  nameOf(s, lane), next));
    const bool requests = requestsSwitch(s, lane);
    const bool may = il.count != 0 && s.holds(lane) && s.outLanes[s.outOf(lane)].credits != 0;
    if (requests != may)
      found.push_back(fmt::format("{} {} the switch at cycle {}, with {} flits.", nameOf(s, lane),
                                  requests ? "requests" : "does not request", next, il.count));
    checkOrder(s, lane, found);
  }
  for (Lane lane = 0; lane < s.outLanes.size(); ++lane)
    if (s.outLanes[lane].credits + accounted[lane] != s.room[lane])
      found.push_back(fmt::format(
          "Output {}, VC {}: {} credits and {} flits accounted for do not make {} at cycle {}.",
          s.portOf(lane), s.vcOf(lane), s.outLanes[lane].credits, accounted[lane], s.room[lane],
          next));
  if (generated != delivered + s.packets.alive())
    found.push_back(fmt::format("{} packets were generated, {} are accounted for at cycle {}.",
                                generated, delivered + s.packets.alive(), next));
  return found;
}

}  // namespace hopscope::wormhole
