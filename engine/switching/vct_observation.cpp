// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/vct_observation.h"

#include <algorithm>

#include "engine/switching/output_unit.h"

namespace hopscope {
namespace {

/// What there is to see of packets, between two cycles.
struct PacketView {
  const Fabric& fabric;
  const RoutingAlgorithm& routing;
  Cycle now;

  MovingPacket describe(const Packet& packet, ChannelId channel, float position) const {
    MovingPacket seen;
    seen.channel = channel;
    seen.position = position;
    seen.source = packet.source;
    seen.destination = packet.destination;
    seen.age = Cycle{stampOf(now) - packet.birth};
    seen.birth = now - seen.age;
    seen.flits = fabric.flits(packet.length);
    seen.trafficClass = packet.trafficClass;
    const RouteState state{packet.destination, packet.detail};
    seen.path = routing.pathKind(state);
    seen.notice = packet.notice;
    if (packet.notice) seen.source = kNone;
    const LinkEnd& next = fabric.topology->to(channel);
    if (!next.isTerminal) seen.intermediate = routing.intermediate(next.node, state);
    return seen;
  }

  /// Of a packet whose head left at `departure` for a wire of `latency` cycles; before that it is
  /// behind its switch, at the beginning of the wire.
  MovingPacket onWire(const Packet& packet, ChannelId channel, Cycle departure,
                      Cycle latency) const {
    const auto travelled = static_cast<float>(std::max<Cycle>(0, now - departure));
    const auto whole = static_cast<float>(std::max<Cycle>(1, latency));
    return describe(packet, channel, std::min(1.0F, travelled / whole));
  }
};

/// Visits all that is on wires: when its head left or will leave, the packet, the channel and its
/// latency.
template <typename Visit>
void forEachOnWire(const Fabric& fabric, const Calendar& calendar, Cycle now, Visit&& visit) {
  const Topology& t = *fabric.topology;
  calendar.arrivals.forEach(now, [&](Cycle time, const Arrival& arrival) {
    const Cycle latency = fabric.inputs[arrival.input].creditLatency;
    visit(time - latency, arrival.packet, t.ports[arrival.input].in, latency);
  });
  calendar.deliveries.forEach(now, [&](Cycle time, const Packet& packet) {
    const LinkId link = t.terminals[packet.destination].link;
    const LinkEnd& router = t.links[link].b;
    const PortId port = t.firstPort[router.node] + router.port;
    const Cycle latency = fabric.inputs[port].creditLatency;
    const Cycle behind = fabric.incoming(port, fabric.flits(packet.length));
    visit(time - behind - latency, packet, 2 * link + 1, latency);
  });
}

/// Of a head that may make a request.
WaitReason reasonOf(const Fabric& fabric, const SwitchTimes& times, const SwitchSettings& settings,
                    const InputVc& queue, CycleStamp now) {
  const OutputPort& out = fabric.outputs[queue.out];
  const bool ejects = out.downstream == kNone;
  if (ejects && settings.ejection == EjectionRule::consumer)
    return ahead(out.linkFree - times.latency, now) > 0 ? WaitReason::output
                                                        : WaitReason::arbitration;
  if (ahead(out.busyUntil, now) > 0 ||
      queuedFlits(fabric, queue.out, now) + fabric.longest > times.queueRoom)
    return WaitReason::output;
  bool room = ejects;
  for (VcIndex v = 0; v < fabric.inputs[queue.out].vcs; ++v)
    room = room ||
           ((queue.outVcs >> v & 1) != 0 && fabric.used(queue.out, v) + fabric.longest <= out.room);
  return room ? WaitReason::arbitration : WaitReason::credit;
}

}  // namespace

void forEachUnderWay(const Fabric& fabric, const Part& part, const Calendar& calendar, Cycle next,
                     const std::function<void(const PacketUnderWay&)>& visit) {
  const CycleStamp now = stampOf(next);
  const auto see = [&](const Packet& packet, Cycle waited, Cycle granted = 0) {
    if (!packet.probe && !packet.notice) visit({waited, packet.measured, granted});
  };
  const auto seeOnWire = [&](Cycle departure, const Packet& packet, ChannelId channel,
                             Cycle /*latency*/) {
    const LinkEnd& sender = fabric.topology->from(channel);
    if (sender.isTerminal) {
      // A slow channel has its source queue before it.
      see(packet, departure > next ? Cycle{now - packet.birth} : -1);
      return;
    }
    const PortId port = fabric.topology->firstPort[sender.node] + sender.port;
    const Cycle crossing = fabric.times[fabric.inputs[port].settings].latency;
    see(packet, -1, std::max<Cycle>(0, departure - next - crossing));
  };
  forEachOnWire(fabric, calendar, next, seeOnWire);
  const PortId last = fabric.topology->firstPort[part.lastRouter];
  for (PortId id = fabric.topology->firstPort[part.firstRouter]; id < last; ++id) {
    const InputPort& in = fabric.inputs[id];
    for (VcIndex v = 0; v < in.vcs; ++v)
      calendar.forEachQueued(fabric, in, v, [&](const QueuedPacket& each) {
        see(each.packet, Cycle{std::max(0, ahead(now, each.arrival))});
      });
  }
}

void observePackets(const Fabric& fabric, const RoutingAlgorithm& routing, const Calendar& calendar,
                    Cycle next, std::uint32_t most, std::vector<MovingPacket>& out) {
  const PacketView view{fabric, routing, next};
  forEachOnWire(fabric, calendar, next,
                [&](Cycle departure, const Packet& packet, ChannelId channel, Cycle latency) {
                  if (departure <= next && !packet.probe && out.size() < most)
                    out.push_back(view.onWire(packet, channel, departure, latency));
                });
}

std::optional<MovingPacket> findPacket(const Fabric& fabric, const RoutingAlgorithm& routing,
                                       const Part& part, const Calendar& calendar, Cycle next,
                                       TerminalId source, CycleStamp birth) {
  const Topology& t = *fabric.topology;
  const PacketView view{fabric, routing, next};
  const auto isIt = [&](const Packet& p) {
    return p.source == source && p.birth == birth && !p.probe && !p.notice;
  };
  std::optional<MovingPacket> found;
  forEachOnWire(fabric, calendar, next,
                [&](Cycle departure, const Packet& packet, ChannelId channel, Cycle latency) {
                  if (isIt(packet)) found = view.onWire(packet, channel, departure, latency);
                });
  const PortId last = t.firstPort[part.lastRouter];
  for (PortId id = t.firstPort[part.firstRouter]; id < last && !found; ++id) {
    const InputPort& in = fabric.inputs[id];
    for (VcIndex v = 0; v < in.vcs; ++v)
      calendar.forEachQueued(fabric, in, v, [&](const QueuedPacket& each) {
        if (isIt(each.packet)) found = view.describe(each.packet, t.ports[id].in, 1);
      });
  }
  return found;
}

void observeQueues(const Fabric& fabric, const RoutingAlgorithm& routing, const Part& part,
                   const Calendar& calendar, Cycle next, std::vector<ChannelQueue>& out) {
  const Topology& t = *fabric.topology;
  const CycleStamp now = stampOf(next);
  const auto see = [&](const Packet& packet, ChannelId channel) {
    if (packet.probe || packet.notice) return;
    const std::uint32_t flits = fabric.flits(packet.length);
    out[channel].seen += flits;
    if (routing.pathKind({packet.destination, packet.detail}) != PathKind::minimal)
      out[channel].nonminimal += flits;
  };
  calendar.arrivals.forEach(next, [&](Cycle /*time*/, const Arrival& arrival) {
    see(arrival.packet, t.ports[arrival.input].in);
  });
  calendar.deliveries.forEach(next, [&](Cycle /*time*/, const Packet& packet) {
    see(packet, 2 * t.terminals[packet.destination].link + 1);
  });
  const PortId last = t.firstPort[part.lastRouter];
  for (PortId id = t.firstPort[part.firstRouter]; id < last; ++id) {
    const InputPort& in = fabric.inputs[id];
    ChannelQueue& queue = out[t.ports[id].in];
    for (VcIndex v = 0; v < in.vcs; ++v) {
      const InputVc& vc = fabric.inputVcs[in.firstVc + v];
      queue.flits += vc.flits;
      queue.room += fabric.inputRoom[in.firstVc + v];
      if (vc.head != kNone)
        queue.waited = std::max(queue.waited,
                                Cycle{std::max(0, ahead(now, calendar.queued[vc.head].arrival))});
      calendar.forEachQueued(fabric, in, v,
                             [&](const QueuedPacket& each) { see(each.packet, t.ports[id].in); });
      // A terminal looks into the buffer itself.
      if (in.upstream == kNone) queue.taken += vc.flits;
      if (fabric.outputs[id].downstream != kNone)
        out[t.ports[id].out].taken += fabric.flitsAhead(id, v);
    }
  }
}

void observeRouter(const Fabric& fabric, const RouteStage* routes, RouterId router, Cycle next,
                   const SwitchSettings& settings, RouterDetail& out) {
  const Topology& t = *fabric.topology;
  out.router = router;
  out.ports.assign(t.radix(router), {});
  for (PortIndex p = 0; p < t.radix(router); ++p) {
    const PortId id = t.firstPort[router] + p;
    const InputPort& input = fabric.inputs[id];
    PortDetail& port = out.ports[p];
    for (VcIndex v = 0; v < input.vcs; ++v) {
      port.inputFlits.push_back(fabric.inputVcs[input.firstVc + v].flits);
      port.inputRoom.push_back(fabric.inputRoom[input.firstVc + v]);
      port.downstream.push_back(fabric.flitsAhead(id, v));
    }
    port.outputFlits = queuedFlits(fabric, id, stampOf(next));
    port.outputRoom = settings.outputBuffer;
    if (routes != nullptr) port.cache = observeCache(*routes, router, id);
  }
}

void observeWaiting(const Fabric& fabric, const RoutingAlgorithm& routing, const Calendar& calendar,
                    RouterId router, Cycle next, const SwitchSettings& settings,
                    std::vector<WaitingHead>& out) {
  const Topology& t = *fabric.topology;
  const CycleStamp now = stampOf(next);
  out.clear();
  for (PortIndex p = 0; p < t.radix(router); ++p) {
    const InputPort& in = fabric.inputs[t.firstPort[router] + p];
    const Decides decides = routing.decides();
    const bool decidesAnew =
        decides != Decides::never && (decides == Decides::everyHop || in.upstream == kNone);
    for (VcIndex v = 0; v < in.vcs; ++v) {
      const InputVc& queue = fabric.inputVcs[in.firstVc + v];
      if (queue.head == kNone) continue;
      const QueuedPacket& head = calendar.queued[queue.head];
      if (head.packet.notice) continue;  // from no terminal
      const bool busy = ahead(in.busyUntil, now) > 0;
      const bool unknown = ahead(queue.ready, now) > 0;
      WaitingHead waiting;
      waiting.input = p;
      waiting.vc = v;
      waiting.source = head.packet.source;
      waiting.destination = head.packet.destination;
      waiting.birth = next - Cycle{now - head.packet.birth};
      waiting.waited = Cycle{now - head.arrival};
      waiting.reason = unknown ? WaitReason::route : WaitReason::input;
      // A head that is asked at each attempt has decided nothing while it can't make one.
      const bool decided = queue.out != kNone && !unknown && !(decidesAnew && busy);
      if (decided) waiting.output = fabric.outputs[queue.out].index;
      if (decided && !busy)
        waiting.reason = reasonOf(fabric, fabric.times[in.settings], settings, queue, now);
      out.push_back(waiting);
    }
  }
}

}  // namespace hopscope
