// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/vct_standing.h"

#include <algorithm>
#include <limits>

namespace hopscope {
namespace {

/// Of room that is coming: the receiver has said that its sender may go on.
constexpr std::uint32_t kGoes = std::numeric_limits<std::uint32_t>::max();

}  // namespace

bool VctStanding::hasRoom(const Fabric& fabric, PortId output, VcIndex vc) const {
  const std::uint32_t coming = coming_[fabric.inputs[output].firstVc + vc];
  if (coming == kGoes) return true;
  const std::uint32_t used = fabric.used(output, vc);
  return used - std::min(coming, used & ~Fabric::kPaused) + fabric.longest <=
         fabric.outputs[output].room;
}

bool VctStanding::waitsFor(const Fabric& fabric, PortId output, VcMask vcs) {
  const OutputPort& out = fabric.outputs[output];
  if (out.downstream == kNone) return false;
  for (VcIndex vc = 0; vc < fabric.inputs[output].vcs; ++vc) {
    if ((vcs >> vc & 1) == 0) continue;
    if (hasRoom(fabric, output, vc)) return false;
    graph_.orFor(kNone, fabric.inputs[out.downstream].firstVc + vc);
  }
  return true;
}

bool VctStanding::waitsForAll(const Fabric& fabric, const RoutingAlgorithm& routing, PortId input,
                              const Packet& packet) {
  const InputPort& in = fabric.inputs[input];
  choices_.clear();
  routing.candidates(in.router, in.index, {packet.destination, packet.detail}, choices_);
  return std::all_of(choices_.begin(), choices_.end(), [&](const RouteChoice& choice) {
    return waitsFor(fabric, input - in.index + choice.port, choice.vcs);
  });
}

StandingBuffers VctStanding::find(const Fabric& fabric, const VctParts& parts,
                                  const Partition& partition, const RoutingAlgorithm& routing,
                                  Cycle next, bool still) {
  graph_.begin(fabric.inputVcs.size());
  coming_.assign(fabric.inputVcs.size(), 0);
  for (const auto& part : parts) {
    const Calendar& calendar = part->calendar();
    calendar.credits.forEach(next, [&](Cycle, Credit c) {
      coming_[fabric.inputs[c.output()].firstVc + c.vc()] += fabric.flits(c.length());
    });
    // A notice that its switch takes in needs no room there.
    calendar.arrivals.forEach(next, [&](Cycle, const Arrival& a) {
      const PortId upstream = fabric.inputs[a.input].upstream;
      if (a.packet.notice && upstream != kNone)
        coming_[fabric.inputs[upstream].firstVc + a.packet.vc] += fabric.flits(a.packet.length);
    });
  }
  for (const auto& part : parts)
    part->calendar().pauses.forEach(next, [&](Cycle, const Pause& pause) {
      if (!pause.on) coming_[fabric.inputs[pause.output].firstVc + pause.vc] = kGoes;
    });
  const bool everyHop = routing.decides() == Decides::everyHop;
  for (PortId id = 0; id < fabric.inputs.size(); ++id) {
    const InputPort& in = fabric.inputs[id];
    // Nobody but its terminal waits for room in a source queue.
    if (in.occupied == 0 || in.upstream == kNone) continue;
    const PacketPool& queued = parts[partition.partOf[in.router]]->calendar().queued;
    for (VcIndex v = 0; v < in.vcs; ++v) {
      const InputVc& queue = fabric.inputVcs[in.firstVc + v];
      if (queue.head == kNone || ahead(queue.ready, stampOf(next)) > 0) continue;
      graph_.wait(in.firstVc + v);
      // What a head wants is one of the steps that it may choose; what it wanted last, before.
      const bool chooses = everyHop && !(still && queue.decided);
      const bool chosen = !chooses || (routing.decidesOnce() && queue.decided);
      const bool waits = (!chosen && !queue.decided) || waitsFor(fabric, queue.out, queue.outVcs);
      if (!waits || (!chosen && !waitsForAll(fabric, routing, id, queued[queue.head].packet)))
        graph_.goesOn();
    }
  }
  StandingBuffers standing;
  standing.buffers = graph_.settle();
  if (standing.buffers == 0) return standing;
  for (const std::uint32_t node : graph_.cycle()) {
    const auto after =
        std::upper_bound(fabric.inputs.begin(), fabric.inputs.end(), node,
                         [](std::uint32_t vc, const InputPort& in) { return vc < in.firstVc; });
    const auto id = static_cast<PortId>(after - fabric.inputs.begin() - 1);
    standing.cycle.push_back(
        {fabric.topology->ports[id].in, static_cast<VcIndex>(node - fabric.inputs[id].firstVc)});
  }
  return standing;
}

}  // namespace hopscope
