// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_state.h"

#include <algorithm>

namespace hopscope::wormhole {
namespace {

PortIndex widest(const Topology& t) {
  PortIndex most = 0;
  for (RouterId r = 0; r < t.routerCount(); ++r) most = std::max(most, t.radix(r));
  return most;
}

/// Allocation over machine words: the reach of one word and the timing of one cycle a stage.
bool fitsWords(const Topology& t, const WormholeSettings& s) {
  const auto oneRound = [](const AllocatorSettings& a) {
    return a.kind == AllocatorKind::islip && a.arbiter == ArbiterKind::roundRobin &&
           a.iterations == 1;
  };
  return widest(t) <= 64 && oneRound(s.vcAllocator) && oneRound(s.switchAllocator) &&
         s.inputSpeedup == 1 && s.outputSpeedup == 1 && !s.speculative && !s.holdSwitch &&
         s.delays.vcAllocation == 1 && s.delays.switchAllocation == 1 && s.delays.traversal == 1;
}

}  // namespace

State::State(const Plan& plan)
    : topology(plan.topology),
      settings(plan.settings),
      lean(fitsWords(*plan.topology, plan.settings)),
      freeBehindTail(plan.settings.reallocate == VcReuse::tail ? 0xffff : 0) {
  const Topology& t = *topology;
  const VcCounts& vcs = plan.virtualChannels;
  const unsigned most = std::max({vcs.terminal, vcs.local, vcs.global});
  vcShift = static_cast<unsigned>(std::bit_width(most - 1));
  ports = static_cast<PortId>(t.ports.size());
  const PortId sides = ports + t.terminalCount();
  inputs.resize(ports);
  outputs.resize(sides);
  inVcs.resize(std::size_t{ports} << vcShift, WormInputVc{});
  outVcs.resize(std::size_t{sides} << vcShift);
  room.resize(outVcs.size(), 0);
  sources.resize(t.terminalCount());
  addRouters(plan);
  addTerminals(plan);

  switching = PortList(ports);
  allocating = PortList(ports);
  if (lean) {
    maskWords = ((std::uint32_t{widest(t)} << vcShift) + 63) / 64;
    masks.assign(std::size_t{ports} * 2 * maskWords, 0);
  }
  requesting = Bitmap(ports);
  sending = Bitmap(t.terminalCount());
  accepting.resize(ports);
  winners.reserve(std::size_t{ports} * settings.inputSpeedup);
  exposed.reserve(inVcs.size());
  askers.reserve(inVcs.size());

  Cycle slowest = 1;
  for (const Cycle latency : plan.linkLatency) slowest = std::max(slowest, latency);
  // Flits queue up behind the switch where an output takes in more than one a cycle; at most as
  // many as there are credits.
  const bool queues = settings.outputSpeedup > 1 || settings.delays.traversal > 1;
  const Cycle queued = queues ? Cycle{most} * *std::max_element(room.begin(), room.end()) : 0;
  const Cycle credit = settings.delays.credit;
  longestWire = std::bit_ceil(static_cast<std::uint64_t>(slowest + 2 * settings.delays.traversal +
                                                         credit + queued + 5)) -
                1;
  // Where nothing queues behind the switch, a flit takes a cycle each to be granted and to cross.
  // Fewer rows are less to keep in the cache: four instead of 16 gave an 8 x 8 mesh 1 %, and took a
  // quarter off the memory of one of 64 x 64.
  const Cycle horizon = lean ? slowest + std::max<Cycle>(2, 1 + credit) : longestWire;
  // A channel carries one flit a cycle, so a buffer takes one in, and gives one back for each path
  // from it into the crossbar.
  flights[0] = CycleQueue<Arrival>(horizon, ports);
  flights[1] = CycleQueue<Arrival>(horizon, ports);
  credits = CycleQueue<VcId>(horizon, std::size_t{sides} * settings.inputSpeedup);
}

void State::addRouters(const Plan& plan) {
  const Topology& t = *topology;
  const auto buffer = [&](RouterId router) {
    return plan.bufferFlits.empty() ? settings.bufferFlits : plan.bufferFlits[router];
  };
  std::uint32_t deepest = 1;
  for (RouterId r = 0; r < t.routerCount(); ++r) {
    const PortIndex radix = t.radix(r);
    for (PortIndex p = 0; p < radix; ++p) {
      const PortId id = t.firstPort[r] + p;
      const Port& port = t.port(r, p);
      const auto vcs = static_cast<VcIndex>(plan.virtualChannels.of(t.kindOf(port.link)));
      const Cycle latency = plan.linkLatency[port.link];
      const bool terminal = port.peer.isTerminal;
      const PortId peer =
          terminal ? ports + port.peer.node : t.firstPort[port.peer.node] + port.peer.port;

      InputSide& in = inputs[id];
      in.firstPort = t.firstPort[r];
      in.router = r;
      in.upstream = vcIdOf(peer, 0);
      in.creditDelay =
          static_cast<std::uint32_t>(1 + latency + (terminal ? 0 : settings.delays.credit));
      in.index = p;

      OutputSide& out = outputs[id];
      out.flight = static_cast<std::uint32_t>(1 + settings.delays.traversal + latency);
      out.downstream = terminal ? vcIdOf(id, 0) : vcIdOf(peer, 0);
      out.firstVc = vcIdOf(t.firstPort[r], 0);
      out.available = static_cast<std::uint16_t>((1u << vcs) - 1);
      out.index = p;
      out.vcs = vcs;
      out.ejects = terminal;
      out.all = out.available;
      out.always = terminal && !settings.ejectOnOneVc ? out.all : std::uint16_t{0};
      deepest = std::max(deepest, buffer(r));
      for (VcIndex vc = 0; vc < vcs; ++vc) {
        room[vcIdOf(id, vc)] = static_cast<std::uint16_t>(buffer(terminal ? r : port.peer.node));
        outVcs[vcIdOf(id, vc)].credits = room[vcIdOf(id, vc)];
      }
    }
  }
  // The first flit stands in the virtual channel itself.
  ringShift = static_cast<unsigned>(std::bit_width(deepest - 1));
  rings.resize(inVcs.size() << ringShift);
  ringHeads.assign(inVcs.size(), 0);
  if (settings.storeAndForward) tails.assign(inVcs.size(), 0);
}

void State::addTerminals(const Plan& plan) {
  const Topology& t = *topology;
  const auto vcs = static_cast<VcIndex>(plan.virtualChannels.terminal);
  for (TerminalId terminal = 0; terminal < t.terminalCount(); ++terminal) {
    const TerminalPlace& place = t.terminals[terminal];
    const PortId id = ports + terminal;
    OutputSide& out = outputs[id];
    out.flight = static_cast<std::uint32_t>(1 + plan.linkLatency[place.link]);
    out.downstream = vcIdOf(t.firstPort[place.router] + place.port, 0);
    out.available = static_cast<std::uint16_t>((1u << vcs) - 1);
    out.vcs = vcs;
    const std::uint32_t buffer =
        plan.bufferFlits.empty() ? settings.bufferFlits : plan.bufferFlits[place.router];
    for (VcIndex vc = 0; vc < vcs; ++vc)
      outVcs[vcIdOf(id, vc)].credits = room[vcIdOf(id, vc)] = static_cast<std::uint16_t>(buffer);
    sources[terminal].vc = static_cast<VcIndex>(vcs - 1);
  }
}

}  // namespace hopscope::wormhole
