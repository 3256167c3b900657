// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/hybrid_observation.h"

#include <algorithm>
#include <tuple>

#include "engine/switching/hybrid_crossbar.h"

namespace hopscope::hybrid {

namespace {

/// Flits of each pair that has any, by input and output.
std::vector<PairQueue> queuesOf(const HybridPackets& packets) {
  std::vector<PairQueue> all;
  packets.forEach([&all](PacketIndex /*index*/, const HybridPacket& packet) {
    const bool relayed = packet.relay != kNoPort, kept = relayed && packet.atSwitch > 0;
    const std::uint32_t left =
        packet.flits - (packet.circuit && !kept ? packet.left : packet.crossed);
    if (left == 0) return;
    all.push_back({kept ? packet.relay : packet.source,
                   relayed && !kept ? packet.relay : packet.destination, packet.circuit ? left : 0,
                   packet.circuit ? 0 : left});
  });
  const auto before = [](const PairQueue& a, const PairQueue& b) {
    return std::tie(a.input, a.output) < std::tie(b.input, b.output);
  };
  std::sort(all.begin(), all.end(), before);
  std::vector<PairQueue> pairs;
  for (const PairQueue& each : all) {
    if (pairs.empty() || before(pairs.back(), each)) {
      pairs.push_back(each);
      continue;
    }
    pairs.back().circuit += each.circuit;
    pairs.back().worms += each.worms;
  }
  return pairs;
}

}  // namespace

CircuitDetail observeCircuits(const HybridCrossbar& crossbar, Cycle now) {
  const HybridSettings& settings = crossbar.settings();
  const Circuits& circuits = crossbar.circuits();
  CircuitDetail detail;
  detail.ports = circuits.known().ports();
  detail.circuitSlots = settings.circuitSlots;
  detail.tree = crossbar.ways() != nullptr;
  detail.passes = circuits.hasCells();
  detail.worms = settings.worms;
  detail.lengths = settings.lengths;
  detail.guard = settings.guard;
  detail.now = now;
  detail.slot = crossbar.slot();
  detail.slotEnd = crossbar.slotEnd();
  if (detail.slot != kNone) detail.slotBegin = detail.slotEnd - detail.lengthOf(detail.slot);
  detail.uses = crossbar.slotUses();
  detail.known = circuits.known();
  if (const TreeWays* const ways = crossbar.ways())
    for (std::uint32_t slot = 0; slot < detail.circuitSlots; ++slot)
      for (std::uint32_t input = 0; input < detail.ports; ++input)
        detail.ways.push_back(detail.known.outputOf(slot, input) == kNone
                                  ? std::vector<ChannelId>()
                                  : ways->channels(slot, input));
  detail.scheduled = circuits.scheduled();
  detail.requests = circuits.requests();
  detail.asked = circuits.asked();
  for (std::uint32_t input = 0; input < detail.ports; ++input)
    detail.wormTo.push_back(crossbar.wormTo(input));
  detail.queues = queuesOf(crossbar.packets());
  if (const SlotLog* log = crossbar.log()) log->read(detail.known, crossbar.received(), detail);
  if (const GreedyStep* step = circuits.lastStep()) detail.step = *step;
  return detail;
}

}  // namespace hopscope::hybrid
