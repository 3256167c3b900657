// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/terminals.h"

#include <algorithm>
#include <cmath>

namespace hopscope {
namespace {

/// A birth farther ahead is put on the wheel again when the wheel comes round.
constexpr Cycle kBirthHorizon = 1023;
/// Longer than any run, and still a number of cycles.
constexpr double kLongestSilence = 1e15;

}  // namespace

Terminals::Terminals(Fabric& fabric, const RoutingAlgorithm& routing, const TrafficPattern& traffic,
                     VctRouter& router, const TerminalPlan& plan)
    : fabric_(fabric),
      routing_(routing),
      traffic_(traffic),
      router_(router),
      measureFrom_(plan.measureFrom),
      measureUntil_(plan.measureUntil),
      probability_(plan.load / fabric.packetFlits),
      inverseLogMiss_(probability_ < 1 ? 1 / std::log1p(-probability_) : 0),
      births_(kBirthHorizon) {
  if (probability_ <= 0) return;
  const std::uint32_t count = fabric.topology->terminalCount();
  sources_.reserve(count);
  for (TerminalId terminal = 0; terminal < count; ++terminal) {
    sources_.push_back({Rng(plan.seed, terminal, RandomPurpose::injection),
                        Rng(plan.seed, terminal, RandomPurpose::destination),
                        Rng(plan.seed, terminal, RandomPurpose::routing), -1});
    schedule(-1, terminal);
  }
}

Cycle Terminals::gap(Rng& rng) const {
  if (probability_ >= 1) return 1;
  // Inversion of the geometric distribution; 1 - unit() lies in (0, 1].
  const double silence = std::log(1 - rng.unit()) * inverseLogMiss_;
  return 1 + static_cast<Cycle>(std::min(silence, kLongestSilence));
}

void Terminals::schedule(Cycle now, TerminalId terminal) {
  Source& source = sources_[terminal];
  if (source.next <= now) source.next = now + gap(source.gaps);
  births_.push(std::min(source.next, now + births_.horizon()), terminal);
}

void Terminals::generate(Cycle now) {
  births_.drain(now, [&](TerminalId terminal) {
    if (sources_[terminal].next == now) send(now, terminal);
    schedule(now, terminal);
  });
}

void Terminals::send(Cycle now, TerminalId terminal) {
  const TerminalId destination = traffic_.destination(terminal, sources_[terminal].destinations);
  if (destination == kNone) return;
  const Topology& t = *fabric_.topology;
  const TerminalPlace& place = t.terminals[terminal];
  const PortId input = t.firstPort[place.router] + place.port;
  const std::uint32_t firstVc = fabric_.inputs[input].firstVc;
  InputVc& queue = fabric_.inputVcs[firstVc];
  const bool measured = now >= measureFrom_ && now < measureUntil_;
  if (queue.flits + fabric_.packetFlits > fabric_.inputRoom[firstVc]) {
    ++refused_;
    refusedMeasured_ += measured;
    return;
  }
  queue.flits += fabric_.packetFlits;
  ++generated_;
  measured_ += measured;
  fabric_.channelFlits[2 * place.link] += fabric_.packetFlits;

  const PacketIndex index = fabric_.packets.take();
  Packet& packet = fabric_.packets[index];
  packet.birth = static_cast<CycleStamp>(now);
  packet.source = terminal;
  packet.destination = destination;
  packet.detail = routing_.start(terminal, destination, sources_[terminal].routes).detail;
  packet.measured = measured;
  const auto latency = Cycle{fabric_.outputs[input].linkLatency};
  if (latency == 0)
    router_.enqueue(now, index, input);
  else
    fabric_.arrivals.push(now + latency, {index, input});
}

}  // namespace hopscope
