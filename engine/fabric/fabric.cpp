// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/fabric/fabric.h"

#include <algorithm>

namespace hopscope {
namespace {

/// The farthest ahead anything is scheduled: a full output queue, the switch, the longest link and
/// the packet itself. Alarms beyond it ring early and are set again.
Cycle horizonOf(const FabricPlan& plan) {
  Cycle slowest = 1;
  for (const Cycle latency : plan.linkLatency) slowest = std::max(slowest, latency);
  Cycle inSwitch = 1;
  for (const SwitchSettings& s : plan.switches)
    inSwitch = std::max<Cycle>(inSwitch, s.latency + s.outputBuffer);
  return slowest + inSwitch + 2 * Cycle{plan.packetFlits} + 2;
}

/// A departure that no cycle of a run lies before.
constexpr CycleStamp kLongAgo = 0x80000000u;

}  // namespace

Fabric::Fabric(const FabricPlan& plan)
    : topology(plan.topology), packetFlits(plan.packetFlits), horizon(horizonOf(plan)) {
  const Topology& t = *topology;
  const auto portCount = static_cast<PortId>(t.ports.size());
  inputs.resize(portCount);
  outputs.resize(portCount);
  channelFlits.assign(t.channelCount(), 0);
  for (const SwitchSettings& s : plan.switches)
    transferCycles.push_back((packetFlits * s.speedupDenominator + s.speedupNumerator - 1) /
                             s.speedupNumerator);

  for (RouterId r = 0; r < t.routerCount(); ++r) {
    const std::uint16_t settingsIndex = plan.switchOf[r];
    const SwitchSettings& settings = plan.switches[settingsIndex];
    const std::uint32_t waitingWords = (t.radix(r) + 63u) / 64u;
    for (PortIndex p = 0; p < t.radix(r); ++p) {
      const PortId id = t.firstPort[r] + p;
      const Port& port = t.port(r, p);
      const LinkKind kind = t.kindOf(port.link);
      const auto vcs = static_cast<VcIndex>(plan.virtualChannels.of(kind));
      const auto latency = static_cast<std::uint32_t>(plan.linkLatency[port.link]);
      const PortId peer =
          port.peer.isTerminal ? kNone : t.firstPort[port.peer.node] + port.peer.port;

      InputPort& in = inputs[id];
      in.firstVc = static_cast<std::uint32_t>(inputVcs.size());
      in.router = r;
      in.upstream = peer;
      in.creditLatency = latency;
      in.index = p;
      in.settings = settingsIndex;
      in.vcs = vcs;
      inputVcs.resize(inputVcs.size() + vcs);
      inputRoom.resize(inputVcs.size(), settings.inputBuffer(kind));

      OutputPort& out = outputs[id];
      out.firstVc = static_cast<std::uint32_t>(used.size());
      out.downstream = peer;
      out.channel = port.out;
      out.room =
          port.peer.isTerminal ? 0 : plan.switches[plan.switchOf[port.peer.node]].inputBuffer(kind);
      out.switchLatency = static_cast<std::uint32_t>(settings.latency);
      out.linkLatency = latency;
      out.index = p;
      out.vcs = vcs;
      out.lastDeparture = -Cycle{packetFlits};
      // Input-queued: the crossbar itself paces the link, so a queue of any length stays empty.
      out.slots = settings.outputBuffer == 0 ? 1u : settings.outputBuffer / packetFlits;
      if (settings.outputBuffer == 0)
        out.slots += static_cast<std::uint32_t>(settings.latency) / packetFlits + 1;
      out.firstSlot = static_cast<std::uint32_t>(departures.size());
      departures.resize(departures.size() + out.slots, kLongAgo);
      out.firstWaiting = static_cast<std::uint32_t>(waiting.size());
      out.waitingWords = static_cast<std::uint16_t>(waitingWords);
      waiting.resize(waiting.size() + waitingWords, 0);
      used.resize(used.size() + vcs, 0);
    }
  }
}

}  // namespace hopscope
