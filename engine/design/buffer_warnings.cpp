// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/buffer_warnings.h"

#include <algorithm>
#include <optional>
#include <string>

#include "engine/fabric/pause_limits.h"
#include "engine/simulation/credit_loop.h"

namespace hopscope {
namespace {

const char* const kWormholeBuffer = "switch.buffer_flits";
const char* const kInterfaceBuffer = "switch.nic_flits";

/// The worst of all buffers of one sort: room in flits against the cycles it has to cover.
struct Shortage {
  Cycle room = 0, used = 0, needed = 0;
  Cycle cycles = 0;  ///< in which as many flits come as are needed
  Cycle least = 0;   ///< flits of each part of the buffer that would do for all

  void consider(Cycle otherRoom, Cycle otherCycles, LinkRate rate = {}) {
    consider({.cycles = otherCycles, .room = otherRoom, .parts = 1}, rate);
  }
  /// `rate`: of the channel before it.
  void consider(const CreditLoop& loop, LinkRate rate) {
    const Cycle flits = (loop.cycles * rate.flits + rate.cycles - 1) / rate.cycles;
    if (loop.used() >= flits) return;
    const Cycle together = loop.parts * loop.together;
    least = std::max(least, (flits + together - 1) / together * loop.together);
    if (needed != 0 && loop.used() * needed >= used * flits) return;
    room = loop.parts * loop.room;
    used = loop.used();
    needed = flits;
    cycles = loop.cycles;
  }
  double share() const { return 100.0 * static_cast<double>(used) / static_cast<double>(needed); }
};

/// Cycles that the longest packet waits at most from a channel on until the next one takes it.
Cycle mostGathered(const Setup& setup, ChannelId channel) {
  const Topology& t = *setup.topology;
  const RouterId router = t.to(channel).node;
  Cycle most = 0;
  for (PortIndex p = 0; p < t.radix(router); ++p)
    most = std::max(most, gathers(setup, channel, t.port(router, p).out, setup.packetFlits));
  return most;
}

/// Whose buffers are looked at: those that a setting changes, or those that overrides do.
enum class Buffers { usual, overridden };

/// Of channels of a kind, between routers of switches that take packets as a whole.
Shortage roundTrips(const Setup& setup, LinkKind kind, Buffers buffers) {
  const Topology& t = *setup.topology;
  const CreditLoops loops(setup);
  Shortage worst;
  for (ChannelId c = 0; c < t.channelCount(); ++c) {
    if (t.kindOf(c / 2) != kind) continue;
    std::optional<CreditLoop> loop = loops.of(c);
    if (!loop || loop->overridden != (buffers == Buffers::overridden)) continue;
    loop->cycles += mostGathered(setup, c);
    worst.consider(*loop, rateOf(setup.linkRates, c / 2));
  }
  return worst;
}

/// Of all channels of wormhole switches.
Shortage roundTrips(const Setup& setup, Buffers buffers) {
  const CreditLoops loops(setup);
  Shortage worst;
  for (ChannelId c = 0; c < setup.topology->channelCount(); ++c) {
    const std::optional<CreditLoop> loop = loops.of(c);
    if (loop && loop->overridden == (buffers == Buffers::overridden))
      worst.consider(*loop, rateOf(setup.linkRates, c / 2));
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

/// Where what sets these buffers stands.
std::string placeOf(Buffers buffers, const std::string& path) {
  return buffers == Buffers::usual ? path : "overrides";
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

/// From when a packet is there until its head has come along the terminal's channel. What is to be
/// set is twice what fills the channel, or holds two packets: with less, packets that come in
/// bursts find no room.
Shortage sourceQueues(const Setup& setup, const VctSwitches& switches) {
  const Topology& t = *setup.topology;
  const Cycle packet = setup.packetFlits;
  Shortage worst;
  for (const TerminalPlace& place : t.terminals) {
    const Cycle room = switches.of(place.router).injectionBuffer;
    worst.consider(setup.packetSizes.empty() ? room / packet * packet : room,
                   setup.linkLatency[place.link], rateOf(setup.linkRates, place.link));
  }
  worst.least = 2 * std::max((worst.least + packet - 1) / packet * packet, leastQueue(setup));
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
         sentence("Set it to {} flits or more.", worst.least)});
  else if (holdsOnePacket(setup, switches, highestLoad))
    issues.push_back(
        {Severity::warning, kInjectionBuffer,
         sentence("An injection buffer has room for one packet: others that its terminal has "
                  "meanwhile are refused, long before its channel is full."),
         sentence("Set it to {} flits or more.", worst.least)});
}

/// `words`: whose buffers they are, "local".
void warnAboutRoundTrip(const Setup& setup, LinkKind kind, const std::string& name,
                        const Sentence& words, Issues& issues) {
  for (const Buffers buffers : {Buffers::usual, Buffers::overridden}) {
    const Shortage worst = roundTrips(setup, kind, buffers);
    if (worst.needed == 0) continue;
    issues.push_back(
        {Severity::warning, placeOf(buffers, "switch.buffers." + name),
         sentence("The {} buffers of a port hold {} flits, but a credit takes {} cycles to come "
                  "back: such a channel is busy {:.0f} % of the time at most.",
                  words, worst.room, worst.cycles, worst.share()),
         setup.virtualChannels.of(kind) > 1
             ? sentence("Set it to {} flits or more per virtual channel.", worst.least)
             : sentence("Set it to {} flits or more.", worst.least)});
  }
}

void warnAboutWormhole(const Setup& setup, Issues& issues) {
  for (const Buffers buffers : {Buffers::usual, Buffers::overridden}) {
    const Shortage worst = roundTrips(setup, buffers);
    if (worst.needed == 0) continue;
    issues.push_back(
        {Severity::warning, placeOf(buffers, kWormholeBuffer),
         sentence("The buffers of a port hold {} flits, but a credit takes {} cycles to come back: "
                  "such a channel is busy {:.0f} % of the time at most.",
                  worst.room, worst.cycles, worst.share()),
         sentence("Set it to {} flits or more per virtual channel.", worst.least)});
  }
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
  if (std::holds_alternative<WormholeSwitches>(setup.switches)) warnAboutWormhole(setup, issues);
  const auto* switches = std::get_if<VctSwitches>(&setup.switches);
  if (switches == nullptr) return;
  warnAboutSourceQueues(setup, *switches, highestLoad, issues);
  warnAboutRoundTrip(setup, LinkKind::local, "local", sentence("local"), issues);
  warnAboutRoundTrip(setup, LinkKind::global, "global", sentence("global"), issues);
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
  if (std::holds_alternative<WormholeSwitches>(setup.switches))
    if (const Shortage worst = roundTrips(setup, Buffers::usual); worst.needed > 0)
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
    const Shortage worst = roundTrips(setup, kind, Buffers::usual);
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
