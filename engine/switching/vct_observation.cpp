// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/vct_observation.h"

#include <algorithm>

#include "engine/switching/output_unit.h"

namespace hopscope {
namespace {

/// Adds a packet whose head leaves at `departure` for a wire of `latency` cycles, if it has left.
void add(const Packet& packet, ChannelId channel, Cycle departure, Cycle latency, Cycle next,
         std::vector<MovingPacket>& out) {
  const Cycle travelled = next - departure;
  if (travelled < 0) return;
  const float position = std::min(
      1.0F, static_cast<float>(travelled) / static_cast<float>(std::max<Cycle>(1, latency)));
  out.push_back({channel, position, packet.source, packet.destination,
                 Cycle{static_cast<CycleStamp>(next) - packet.birth}});
}

}  // namespace

void observePackets(const Fabric& fabric, const Calendar& calendar, Cycle next, std::uint32_t most,
                    std::vector<MovingPacket>& out) {
  const Topology& t = *fabric.topology;
  calendar.arrivals.forEach(next, [&](Cycle time, const Arrival& arrival) {
    if (out.size() >= most) return;
    const Cycle latency = fabric.inputs[arrival.input].creditLatency;
    add(arrival.packet, t.ports[arrival.input].in, time - latency, latency, next, out);
  });
  calendar.deliveries.forEach(next, [&](Cycle time, const Packet& packet) {
    if (out.size() >= most) return;
    const LinkId link = t.terminals[packet.destination].link;
    const LinkEnd& router = t.links[link].b;
    const Cycle latency = fabric.inputs[t.firstPort[router.node] + router.port].creditLatency;
    add(packet, 2 * link + 1, time - Cycle{fabric.packetFlits} - latency, latency, next, out);
  });
}

void observeRouter(const Fabric& fabric, const RouteStage& routes, RouterId router, Cycle next,
                   std::uint32_t outputRoom, RouterDetail& out) {
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
      port.downstream.push_back(fabric.used(id, v));
    }
    port.outputFlits = queuedPackets(fabric, id, stampOf(next)) * fabric.packetFlits;
    port.outputRoom = outputRoom;
    if (const LookupUnit* unit = routes.unit(id); unit != nullptr && unit->cache() != nullptr) {
      port.cache = observeCache(*unit->cache(), routes.portCounts(id), routes.log(id));
      port.cache->tagged = routes.tagged(router);
    }
  }
}

}  // namespace hopscope
