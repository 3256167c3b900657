// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/fabric/fabric.h"

#include <algorithm>

namespace hopscope {
namespace {

/// A full output queue, the switch, the longest link and the packet itself. Alarms beyond it ring
/// early and are set again.
Horizons horizonsOf(const FabricPlan& plan) {
  Cycle slowest = 1;
  for (const Cycle latency : plan.linkLatency) slowest = std::max(slowest, latency);
  Cycle inSwitch = 1;
  for (const SwitchSettings& s : plan.switches)
    inSwitch = std::max<Cycle>(inSwitch, s.latency + s.outputBuffer);
  const Cycle packets = 2 * Cycle{plan.lengths.back()};
  const Cycle full = slowest + inSwitch + packets + 2;
  Horizons horizons{full, full, full};
  if (plan.linkRates.empty()) return horizons;
  // Slow channels have the output queue, or the source queue before a terminal's, wait so long:
  // each of them for its own rate and buffer.
  horizons.credits = slowest + 2;
  const Topology& t = *plan.topology;
  for (RouterId r = 0; r < t.routerCount(); ++r)
    for (PortIndex p = 0; p < t.radix(r); ++p) {
      const Port& port = t.port(r, p);
      const SwitchSettings& s = plan.switches[plan.switchOf[r]];
      const LinkRate& rate = plan.linkRates[port.link];
      const Cycle beside = plan.linkLatency[port.link] + s.latency + 2;
      Cycle& heads = port.peer.isTerminal ? horizons.deliveries : horizons.arrivals;
      heads = std::max(heads, beside + queueSpan(rate, s.outputBuffer, plan.lengths.back()));
      if (!port.peer.isTerminal || rate.full()) continue;
      horizons.arrivals = std::max(
          horizons.arrivals, beside + queueSpan(rate, s.injectionBuffer, plan.lengths.back()));
    }
  return horizons;
}

/// A ring of so many runs holds all that have not left yet: runs begin the switch latency after a
/// grant, and two are at least a packet and a cycle apart. Among packets of several lengths each
/// may be a run, and each is where links are not full.
std::uint32_t runsNeeded(const SwitchTimes& times, const std::vector<std::uint32_t>& lengths,
                         bool alike) {
  const std::uint32_t most = times.queueRoom / lengths.front();
  if (!alike) return most + 2;
  return std::min(most, times.latency / (lengths.front() + 1) + 1) + 1;
}

/// Cycles that so many flits take across the crossbar.
std::uint32_t transferOf(const SwitchSettings& s, std::uint32_t flits) {
  return (flits * s.speedupDenominator + s.speedupNumerator - 1) / s.speedupNumerator;
}

/// What a switch does, in the time of packets of these lengths.
SwitchTimes timesOf(const SwitchSettings& s, const std::vector<std::uint32_t>& lengths) {
  SwitchTimes times;
  times.latency = static_cast<std::uint32_t>(s.latency);
  times.transferCycles = transferOf(s, lengths.front());
  const std::uint32_t room = s.outputRoom(lengths.back());
  if (lengths.size() > 1) {
    times.queueRoom = room;
    times.queueSurely = room - lengths.back();
  } else {
    // Heads of packets that are alike depart a packet apart: one that is not yet followed by a
    // whole one takes no more room than it.
    times.queueRoom = room / lengths.front() * lengths.front();
    times.queueSurely = times.queueRoom - 1;
  }
  return times;
}

/// Stamps older than this mean the same: long past.
constexpr std::int32_t kLongPast = 1 << 30;

void bringNearer(CycleStamp& stamp, CycleStamp now) {
  if (ahead(stamp, now) < -kLongPast) stamp = now - kLongPast;
}

}  // namespace

Fabric::Fabric(const FabricPlan& plan)
    : topology(plan.topology),
      alike(plan.lengths.size() == 1 && plan.linkRates.empty() ? plan.lengths.front() : 0),
      longest(plan.lengths.back()),
      longestIndex(static_cast<LengthIndex>(plan.lengths.size() - 1)),
      horizons(horizonsOf(plan)) {
  std::copy(plan.lengths.begin(), plan.lengths.end(), lengths.begin());
  const Topology& t = *topology;
  const auto portCount = static_cast<PortId>(t.ports.size());
  inputs.resize(portCount);
  outputs.resize(portCount);
  if (plan.sumsQueues) queueSums.resize(portCount, 0);
  std::uint32_t runsEach = 1;
  for (const SwitchSettings& s : plan.switches) {
    times.push_back(timesOf(s, plan.lengths));
    runsEach = std::max(runsEach, runsNeeded(times.back(), plan.lengths, alike != 0));
    if (alike != 0) continue;
    auto& transfer = transfers.emplace_back();
    for (std::size_t i = 0; i < plan.lengths.size(); ++i)
      transfer[i] = transferOf(s, plan.lengths[i]);
  }
  runs = DepartureRings(portCount, runsEach, alike);

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
    }
  }
  if (plan.switches.front().flowControl == FlowControl::pause) limitByPauses(plan);
  paceLinks(plan);
  if (mostVcs_ > OutputPort::kVcs) manyUsed_.resize(std::size_t{portCount} * mostVcs_, 0);
  waitingWords_ = (mostPorts + OutputPort::kInputs - 1) / OutputPort::kInputs;
  if (waitingWords_ > 1) manyWaiting_.resize(std::size_t{portCount} * waitingWords_, 0);
}

void Fabric::limitByPauses(const FabricPlan& plan) {
  pauseLimits.resize(inputs.size());
  for (PortId id = 0; id < inputs.size(); ++id) {
    const InputPort& in = inputs[id];
    if (in.upstream == kNone) continue;
    const SwitchSettings& settings = plan.switches[in.settings];
    const SwitchSettings& sender = plan.switches[inputs[in.upstream].settings];
    pauseLimits[id] = settings.pauses.limits(
        {in.creditLatency, sender.outputRoom(longest), longest}, inputRoom[in.firstVc]);
    outputs[id].room = kAnyRoom;
  }
}

void Fabric::paceLinks(const FabricPlan& plan) {
  if (plan.linkRates.empty()) return;
  for (const Port& port : topology->ports) paces.emplace_back(plan.linkRates[port.link]);
}

LengthIndex Fabric::lengthOf(std::uint32_t flits) const {
  if (flits >= longest) return longestIndex;  // as most are
  return static_cast<LengthIndex>(
      std::lower_bound(lengths.begin(), lengths.begin() + longestIndex, flits) - lengths.begin());
}

void Fabric::refresh(PortId first, PortId last, CycleStamp now) {
  for (PortId id = first; id < last; ++id) {
    bringNearer(inputs[id].busyUntil, now);
    bringNearer(inputs[id].wakeAt, now);
    bringNearer(outputs[id].busyUntil, now);
    bringNearer(outputs[id].linkFree, now);
  }
  runs.refresh(first, last, [now](CycleStamp& stamp) { bringNearer(stamp, now); });
}

}  // namespace hopscope
