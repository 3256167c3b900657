// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/slow_queues.h"

#include <algorithm>
#include <string>

#include "engine/design/buffer_warnings.h"
#include "engine/fabric/fabric.h"

namespace hopscope {
namespace {

/// The queue that takes longest to run empty, of one sort.
struct SlowQueue {
  Cycle span = 0;
  std::uint32_t flits = 0;
  LinkRate rate;

  void consider(std::uint32_t otherFlits, const LinkRate& otherRate, std::uint32_t packetFlits) {
    const Cycle other = queueSpan(otherRate, otherFlits, packetFlits);
    if (other <= span) return;
    *this = {other, otherFlits, otherRate};
  }
};

/// The most flits that do at that rate.
Cycle mostFlits(const LinkRate& rate, std::uint32_t packetFlits) {
  const Cycle all = kLongestQueueSpan * rate.flits / rate.cycles;
  return all - 2 * Cycle{packetFlits};
}

void refuseSpan(const SlowQueue& queue, const std::string& path, const Sentence& what,
                std::uint32_t packetFlits, const SettingsReader& reader) {
  if (queue.span <= kLongestQueueSpan) return;
  const Cycle most = mostFlits(queue.rate, packetFlits);
  reader.refuse(
      path,
      sentence("{} of {} flits takes {} cycles to run empty into a channel of bandwidth {:.4g}; up "
               "to {} are planned ahead.",
               what, queue.flits, queue.span, queue.rate.perCycle(), kLongestQueueSpan),
      most >= Cycle{packetFlits}
          ? sentence("Set it to {} flits or fewer, or give the channel more bandwidth.", most)
          : sentence("Give the channel more bandwidth, or send smaller packets."));
}

}  // namespace

void checkSlowQueues(const Setup& setup, const SettingsReader& reader) {
  const auto* switches = std::get_if<VctSwitches>(&setup.switches);
  if (switches == nullptr || setup.linkRates.empty()) return;
  const Topology& t = *setup.topology;
  SlowQueue sources, outputs;
  for (ChannelId c = 0; c < t.channelCount(); ++c) {
    const LinkRate rate = rateOf(setup.linkRates, static_cast<LinkId>(c / 2));
    if (rate.full()) continue;
    if (t.from(c).isTerminal)
      sources.consider(switches->of(t.to(c).node).injectionBuffer, rate, setup.packetFlits);
    else
      outputs.consider(switches->of(t.from(c).node).outputBuffer, rate, setup.packetFlits);
  }
  refuseSpan(sources, kInjectionBuffer, sentence("A source queue"), setup.packetFlits, reader);
  refuseSpan(outputs, "switch.buffers.output", sentence("An output queue"), setup.packetFlits,
             reader);
}

}  // namespace hopscope
