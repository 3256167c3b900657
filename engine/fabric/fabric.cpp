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

/// A ring of so many runs holds all that have not left yet: runs begin the switch latency after a
/// grant, and two are at least a packet and a cycle apart.
std::uint32_t runsNeeded(const SwitchTimes& times, std::uint32_t packetFlits) {
  return std::min(times.queueSlots, times.latency / (packetFlits + 1) + 1) + 1;
}

/// Stamps older than this mean the same: long past.
constexpr std::int32_t kLongPast = 1 << 30;

void bringNearer(CycleStamp& stamp, CycleStamp now) {
  if (ahead(stamp, now) < -kLongPast) stamp = now - kLongPast;
}

}  // namespace

Fabric::Fabric(const FabricPlan& plan)
    : topology(plan.topology), packetFlits(plan.packetFlits), horizon(horizonOf(plan)) {
  const Topology& t = *topology;
  const auto portCount = static_cast<PortId>(t.ports.size());
  inputs.resize(portCount);
  outputs.resize(portCount);
  for (const SwitchSettings& s : plan.switches) {
    SwitchTimes of;
    of.latency = static_cast<std::uint32_t>(s.latency);
    of.transferCycles =
        (packetFlits * s.speedupDenominator + s.speedupNumerator - 1) / s.speedupNumerator;
    // Input-queued: the crossbar itself paces the link, so a queue of any length stays empty.
    of.queueSlots =
        s.outputBuffer == 0 ? of.latency / packetFlits + 2 : s.outputBuffer / packetFlits;
    times.push_back(of);
    runsEach = std::max(runsEach, runsNeeded(of, packetFlits));
  }
  runs.resize(std::size_t{portCount} * runsEach);

  PortIndex mostPorts = 0;
  for (RouterId r = 0; r < t.routerCount(); ++r) {
    const std::uint16_t settingsIndex = plan.switchOf[r];
    const SwitchSettings& settings = plan.switches[settingsIndex];
    mostPorts = std::max(mostPorts, t.radix(r));
    for (PortIndex p = 0; p < t.radix(r); ++p) {
      const PortId id = t.firstPort[r] + p;
      const Port& port = t.port(r, p);
      const LinkKind kind = t.kindOf(port.link);
      const auto vcs = static_cast<VcIndex>(plan.virtualChannels.of(kind));
      const auto latency = static_cast<std::uint32_t>(plan.linkLatency[port.link]);
      const PortId peer =
          port.peer.isTerminal ? kNone : t.firstPort[port.peer.node] + port.peer.port;
      mostVcs_ = std::max<unsigned>(mostVcs_, vcs);

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
      out.downstream = peer;
      out.room =
          port.peer.isTerminal ? 0 : plan.switches[plan.switchOf[port.peer.node]].inputBuffer(kind);
      out.linkLatency = latency;
      out.index = p;
      out.lastDeparture = 0 - packetFlits;
    }
  }
  if (mostVcs_ > OutputPort::kVcs) manyUsed_.resize(std::size_t{portCount} * mostVcs_, 0);
  waitingWords_ = (mostPorts + OutputPort::kInputs - 1) / OutputPort::kInputs;
  if (waitingWords_ > 1) manyWaiting_.resize(std::size_t{portCount} * waitingWords_, 0);
}

void Fabric::refresh(PortId first, PortId last, CycleStamp now) {
  for (PortId id = first; id < last; ++id) {
    bringNearer(inputs[id].busyUntil, now);
    bringNearer(inputs[id].wakeAt, now);
    bringNearer(outputs[id].busyUntil, now);
    bringNearer(outputs[id].lastDeparture, now);
    for (std::uint32_t i = 0; i < runsEach; ++i) bringNearer(runs[id * runsEach + i].last, now);
  }
}

}  // namespace hopscope
