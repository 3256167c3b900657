// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/buffer_warnings.h"

#include <algorithm>
#include <string>

#include "engine/fabric/pause_limits.h"

namespace hopscope {
namespace {

/// The worst of all buffers of one sort: room in flits against the cycles it has to cover.
struct Shortage {
  Cycle room = 0, needed = 0;

  void consider(Cycle otherRoom, Cycle otherNeeded) {
    if (otherRoom >= otherNeeded) return;
    if (needed == 0 || otherRoom * needed < room * otherNeeded) *this = {otherRoom, otherNeeded};
  }
  double share() const { return 100.0 * static_cast<double>(room) / static_cast<double>(needed); }
};

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
    worst.consider(vcs * receiver.inputBuffer(kind), sender.latency + 2 * setup.linkLatency[c / 2]);
  }
  return worst;
}

/// Per virtual channel.
Cycle leastInputBuffer(const Setup& setup, LinkKind kind, const Shortage& worst) {
  const Cycle vcs = setup.virtualChannels.of(kind);
  return (worst.needed + vcs - 1) / vcs;
}

Shortage outputQueues(const VctSwitches& switches) {
  Shortage queue;
  for (const SwitchSettings& s : switches.kinds)
    if (s.outputBuffer > 0) queue.consider(s.outputBuffer, s.latency);
  return queue;
}

void warnAboutRoundTrip(const Setup& setup, const VctSwitches& switches, LinkKind kind,
                        const std::string& name, const Sentence& words, Issues& issues) {
  const Shortage worst = roundTrips(setup, switches, kind);
  if (worst.needed == 0) return;
  const Cycle least = leastInputBuffer(setup, kind, worst);
  issues.push_back(
      {Severity::warning, "switch.buffers." + name,
       sentence("The {} buffers of a port hold {} flits, but a credit takes {} cycles to come "
                "back: such a channel is busy {:.0f} % of the time at most.",
                words, worst.room, worst.needed, worst.share()),
       setup.virtualChannels.of(kind) > 1
           ? sentence("Set it to {} flits or more per virtual channel.", least)
           : sentence("Set it to {} flits or more.", least)});
}

}  // namespace

void warnAboutBuffers(const Setup& setup, Issues& issues) {
  const auto* switches = std::get_if<VctSwitches>(&setup.switches);
  if (switches == nullptr) return;
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
         sentence("Set it to {} flits or more.", queue.needed)});
}

std::vector<ShortBuffer> shortBuffers(const Setup& setup) {
  std::vector<ShortBuffer> all;
  const auto* switches = std::get_if<VctSwitches>(&setup.switches);
  if (switches == nullptr) return all;
  const auto input = [&](LinkKind kind, const char* path) {
    const Shortage worst = roundTrips(setup, *switches, kind);
    if (worst.needed > 0) all.push_back({path, leastInputBuffer(setup, kind, worst)});
  };
  input(LinkKind::local, "switch.buffers.local");
  input(LinkKind::global, "switch.buffers.global");
  if (const Shortage queue = outputQueues(*switches); queue.needed > 0)
    all.push_back({"switch.buffers.output", queue.needed});
  return all;
}

}  // namespace hopscope
