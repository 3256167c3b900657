// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/pause_headroom.h"

#include <optional>
#include <string>

#include "engine/fabric/pause_limits.h"
#include "engine/topology/part_words.h"

namespace hopscope {
namespace {

constexpr const char* kOverrides = "overrides";

/// What a channel asks of the buffer behind it, in flits, and what that has.
struct Headroom {
  PausedChannel channel;
  std::uint32_t kept = 0;  ///< free at XOFF
  std::uint32_t more = 0;  ///< until XON
  std::uint32_t room = 0;
  RouterId router = kNone;  ///< that has the buffer
  /// What overrides set for it, which no setting changes: XOFF, the buffer, and for the router
  /// before the channel its output queues.
  bool ownXoff = false, ownRoom = false, ownQueue = false;

  std::uint32_t missing() const {
    const std::uint32_t least = leastHeadroom(channel);
    return kept < least ? least - kept : 0;
  }
  std::uint32_t excess() const { return kept + more > room ? kept + more - room : 0; }
  /// Whether so much less can come from an output queue that holds a packet at least.
  bool smallerQueueSaves(std::uint32_t flits) const {
    return !ownQueue && channel.queueRoom >= channel.longest + flits;
  }
};

Headroom at(const Setup& setup, const VctSwitches& switches, ChannelId channel) {
  const Topology& t = *setup.topology;
  const LinkKind kind = t.kindOf(channel / 2);
  const SwitchSettings &usual = switches.kinds.front(), &sender = switches.of(t.from(channel).node);
  Headroom headroom;
  headroom.router = t.to(channel).node;
  const SwitchSettings& receiver = switches.of(headroom.router);
  headroom.channel = {static_cast<std::uint32_t>(setup.linkLatency[channel / 2]),
                      sender.outputRoom(setup.packetFlits), setup.packetFlits};
  headroom.kept = receiver.pauses.kept(headroom.channel);
  headroom.more = receiver.pauses.more(headroom.channel);
  headroom.room = receiver.inputBuffer(kind);
  headroom.ownXoff = receiver.pauses.xoffFree != usual.pauses.xoffFree;
  headroom.ownRoom = headroom.room != usual.inputBuffer(kind);
  headroom.ownQueue = sender.outputBuffer != usual.outputBuffer;
  return headroom;
}

/// The worst channel of one kind of link by `shortage`, which is 0 of those that don't count;
/// nothing where none is short.
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

/// A kind of buffer: "local", and "local buffer of router 1" where it has one of its own.
Sentence bufferInWords(const Setup& setup, const Headroom& of, const Sentence& kind, bool own) {
  return own ? sentence("{} buffer of {}", kind, routerInWords(*setup.topology, of.router))
             : sentence("{} buffer", kind);
}

void refuseLoss(const Setup& setup, const Headroom& worst, const Sentence& kind,
                const SettingsReader& reader) {
  const Sentence text = sentence(
      "XOFF without headroom: a {} has its sender stop with {} flits free, but up to {} may still "
      "come, {} of them from the output queue before the channel.",
      bufferInWords(setup, worst, kind, worst.ownXoff), worst.kept, leastHeadroom(worst.channel),
      worst.channel.queueRoom);
  if (worst.ownXoff)
    return reader.refuse(kOverrides, text,
                         sentence("Have them set switch.pause.xoff to 0 or to {} or more there.",
                                  leastHeadroom(worst.channel)));
  reader.refuse(
      "switch.pause.xoff", text,
      worst.smallerQueueSaves(worst.missing())
          ? sentence("Set switch.pause.xoff to 0 or to {} or more, or make switch.buffers.output "
                     "smaller.",
                     leastHeadroom(worst.channel))
          : sentence("Set switch.pause.xoff to 0 or to {} or more.", leastHeadroom(worst.channel)));
}

void refuseSize(const Setup& setup, const Headroom& worst, const std::string& name,
                const Sentence& kind, const SettingsReader& reader) {
  const Sentence text = sentence(
      "A {} of {} flits can't keep {} free for what still comes after XOFF, and {} more until XON.",
      bufferInWords(setup, worst, kind, worst.ownRoom), worst.room, worst.kept, worst.more);
  const std::string path = "switch.buffers." + name;
  const std::uint32_t least = worst.kept + worst.more;
  if (worst.ownRoom)
    return reader.refuse(kOverrides, text,
                         sentence("Have them set {} to {} flits or more there.", path, least));
  reader.refuse(
      path, text,
      worst.smallerQueueSaves(worst.excess())
          ? sentence("Set it to {} flits or more, or make switch.buffers.output smaller: what the "
                     "output queue before a channel holds still comes after XOFF.",
                     least)
          : sentence("Set it to {} flits or more.", least));
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
  bool loses = false;
  for (const bool own : {false, true}) {
    // XOFF is one setting for all kinds of link: what is told to do about it is enough for each.
    const Kind* neediest = nullptr;
    std::optional<Headroom> lossy;
    for (const Kind& each : kinds) {
      const auto found = worst(setup, *switches, each.kind, [own](const Headroom& h) {
        return h.ownXoff == own ? h.missing() : 0;
      });
      if (!found || (lossy && found->missing() <= lossy->missing())) continue;
      lossy = found;
      neediest = &each;
    }
    if (lossy) refuseLoss(setup, *lossy, neediest->words, reader);
    loses = loses || lossy;
  }
  if (loses) return;
  for (const Kind& each : kinds)
    for (const bool own : {false, true})
      if (const auto small = worst(setup, *switches, each.kind, [own](const Headroom& h) {
            return h.ownRoom == own ? h.excess() : 0;
          }))
        refuseSize(setup, *small, each.name, each.words, reader);
}

}  // namespace hopscope
