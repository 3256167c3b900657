// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_journey.h"

namespace hopscope::wormhole {

LatencySplit& noteHop(const PartState& s, const RoutingAlgorithm& routing, Cycle now, PortId input,
                      PortId output, const WormPacket& packet) {
  const Topology& t = *s.topology;
  const Cycle arrival = now - Cycle{static_cast<CycleStamp>(now) - packet.arrival};
  JourneyHop& hop = s.journeys->hop(t.ports[input].in, t.ports[output].out, arrival);
  s.journeys->goesBy(
      routing.intermediate(s.inputs[input].router, {packet.destination, packet.detail}));
  LatencySplit& spent = hop.spent;
  const VcId before = s.inputs[input].upstream;
  if (s.isTerminal(before)) {
    // As where terminals send: a cycle in the interface, then the wire.
    const std::uint32_t flight = s.outputs[s.portOf(before)].flight;
    spent.source += packet.arrival - flight - packet.birth;
    spent.traversal += 1;
    spent.channel += flight - 1;
    hop.wire = flight - 1;
  }
  return spent;
}

}  // namespace hopscope::wormhole
