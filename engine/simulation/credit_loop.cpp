// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/credit_loop.h"

namespace hopscope {
namespace {

CreditLoop loopOf(const Setup& setup, const VctSwitches& switches, ChannelId channel) {
  const Topology& t = *setup.topology;
  const LinkKind kind = t.kindOf(channel / 2);
  return {switches.of(t.from(channel).node).latency + 2 * setup.linkLatency[channel / 2],
          switches.of(t.to(channel).node).inputBuffer(kind), setup.virtualChannels.of(kind)};
}

/// Of the flits of one packet, from the grant of the switch on.
CreditLoop loopOf(const Setup& setup, const WormholeSwitches& switches, ChannelId channel) {
  const WormholeDelays& delays = switches.settings.delays;
  // Beside both ways along the channel: the stages, and a cycle to take the credit in.
  const Cycle beside = delays.switchAllocation + delays.traversal + delays.credit + 1;
  const Topology& t = *setup.topology;
  return {2 * setup.linkLatency[channel / 2] + beside,
          switches.bufferFlits.empty() ? switches.settings.bufferFlits
                                       : switches.bufferFlits[t.to(channel).node],
          setup.virtualChannels.of(t.kindOf(channel / 2))};
}

}  // namespace

std::optional<CreditLoop> creditLoop(const Setup& setup, ChannelId channel) {
  const Topology& t = *setup.topology;
  if (t.to(channel).isTerminal) return {};
  if (const auto* wormhole = std::get_if<WormholeSwitches>(&setup.switches))
    return loopOf(setup, *wormhole, channel);
  const auto* switches = std::get_if<VctSwitches>(&setup.switches);
  if (switches == nullptr || t.from(channel).isTerminal ||
      switches->kinds.front().flowControl == FlowControl::pause)
    return {};
  return loopOf(setup, *switches, channel);
}

}  // namespace hopscope
