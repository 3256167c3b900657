// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/pause_headroom.h"

#include <optional>
#include <string>

#include "engine/fabric/pause_limits.h"

namespace hopscope {
namespace {

/// What a channel asks of the buffer behind it, in flits, and what that has.
struct Headroom {
  PausedChannel channel;
  std::uint32_t kept = 0;  ///< free at XOFF
  std::uint32_t more = 0;  ///< until XON
  std::uint32_t room = 0;

  std::uint32_t missing() const {
    const std::uint32_t least = leastHeadroom(channel);
    return kept < least ? least - kept : 0;
  }
  std::uint32_t excess() const { return kept + more > room ? kept + more - room : 0; }
  /// Whether so much less can come from an output queue that holds a packet at least.
  bool smallerQueueSaves(std::uint32_t flits) const {
    return channel.queueRoom >= channel.longest + flits;
  }
};

Headroom at(const Setup& setup, const VctSwitches& switches, ChannelId channel) {
  const Topology& t = *setup.topology;
  const SwitchSettings& receiver = switches.of(t.to(channel).node);
  Headroom headroom;
  headroom.channel = {static_cast<std::uint32_t>(setup.linkLatency[channel / 2]),
                      switches.of(t.from(channel).node).outputRoom(setup.packetFlits),
                      setup.packetFlits};
  headroom.kept = receiver.pauses.kept(headroom.channel);
  headroom.more = receiver.pauses.more(headroom.channel);
  headroom.room = receiver.inputBuffer(t.kindOf(channel / 2));
  return headroom;
}

/// The worst channel of one kind of link by `shortage`; nothing where none is short.
template <typename Shortage>
std::optional<Headroom> worst(const Setup& setup, const VctSwitches& switches, LinkKind kind,
                              const Shortage& shortage) {
  const Topology& t = *setup.topology;
  std::optional<Headroom> found;
  for (ChannelId c = 0; c < t.channelCount(); ++c) {
    if (t.kindOf(c / 2) != kind) continue;
    const Headroom each = at(setup, switches, c);
    if (shortage(each) > (found ? shortage(*found) : 0)) found = each;
  }
  return found;
}

void refuseLoss(const Headroom& worst, const Sentence& kind, const SettingsReader& reader) {
  reader.refuse(
      "switch.pause.xoff",
      sentence("XOFF without headroom: a {} buffer has its sender stop with {} flits free, but up "
               "to {} may still come, {} of them from the output queue before the channel.",
               kind, worst.kept, leastHeadroom(worst.channel), worst.channel.queueRoom),
      worst.smallerQueueSaves(worst.missing())
          ? sentence("Set switch.pause.xoff to 0 or to {} or more, or make switch.buffers.output "
                     "smaller.",
                     leastHeadroom(worst.channel))
          : sentence("Set switch.pause.xoff to 0 or to {} or more.", leastHeadroom(worst.channel)));
}

void refuseSize(const Headroom& worst, const std::string& name, const Sentence& kind,
                const SettingsReader& reader) {
  reader.refuse(
      "switch.buffers." + name,
      sentence("A {} buffer of {} flits can't keep {} free for what still comes after XOFF, and {} "
               "more until XON.",
               kind, worst.room, worst.kept, worst.more),
      worst.smallerQueueSaves(worst.excess())
          ? sentence("Set it to {} flits or more, or make switch.buffers.output smaller: what the "
                     "output queue before a channel holds still comes after XOFF.",
                     worst.kept + worst.more)
          : sentence("Set it to {} flits or more.", worst.kept + worst.more));
}

}  // namespace

void checkPauses(const Setup& setup, const SettingsReader& reader) {
  const auto* switches = std::get_if<VctSwitches>(&setup.switches);
  if (switches == nullptr || switches->kinds.front().flowControl != FlowControl::pause) return;
  struct Kind {
    LinkKind kind;
    const char* name;
    Sentence words;
  };
  const Kind kinds[] = {Kind{LinkKind::local, "local", sentence("local")},
                        Kind{LinkKind::global, "global", sentence("global")}};
  // XOFF is one setting for all kinds of link: what is told to do about it is enough for each.
  const Kind* neediest = nullptr;
  std::optional<Headroom> lossy;
  for (const Kind& each : kinds) {
    const auto found =
        worst(setup, *switches, each.kind, [](const Headroom& h) { return h.missing(); });
    if (!found || (lossy && found->missing() <= lossy->missing())) continue;
    lossy = found;
    neediest = &each;
  }
  if (lossy) return refuseLoss(*lossy, neediest->words, reader);
  for (const Kind& each : kinds)
    if (const auto small =
            worst(setup, *switches, each.kind, [](const Headroom& h) { return h.excess(); }))
      refuseSize(*small, each.name, each.words, reader);
}

}  // namespace hopscope
