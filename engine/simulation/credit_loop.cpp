// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/credit_loop.h"

#include <cstdint>

#include "engine/simulation/packet_lengths.h"

namespace hopscope {
namespace {

bool areAlike(const Setup& setup) {
  return setup.packetSizes.empty() && (!setup.traffic || packetLengths(setup).size() == 1);
}

}  // namespace

CreditLoops::CreditLoops(const Setup& setup)
    : setup_(setup), together_(areAlike(setup) ? setup.packetFlits : 1) {}

CreditLoop CreditLoops::loopOf(const VctSwitches& switches, ChannelId channel) const {
  const Topology& t = *setup_.topology;
  const LinkKind kind = t.kindOf(channel / 2);
  const Cycle room = switches.of(t.to(channel).node).inputBuffer(kind);
  return {.cycles = switches.of(t.from(channel).node).latency + 2 * setup_.linkLatency[channel / 2],
          .room = room,
          .parts = setup_.virtualChannels.of(kind),
          .together = together_,
          .overridden = room != switches.kinds.front().inputBuffer(kind)};
}

/// Of the flits of one packet, from the grant of the switch on.
CreditLoop CreditLoops::loopOf(const WormholeSwitches& switches, ChannelId channel) const {
  const WormholeDelays& delays = switches.settings.delays;
  // Beside both ways along the channel: the stages, and a cycle to take the credit in.
  const Cycle beside = delays.switchAllocation + delays.traversal + delays.credit + 1;
  const Topology& t = *setup_.topology;
  const std::uint32_t usual = switches.settings.bufferFlits;
  const std::uint32_t room =
      switches.bufferFlits.empty() ? usual : switches.bufferFlits[t.to(channel).node];
  return {.cycles = 2 * setup_.linkLatency[channel / 2] + beside,
          .room = room,
          .parts = setup_.virtualChannels.of(t.kindOf(channel / 2)),
          .overridden = room != usual};
}

std::optional<CreditLoop> CreditLoops::of(ChannelId channel) const {
  const Topology& t = *setup_.topology;
  if (t.to(channel).isTerminal) return {};
  if (const auto* wormhole = std::get_if<WormholeSwitches>(&setup_.switches))
    return loopOf(*wormhole, channel);
  const auto* switches = std::get_if<VctSwitches>(&setup_.switches);
  if (switches == nullptr || t.from(channel).isTerminal ||
      switches->kinds.front().flowControl == FlowControl::pause)
    return {};
  return loopOf(*switches, channel);
}

Cycle gathers(const Setup& setup, ChannelId from, ChannelId to, std::uint32_t flits) {
  const LinkRate in = rateOf(setup.linkRates, from / 2), out = rateOf(setup.linkRates, to / 2);
  return in < out ? in.span(flits) - out.span(flits) : 0;
}

}  // namespace hopscope
