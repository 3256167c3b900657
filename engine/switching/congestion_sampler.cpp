// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/congestion_sampler.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/fabric/touch.h"
#include "engine/switching/output_unit.h"

namespace hopscope {

CongestionSampler::CongestionSampler(const Fabric& fabric, const Part& part,
                                     const CongestionPoints& points,
                                     std::vector<std::uint16_t> channels, std::uint64_t seed)
    : fabric_(fabric),
      points_(points),
      firstPort_(fabric.topology->firstPort[part.firstRouter]),
      channels_(std::move(channels)) {
  const PortId last = fabric.topology->firstPort[part.lastRouter];
  for (PortId id = firstPort_; id < last; ++id)
    queues_.push_back({points.every, kNoRing, 0, 0, Rng(seed, id, RandomPurpose::congestion)});
  found_.reserve(queues_.size());
  taken_.reserve(queues_.size());
  if (points.place == CongestionPoints::Place::inputs) return;
  std::uint32_t most = 1;
  for (const SwitchTimes& times : fabric.times) most = std::max(most, times.queueRoom);
  membersEach_ = most / fabric.lengths[0] + 1;
  std::uint32_t rings = 0;
  for (PortId id = firstPort_; id < last; ++id)
    if (fabric.outputs[id].downstream != kNone)
      queues_[id - firstPort_].ring = membersEach_ * rings++;
  members_.resize(std::size_t{membersEach_} * rings);
}

void CongestionSampler::touch() const {
  hopscope::touch(queues_);
  for (const Queue& queue : queues_)
    if (queue.ring != kNoRing) prefetch(members_[queue.ring + queue.last]);
}

bool CongestionSampler::due(Queue& queue) const {
  if (--queue.left > 0) return false;
  queue.left = points_.every;
  return true;
}

int CongestionSampler::look(Queue& queue, std::uint32_t flits, std::uint32_t room) const {
  const int feedback = points_.feedback(flits, queue.before, room);
  queue.before = flits;
  return feedback >= 0 && queue.rng.unit() < points_.chance ? feedback : -1;
}

void CongestionSampler::entered(PortId input, const PacketPool& queued) {
  if (points_.place != CongestionPoints::Place::inputs) return;
  const InputPort& in = fabric_.inputs[input];
  if (in.upstream == kNone) return;
  Queue& queue = queues_[input - firstPort_];
  if (!due(queue)) return;
  const unsigned channels = channels_[input - firstPort_];
  std::uint32_t flits = 0, packets = 0;
  const auto forEach = [&](const auto& visit) {
    for (unsigned rest = channels; rest != 0; rest &= rest - 1) {
      const InputVc& vc =
          fabric_.inputVcs[in.firstVc + static_cast<unsigned>(std::countr_zero(rest))];
      for (PacketIndex p = vc.head; p != kNone; p = queued[p].next) visit(queued[p].packet);
    }
  };
  forEach([&](const Packet& packet) {
    flits += fabric_.flits(packet.length);
    ++packets;
  });
  const int feedback = look(queue, flits, fabric_.inputRoom[in.firstVc]);
  if (feedback < 0 || packets == 0) return;
  std::uint32_t victim = queue.rng.below(packets);
  forEach([&](const Packet& packet) {
    if (victim-- == 0)
      found_.push_back({input, static_cast<std::uint32_t>(feedback), packet.source,
                        packet.destination, packet.detail});
  });
}

void CongestionSampler::granted(CycleStamp now, PortId output, TerminalId source,
                                LengthIndex length) {
  if (points_.place != CongestionPoints::Place::outputs) return;
  Queue& queue = queues_[output - firstPort_];
  if (queue.ring == kNoRing) return;
  Member* const ring = &members_[queue.ring];
  std::uint32_t& last = queue.last;
  last = last + 1 == membersEach_ ? 0 : last + 1;
  ring[last].source = source & Packet::kLastSource;
  ring[last].length = length;
  if (!due(queue)) return;
  const std::uint32_t flits = queuedFlits(fabric_, output, now);
  const int feedback = look(queue, flits, fabric_.times[fabric_.inputs[output].settings].queueRoom);
  if (feedback < 0) return;
  // Members leave in the order in which they came: the latest are in the queue.
  const auto at = [&](std::uint32_t back) -> const Member& {
    return ring[(last + membersEach_ - back) % membersEach_];
  };
  std::uint32_t members = 0;
  for (std::uint32_t held = 0; members < membersEach_ && held < flits; ++members)
    held += fabric_.flits(at(members).length);
  found_.push_back({output, static_cast<std::uint32_t>(feedback),
                    at(queue.rng.below(members)).source, kNone, 0});
}

const std::vector<CongestedQueue>& CongestionSampler::take() {
  std::sort(found_.begin(), found_.end(),
            [](const CongestedQueue& a, const CongestedQueue& b) { return a.port < b.port; });
  taken_.swap(found_);
  found_.clear();
  return taken_;
}

}  // namespace hopscope
