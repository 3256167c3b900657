// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/vct_router.h"

#include <algorithm>
#include <limits>

namespace hopscope {
namespace {

constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

std::vector<PortIndex> radixOfPorts(const Topology& t) {
  std::vector<PortIndex> radix;
  radix.reserve(t.ports.size());
  for (RouterId r = 0; r < t.routerCount(); ++r) radix.insert(radix.end(), t.radix(r), t.radix(r));
  return radix;
}

}  // namespace

VctRouter::VctRouter(Fabric& fabric, const RoutingAlgorithm& routing, RouteStage& routes,
                     const std::vector<SwitchSettings>& switches, LatencySplit& split)
    : fabric_(fabric), inputUnit_(fabric, routing, routes), outputUnit_(fabric), split_(split) {
  const std::vector<PortIndex> radix = radixOfPorts(*fabric.topology);
  for (const SwitchSettings& s : switches) {
    allocators_.push_back(s.allocator == AllocatorKind::islip
                              ? makeIslip(radix, s.iterations)
                              : makeSeparableInputFirst(radix, s.iterations));
    allRequests_.push_back(allocators_.back()->wantsAllRequests());
  }
  active_.reserve(radix.size());
  contenders_.reserve(radix.size());
}

void VctRouter::receiveCredits(Cycle now) {
  const Topology& t = *fabric_.topology;
  fabric_.credits.drain(now, [&](const Credit& credit) {
    const RouterId router = fabric_.inputs[credit.output].router;
    outputUnit_.receiveCredit(credit, t.radix(router),
                              [&](PortIndex input) { activate(now, t.firstPort[router] + input); });
  });
}

void VctRouter::receiveHeads(Cycle now) {
  fabric_.arrivals.drain(now, [&](const Arrival& a) { enqueue(now, a.packet, a.input); });
}

void VctRouter::enqueue(Cycle now, PacketIndex packet, PortId input) {
  if (!inputUnit_.enqueue(now, packet, input)) return;
  activate(now, input);
  lastMove_ = now;
}

void VctRouter::allocate(Cycle now) {
  fabric_.alarms.drain(now, [&](PortId input) {
    if (fabric_.inputs[input].wakeAt == now) activate(now, input);
  });
  for (const PortId input : active_) attempt(now, input);
  active_.clear();
  for (const auto& allocator : allocators_)
    for (const Request& winner : allocator->allocate()) move(now, winner);
  // Who lost tries again in the next cycle.
  for (const PortId input : contenders_)
    if (fabric_.inputs[input].busyUntil <= now) activate(now + 1, input);
  contenders_.clear();
}

void VctRouter::activate(Cycle now, PortId input) {
  InputPort& in = fabric_.inputs[input];
  if (in.attemptedAt == now) return;
  in.attemptedAt = now;
  active_.push_back(input);
}

void VctRouter::setAlarm(Cycle now, InputPort& in, Cycle at) {
  at = std::min(at, now + fabric_.alarms.horizon());
  if (in.wakeAt > now && in.wakeAt <= at) return;
  in.wakeAt = at;
  fabric_.alarms.push(at, static_cast<PortId>(&in - fabric_.inputs.data()));
}

void VctRouter::attempt(Cycle now, PortId input) {
  InputPort& in = fabric_.inputs[input];
  if (in.occupied == 0) return;
  if (in.busyUntil > now) {
    setAlarm(now, in, in.busyUntil);
    return;
  }
  Cycle wake = kNever;
  bool requested = false;
  for (unsigned turn = 0; turn < in.vcs; ++turn) {
    const unsigned sum = in.pointer + turn;
    const auto vc = static_cast<VcIndex>(sum >= in.vcs ? sum - in.vcs : sum);
    if ((in.occupied >> vc & 1u) == 0) continue;
    const InputVc& queue = fabric_.inputVcs[in.firstVc + vc];
    const OutputPort& out = fabric_.outputs[queue.out];
    const Cycle possible = std::max(queue.ready, outputUnit_.available(out));
    if (possible > now) {
      wake = std::min(wake, possible);
      continue;
    }
    const std::optional<VcIndex> outVc = outputUnit_.freeVc(out, queue.outVcs);
    if (!outVc) {
      outputUnit_.waitForCredit(out, in.index);
      continue;
    }
    allocators_[out.settings]->add({input, queue.out, in.index, out.index, vc, *outVc});
    requested = true;
    if (!allRequests_[out.settings]) break;
  }
  if (requested)
    contenders_.push_back(input);
  else if (wake != kNever)
    setAlarm(now, in, wake);
}

void VctRouter::move(Cycle now, const Request& winner) {
  InputPort& in = fabric_.inputs[winner.input];
  OutputPort& out = fabric_.outputs[winner.output];
  const std::uint32_t nextDetail = fabric_.inputVcs[in.firstVc + winner.inputVc].nextDetail;
  const PacketIndex index = inputUnit_.dequeue(now, in, winner.inputVc);
  Packet& packet = fabric_.packets[index];
  const Cycle flits = fabric_.packetFlits;

  // Cut-through: the crossbar is held until the tail, which may still be arriving, has passed.
  const Cycle waited = static_cast<CycleStamp>(now) - packet.arrival;
  const Cycle transfer = std::max<Cycle>(fabric_.transferCycles[out.settings], flits - waited);
  in.busyUntil = out.busyUntil = now + transfer;
  in.pointer = static_cast<VcIndex>(winner.inputVc + 1 == in.vcs ? 0 : winner.inputVc + 1);
  if (in.occupied != 0) setAlarm(now, in, in.busyUntil);

  if (in.upstream != kNone)
    fabric_.credits.push(now + Cycle{in.creditLatency},
                         {in.upstream, static_cast<std::uint16_t>(flits), winner.inputVc});
  else if (packet.measured)
    split_.source += static_cast<CycleStamp>(now) - packet.birth;

  const Cycle departure = outputUnit_.depart(now, out, winner.outputVc);
  const Cycle arrival = departure + Cycle{out.linkLatency};
  fabric_.channelFlits[out.channel] += fabric_.packetFlits;
  flitHops_ += fabric_.packetFlits;
  lastMove_ = now;
  if (out.downstream == kNone) {
    fabric_.deliveries.push(arrival + flits, index);
  } else {
    packet.vc = winner.outputVc;
    packet.detail = nextDetail;
    ++packet.hops;
    fabric_.arrivals.push(arrival, {index, out.downstream});
  }
}

}  // namespace hopscope
