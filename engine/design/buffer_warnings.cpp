// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/buffer_warnings.h"

#include <algorithm>
#include <string>

#include "engine/fabric/pause_limits.h"

namespace hopscope {
namespace {

const char* const kWormholeBuffer = "switch.buffer_flits";
const char* const kInterfaceBuffer = "switch.nic_flits";

/// The worst of all buffers of one sort: room in flits against the cycles it has to cover.
struct Shortage {
  Cycle room = 0, needed = 0;
  Cycle cycles = 0;  ///< in which as many flits come as are needed
  Cycle least = 0;   ///< flits of each part of the buffer that would do for all

  /// `parts`: virtual channels that share the room; `rate`: of the channel before it.
  void consider(Cycle otherRoom, Cycle otherCycles, Cycle parts = 1, LinkRate rate = {}) {
    const Cycle otherNeeded = (otherCycles * rate.flits + rate.cycles - 1) / rate.cycles;
    if (otherRoom >= otherNeeded) return;
    least = std::max(least, (otherNeeded + parts - 1) / parts);
    if (needed != 0 && otherRoom * needed >= room * otherNeeded) return;
    room = otherRoom;
    needed = otherNeeded;
    cycles = otherCycles;
  }
  double share() const { return 100.0 * static_cast<double>(room) / static_cast<double>(needed); }
};

/// Cycles that the longest packet waits at most from a slow channel on, until the next one, which
/// is faster, takes it.
Cycle gathers(const Setup& setup, ChannelId channel) {
  const LinkRate in = rateOf(setup.linkRates, channel / 2);
  Cycle most = 0;
  if (in.full()) return most;
  const Topology& t = *setup.topology;
  const RouterId router = t.to(channel).node;
  for (PortIndex p = 0; p < t.radix(router); ++p) {
    const LinkRate out = rateOf(setup.linkRates, t.port(router, p).link);
    if (in < out) most = std::max(most, in.span(setup.packetFlits) - out.span(setup.packetFlits));
  }
  return most;
}

/// From a grant to the return of its credit: through the switch, along the channel, and back. None
/// where there are no credits.
Shortage roundTrips(const Setup& setup, const VctSwitches& switches, LinkKind kind) {
  if (switches.kinds.front().flowControl == FlowControl::pause) return {};
  const Topology& t = *setup.topology;
  const Cycle vcs = setup.virtualChannels.of(kind);
  Shortage worst;
  for (ChannelId c = 0; c < t.channelCount(); ++c) {
    if (t.kindOf(c / 2) != kind) continue;
    const SwitchSettings& sender = switches.of(t.from(c).node);
    const SwitchSettings& receiver = switches.of(t.to(c).node);
    worst.consider(vcs * receiver.inputBuffer(kind),
                   sender.latency + 2 * setup.linkLatency[c / 2] + gathers(setup, c), vcs,
                   rateOf(setup.linkRates, c / 2));
  }
  return worst;
}

/// Likewise, of the flits of one packet, from the grant of the switch on.
Shortage roundTrips(const Setup& setup, const WormholeSwitches& switches) {
  const WormholeDelays& delays = switches.settings.delays;
  // Beside both ways along the channel: the stages, and a cycle to take the credit in.
  const Cycle beside = delays.switchAllocation + delays.traversal + delays.credit + 1;
  const Topology& t = *setup.topology;
  Shortage worst;
  for (ChannelId c = 0; c < t.channelCount(); ++c) {
    if (t.to(c).isTerminal) continue;
    const RouterId receiver = t.to(c).node;
    const Cycle flits = switches.bufferFlits.empty() ? switches.settings.bufferFlits
                                                     : switches.bufferFlits[receiver];
    const Cycle vcs = setup.virtualChannels.of(t.kindOf(c / 2));
    worst.consider(vcs * flits, 2 * setup.linkLatency[c / 2] + beside, vcs,
                   rateOf(setup.linkRates, c / 2));
  }
  return worst;
}

/// Of best effort: a packet is granted a channel where all of it has room. A flit is a slot on its
/// way, and its room as long on the way back; meanwhile the whole packet behind it needs some.
Shortage roundTrips(const Setup& setup, const SlottedSwitches& switches) {
  Shortage worst;
  if (switches.settings.bestEffort != BestEffortTime::none &&
      (switches.wanted || !switches.classes.empty()))
    worst.consider(switches.settings.bufferFlits,
                   2 * switches.settings.slotLength - 1 + setup.packetFlits);
  return worst;
}

/// Of an interface that spreads its packets over the circuits to all others.
Shortage relayedPackets(const Setup& setup, const HybridSwitches& switches) {
  Shortage worst;
  if (switches.settings.relay == CircuitRelay::valiant)
    worst.consider(switches.settings.nicFlits,
                   kPacketsForRelay * setup.packetFlits * (setup.topology->terminalCount() - 1));
  return worst;
}

Shortage outputQueues(const VctSwitches& switches) {
  Shortage queue;
  for (const SwitchSettings& s : switches.kinds)
    if (s.outputBuffer > 0) queue.consider(s.outputBuffer, s.latency);
  return queue;
}

/// Flits that the next packet finds room beside.
Cycle leastQueue(const Setup& setup) {
  return Cycle{2} * setup.packetFlits;
}

/// From when a packet is there until its head has come along the terminal's channel. The least that
/// would do is room for two packets, or more.
Shortage sourceQueues(const Setup& setup, const VctSwitches& switches) {
  const Topology& t = *setup.topology;
  const Cycle packet = setup.packetFlits;
  Shortage worst;
  for (const TerminalPlace& place : t.terminals) {
    const Cycle room = switches.of(place.router).injectionBuffer;
    worst.consider(setup.packetSizes.empty() ? room / packet * packet : room,
                   setup.linkLatency[place.link], 1, rateOf(setup.linkRates, place.link));
  }
  worst.least = std::max((worst.least + packet - 1) / packet * packet, leastQueue(setup));
  return worst;
}

/// Room for one packet alone: what comes while it goes finds none. Programs wait.
bool holdsOnePacket(const Setup& setup, const VctSwitches& switches, double highestLoad) {
  return highestLoad > 0 &&
         std::any_of(switches.kinds.begin(), switches.kinds.end(), [&](const SwitchSettings& s) {
           return Cycle{s.injectionBuffer} < leastQueue(setup);
         });
}

void warnAboutSourceQueues(const Setup& setup, const VctSwitches& switches, double highestLoad,
                           Issues& issues) {
  const Shortage worst = sourceQueues(setup, switches);
  if (worst.needed > 0)
    issues.push_back(
        {Severity::warning, kInjectionBuffer,
         sentence("An injection buffer holds {} flits, but a packet takes its place there for {} "
                  "cycles, the latency of the terminal's channel: that channel is busy {:.0f} % of "
                  "the time at most.",
                  worst.room, worst.cycles, worst.share()),
         sentence("Set it to {} flits or more; with {} packets that come in bursts find room, too.",
                  worst.least, kRoomForBursts * worst.least)});
  else if (holdsOnePacket(setup, switches, highestLoad))
    issues.push_back(
        {Severity::warning, kInjectionBuffer,
         sentence("An injection buffer has room for one packet: others that its terminal has "
                  "meanwhile are refused, long before its channel is full."),
         sentence("Set it to {} flits or more.", worst.least)});
}

void warnAboutRoundTrip(const Setup& setup, const VctSwitches& switches, LinkKind kind,
                        const std::string& name, const Sentence& words, Issues& issues) {
  const Shortage worst = roundTrips(setup, switches, kind);
  if (worst.needed == 0) return;
  issues.push_back(
      {Severity::warning, "switch.buffers." + name,
       sentence("The {} buffers of a port hold {} flits, but a credit takes {} cycles to come "
                "back: such a channel is busy {:.0f} % of the time at most.",
                words, worst.room, worst.cycles, worst.share()),
       setup.virtualChannels.of(kind) > 1
           ? sentence("Set it to {} flits or more per virtual channel.", worst.least)
           : sentence("Set it to {} flits or more.", worst.least)});
}

void warnAboutWormhole(const Setup& setup, const WormholeSwitches& switches, Issues& issues) {
  const Shortage worst = roundTrips(setup, switches);
  if (worst.needed == 0) return;
  issues.push_back(
      {Severity::warning, kWormholeBuffer,
       sentence("The buffers of a port hold {} flits, but a credit takes {} cycles to come back: "
                "such a channel is busy {:.0f} % of the time at most.",
                worst.room, worst.cycles, worst.share()),
       sentence("Set it to {} flits or more per virtual channel.", worst.least)});
}

void warnAboutBestEffort(const Setup& setup, const SlottedSwitches& switches, Issues& issues) {
  const Shortage worst = roundTrips(setup, switches);
  if (worst.needed == 0) return;
  issues.push_back(
      {Severity::warning, kWormholeBuffer,
       sentence("A buffer of best effort holds {} flits, but {} are under way, with room for the "
                "next packet, until the first has room again: such a channel is busy {:.0f} % of "
                "the time at most.",
                worst.room, worst.needed, worst.share()),
       sentence("Set it to {} flits or more.", worst.least)});
}

void warnAboutRelays(const Setup& setup, const HybridSwitches& switches, Issues& issues) {
  const Shortage worst = relayedPackets(setup, switches);
  if (worst.needed == 0) return;
  issues.push_back(
      {Severity::warning, kInterfaceBuffer,
       sentence("An interface holds {} packets of {} flits, and has circuits to {} others, over "
                "any of which they go: under much load some of them turn in vain.",
                std::max<Cycle>(1, worst.room / setup.packetFlits), setup.packetFlits,
                setup.topology->terminalCount() - 1),
       sentence("Set it to {} flits or more.", worst.least)});
}

}  // namespace

void warnAboutBuffers(const Setup& setup, double highestLoad, Issues& issues) {
  if (const auto* slotted = std::get_if<SlottedSwitches>(&setup.switches))
    warnAboutBestEffort(setup, *slotted, issues);
  if (const auto* hybrid = std::get_if<HybridSwitches>(&setup.switches))
    warnAboutRelays(setup, *hybrid, issues);
  if (const auto* wormhole = std::get_if<WormholeSwitches>(&setup.switches))
    warnAboutWormhole(setup, *wormhole, issues);
  const auto* switches = std::get_if<VctSwitches>(&setup.switches);
  if (switches == nullptr) return;
  warnAboutSourceQueues(setup, *switches, highestLoad, issues);
  warnAboutRoundTrip(setup, *switches, LinkKind::local, "local", sentence("local"), issues);
  warnAboutRoundTrip(setup, *switches, LinkKind::global, "global", sentence("global"), issues);
  const Shortage queue = outputQueues(*switches);
  if (queue.needed > 0)
    issues.push_back(
        {Severity::warning, "switch.buffers.output",
         sentence("An output buffer holds {} flits, but a packet takes its place there for {} "
                  "cycles, the latency of the switch: an output is busy {:.0f} % of the time at "
                  "most.",
                  queue.room, queue.needed, queue.share()),
         sentence("Set it to {} flits or more.", queue.least)});
}

namespace {

double highestOfPhases(const Setup& setup) {
  double highest = setup.load;
  for (const TrafficPhase& phase : setup.phases) highest = std::max(highest, phase.load);
  return highest;
}

}  // namespace

std::vector<ShortBuffer> shortBuffers(const Setup& setup) {
  std::vector<ShortBuffer> all;
  if (const auto* wormhole = std::get_if<WormholeSwitches>(&setup.switches))
    if (const Shortage worst = roundTrips(setup, *wormhole); worst.needed > 0)
      all.push_back({kWormholeBuffer, worst.least});
  if (const auto* slotted = std::get_if<SlottedSwitches>(&setup.switches))
    if (const Shortage worst = roundTrips(setup, *slotted); worst.needed > 0)
      all.push_back({kWormholeBuffer, worst.least});
  if (const auto* hybrid = std::get_if<HybridSwitches>(&setup.switches))
    if (const Shortage worst = relayedPackets(setup, *hybrid); worst.needed > 0)
      all.push_back({kInterfaceBuffer, worst.least});
  const auto* switches = std::get_if<VctSwitches>(&setup.switches);
  if (switches == nullptr) return all;
  const auto input = [&](LinkKind kind, const char* path) {
    const Shortage worst = roundTrips(setup, *switches, kind);
    if (worst.needed > 0) all.push_back({path, worst.least});
  };
  const Shortage sources = sourceQueues(setup, *switches);
  if (sources.needed > 0 || holdsOnePacket(setup, *switches, highestOfPhases(setup)))
    all.push_back({kInjectionBuffer, sources.least});
  input(LinkKind::local, "switch.buffers.local");
  input(LinkKind::global, "switch.buffers.global");
  if (const Shortage queue = outputQueues(*switches); queue.needed > 0)
    all.push_back({"switch.buffers.output", queue.least});
  return all;
}

}  // namespace hopscope
