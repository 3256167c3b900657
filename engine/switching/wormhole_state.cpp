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

Arrays::Arrays(const Plan& plan, const Partition& partition) {
  s_.topology = plan.topology;
  s_.linkRates = plan.linkRates;
  s_.settings = plan.settings;
  s_.lean = fitsWords(*plan.topology, plan.settings);
  s_.freeBehindTail = plan.settings.reallocate == VcReuse::tail ? 0xffff : 0;
  const Topology& t = *plan.topology;
  const VcCounts& vcs = plan.virtualChannels;
  const unsigned most = std::max({vcs.terminal, vcs.local, vcs.global});
  s_.vcShift = static_cast<unsigned>(std::bit_width(most - 1));
  const auto ports = s_.ports = static_cast<PortId>(t.ports.size());
  const PortId sides = ports + t.terminalCount();
  inputs_.resize(ports);
  outputs_.resize(sides);
  inVcs_.resize(std::size_t{ports} << s_.vcShift, WormInputVc{});
  outVcs_.resize(std::size_t{sides} << s_.vcShift);
  room_.resize(outVcs_.size(), 0);
  sources_.resize(t.terminalCount());
  addRouters(plan);
  addTerminals(plan);
  connect(partition);
  notSwitching_.assign(ports, 1);
  notAllocating_.assign(ports, 1);
  if (s_.lean) {
    s_.maskWords = ((std::uint32_t{widest(t)} << s_.vcShift) + 63) / 64;
    masks_.assign(std::size_t{ports} * 2 * s_.maskWords, 0);
  }

  Cycle slowest = 1;
  for (const Cycle latency : plan.linkLatency) slowest = std::max(slowest, latency);
  // Flits queue up behind the switch where an output takes in more than one a cycle; at most as
  // many as there are credits.
  const WormholeSettings& settings = s_.settings;
  const bool queues = settings.outputSpeedup > 1 || settings.delays.traversal > 1;
  const Cycle queued = queues ? Cycle{most} * *std::max_element(room_.begin(), room_.end()) : 0;
  const Cycle credit = settings.delays.credit;
  s_.longestWire = std::bit_ceil(static_cast<std::uint64_t>(
                       slowest + 2 * settings.delays.traversal + credit + queued + 5)) -
                   1;
  // Where nothing queues behind the switch, a flit takes a cycle each to be granted and to cross.
  // Fewer rows are less to keep in the cache: four instead of 16 gave an 8 x 8 mesh 1 %, and took a
  // quarter off the memory of one of 64 x 64.
  s_.horizon = s_.lean ? slowest + std::max<Cycle>(2, 1 + credit) : s_.longestWire;
  s_.stretch = partition.lookahead + 1 + std::min(settings.delays.traversal, credit);

  s_.inputs = inputs_;
  s_.outputs = outputs_;
  s_.inVcs = inVcs_;
  s_.outVcs = outVcs_;
  s_.room = room_;
  s_.rings = rings_;
  s_.ringHeads = ringHeads_;
  s_.tails = tails_;
  s_.masks = masks_;
  s_.sources = sources_;
  s_.notSwitching = notSwitching_;
  s_.notAllocating = notAllocating_;
}

void Arrays::addRouters(const Plan& plan) {
  const Topology& t = *s_.topology;
  const WormholeSettings& settings = s_.settings;
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
          terminal ? s_.ports + port.peer.node : t.firstPort[port.peer.node] + port.peer.port;

      InputSide& in = inputs_[id];
      in.firstPort = t.firstPort[r];
      in.router = r;
      in.upstream = s_.vcIdOf(peer, 0);
      in.creditDelay =
          static_cast<std::uint32_t>(1 + latency + (terminal ? 0 : settings.delays.credit));
      in.index = p;

      OutputSide& out = outputs_[id];
      out.flight = static_cast<std::uint32_t>(1 + settings.delays.traversal + latency);
      out.downstream = terminal ? s_.vcIdOf(id, 0) : s_.vcIdOf(peer, 0);
      out.firstVc = s_.vcIdOf(t.firstPort[r], 0);
      out.available = static_cast<std::uint16_t>((1u << vcs) - 1);
      out.index = p;
      out.vcs = vcs;
      out.queue = terminal ? kToTerminals : kToInputs;
      out.all = out.available;
      out.always = terminal && !settings.ejectOnOneVc ? out.all : std::uint16_t{0};
      deepest = std::max(deepest, buffer(r));
      for (VcIndex vc = 0; vc < vcs; ++vc) {
        room_[s_.vcIdOf(id, vc)] =
            static_cast<std::uint16_t>(buffer(terminal ? r : port.peer.node));
        outVcs_[s_.vcIdOf(id, vc)].credits = room_[s_.vcIdOf(id, vc)];
      }
    }
  }
  // The first flit stands in the virtual channel itself.
  s_.ringShift = static_cast<unsigned>(std::bit_width(deepest - 1));
  rings_.resize(inVcs_.size() << s_.ringShift);
  ringHeads_.assign(inVcs_.size(), 0);
  if (settings.storeAndForward) tails_.assign(inVcs_.size(), 0);
}

void Arrays::addTerminals(const Plan& plan) {
  const Topology& t = *s_.topology;
  const auto vcs = static_cast<VcIndex>(plan.virtualChannels.terminal);
  for (TerminalId terminal = 0; terminal < t.terminalCount(); ++terminal) {
    const TerminalPlace& place = t.terminals[terminal];
    const PortId id = s_.ports + terminal;
    OutputSide& out = outputs_[id];
    out.flight = static_cast<std::uint32_t>(1 + plan.linkLatency[place.link]);
    out.downstream = s_.vcIdOf(t.firstPort[place.router] + place.port, 0);
    out.available = static_cast<std::uint16_t>((1u << vcs) - 1);
    out.vcs = vcs;
    const std::uint32_t buffer =
        plan.bufferFlits.empty() ? s_.settings.bufferFlits : plan.bufferFlits[place.router];
    for (VcIndex vc = 0; vc < vcs; ++vc)
      outVcs_[s_.vcIdOf(id, vc)].credits = room_[s_.vcIdOf(id, vc)] =
          static_cast<std::uint16_t>(buffer);
    sources_[terminal].vc = static_cast<VcIndex>(vcs - 1);
  }
}

/// What goes to another part goes into a queue of its own.
void Arrays::connect(const Partition& partition) {
  const Topology& t = *s_.topology;
  for (std::uint32_t part = 0; part < partition.parts.size(); ++part) {
    const std::vector<std::uint32_t> neighbours = neighboursOf(t, partition, part);
    for (PortId id = t.firstPort[partition.parts[part].firstRouter];
         id < t.firstPort[partition.parts[part].lastRouter]; ++id) {
      const std::uint32_t other = partBehind(t, partition, id);
      if (other == kNone || other == part) continue;
      const auto number = static_cast<std::uint8_t>(
          std::lower_bound(neighbours.begin(), neighbours.end(), other) - neighbours.begin());
      outputs_[id].queue = static_cast<std::uint8_t>(kToFirstNeighbour + number);
      inputs_[id].creditQueue = static_cast<std::uint8_t>(kCreditsToFirstNeighbour + number);
    }
  }
}

}  // namespace hopscope::wormhole
