// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/vct_audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace hopscope {

std::vector<std::string> creditViolations(const Fabric& fabric, const VctParts& parts,
                                          const Partition& partition, Cycle next) {
  std::vector<std::string> found;
  // An output has as many virtual channels as the input beside it, so they share a numbering.
  std::vector<std::uint64_t> accounted(fabric.inputVcs.size(), 0);
  const auto owner = [&](PortId input, VcIndex vc) {
    return fabric.inputs[fabric.inputs[input].upstream].firstVc + vc;
  };
  for (const auto& part : parts) {
    const Calendar& calendar = part->calendar();
    calendar.arrivals.forEach(next, [&](Cycle, const Arrival& a) {
      if (fabric.inputs[a.input].upstream != kNone)
        accounted[owner(a.input, a.packet.vc)] += fabric.flits(a.packet.length);
    });
    calendar.credits.forEach(next, [&](Cycle, Credit c) {
      accounted[fabric.inputs[c.output()].firstVc + c.vc()] += fabric.flits(c.length());
    });
  }
  for (PortId id = 0; id < fabric.inputs.size(); ++id) {
    const InputPort& in = fabric.inputs[id];
    const Calendar& calendar = parts[partition.partOf[in.router]]->calendar();
    for (VcIndex v = 0; v < in.vcs; ++v) {
      const InputVc& queue = fabric.inputVcs[in.firstVc + v];
      std::uint64_t flits = 0;
      std::optional<CycleStamp> last;
      calendar.forEachQueued(fabric, in, v, [&](const QueuedPacket& each) {
        flits += fabric.flits(each.packet.length);
        if (last && static_cast<std::int32_t>(each.arrival - *last) < 0)
          found.push_back(
              fmt::format("Router {}, port {}, VC {}: packets out of order at cycle {}.", in.router,
                          in.index, v, next));
        last = each.arrival;
      });
      if (in.upstream != kNone) {
        accounted[owner(id, v)] += flits;
        if (queue.flits != flits)
          found.push_back(fmt::format("Router {}, port {}, VC {}: counts {} flits, holds {}.",
                                      in.router, in.index, v, queue.flits, flits));
      }
      if (queue.flits > fabric.inputRoom[in.firstVc + v])
        found.push_back(fmt::format("Router {}, port {}, VC {}: {} flits in room for {}.",
                                    in.router, in.index, v, queue.flits,
                                    fabric.inputRoom[in.firstVc + v]));
    }
  }
  for (PortId id = 0; id < fabric.outputs.size(); ++id) {
    const InputPort& in = fabric.inputs[id];
    if (fabric.outputs[id].downstream == kNone) continue;
    std::uint64_t sum = 0;
    for (VcIndex v = 0; v < in.vcs; ++v) sum += accounted[in.firstVc + v];
    if (!fabric.queueSums.empty() && fabric.queueSums[id] != sum)
      found.push_back(
          fmt::format("Router {}, output {}: {} flits summed up, {} are ahead at cycle "
                      "{}.",
                      in.router, in.index, fabric.queueSums[id], sum, next));
    for (VcIndex v = 0; v < in.vcs; ++v)
      if (fabric.flitsAhead(id, v) != accounted[in.firstVc + v])
        found.push_back(fmt::format(
            "Router {}, output {}, VC {}: {} flits counted against the next "
            "buffer, {} accounted for at cycle {}.",
            in.router, in.index, v, fabric.flitsAhead(id, v), accounted[in.firstVc + v], next));
  }
  return found;
}

std::uint64_t packetsPresent(const Fabric& fabric, const VctParts& parts,
                             const Partition& partition, Cycle next) {
  std::uint64_t count = 0;
  for (const auto& part : parts) {
    part->calendar().arrivals.forEach(next, [&](Cycle, const Arrival&) { ++count; });
    part->calendar().deliveries.forEach(next, [&](Cycle, const Packet&) { ++count; });
  }
  for (const InputPort& in : fabric.inputs) {
    const Calendar& calendar = parts[partition.partOf[in.router]]->calendar();
    for (VcIndex v = 0; v < in.vcs; ++v)
      calendar.forEachQueued(fabric, in, v, [&](const QueuedPacket&) { ++count; });
  }
  return count;
}

bool lookupsUnderWay(const Fabric& fabric, Cycle next) {
  return std::any_of(fabric.inputVcs.begin(), fabric.inputVcs.end(), [next](const InputVc& queue) {
    return queue.head != kNone && ahead(queue.ready, stampOf(next)) > 0;
  });
}

}  // namespace hopscope
