// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/slotted_best_effort.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/core/bit_matrix.h"

namespace hopscope::slotted {
namespace {

constexpr std::size_t kSpareStays = 1024;

/// Cycles from when a flit leaves its terminal until it is on its last channel, and one more.
std::size_t cyclesAhead(const PlannedCircuits& planned, Cycle slotLength) {
  std::size_t longest = 1;
  for (const PlannedCircuit& each : planned) longest = std::max(longest, each.path.size());
  return (longest - 1) * static_cast<std::size_t>(slotLength) + 1;
}

}  // namespace

BestEffort::BestEffort(const Plan& plan, std::shared_ptr<const RoutingAlgorithm> routing,
                       hybrid::HybridPackets& packets)
    : settings_(plan.settings),
      topology_(plan.topology),
      planned_(plan.planned),
      routing_(std::move(routing)),
      packets_(packets),
      longest_(plan.longestPacket),
      words_(wordsFor(topology_.channelCount())),
      nicQueues_(topology_.terminalCount()),
      nicUsed_(topology_.terminalCount(), 0),
      outputs_(topology_.channelCount()),
      active_(words_, 0),
      arrivals_(std::max(settings_.slotLength, settings_.nic)),
      deliveries_(settings_.slotLength + settings_.nic),
      channelFlits_(topology_.channelCount(), 0) {
  firstBuffer_.reserve(topology_.channelCount() + std::size_t{1});
  std::uint32_t buffers = 0;
  for (ChannelId c = 0; c < topology_.channelCount(); ++c) {
    firstBuffer_.push_back(buffers);
    if (topology_.to(c).isTerminal) continue;
    // A packet is in its terminal's own queue until the first switch has room.
    buffers += topology_.from(c).isTerminal ? 1 : plan.virtualChannels.of(topology_.kindOf(c / 2));
  }
  firstBuffer_.push_back(buffers);
  room_.assign(buffers, settings_.bufferFlits);
  queues_.resize(buffers);
  if (settings_.bestEffort == BestEffortTime::idle) {
    taken_.assign(cyclesAhead(planned_, settings_.slotLength) * words_, 0);
    return;
  }
  taken_.assign(std::size_t{settings_.slotCount} * words_, 0);
  for (const PlannedCircuit& each : planned_) {
    std::size_t slot = each.slot;
    for (const ChannelId channel : each.path) {
      setBit(taken_.data() + slot * words_, channel);
      if (++slot == settings_.slotCount) slot = 0;
    }
  }
}

const std::uint64_t* BestEffort::takenIn(Cycle now) const {
  const auto rows = static_cast<Cycle>(taken_.size() / words_);
  const Cycle row =
      settings_.bestEffort == BestEffortTime::idle ? now % rows : now / settings_.slotLength % rows;
  return taken_.data() + static_cast<std::size_t>(row) * words_;
}

void BestEffort::keepClear(Cycle now, std::uint32_t circuit) {
  const std::size_t rows = taken_.size() / words_;
  auto row = static_cast<std::size_t>(now) % rows;
  const std::size_t step = static_cast<std::size_t>(settings_.slotLength) % rows;
  for (const ChannelId channel : planned_[circuit].path) {
    setBit(taken_.data() + row * words_, channel);
    row += step;
    if (row >= rows) row -= rows;
  }
}

std::uint32_t BestEffort::newStay() {
  std::uint32_t index = freeStay_;
  if (index == kNone) {
    index = static_cast<std::uint32_t>(stays_.size());
    stays_.emplace_back();
  } else {
    freeStay_ = stays_[index].next;
  }
  stays_[index] = {};
  return index;
}

void BestEffort::enter(Cycle now, const hybrid::HybridPacket& packet, RouteState state) {
  const PacketIndex taken = packets_.take(packet);
  packets_[taken].birth = now;
  const std::uint32_t index = newStay();
  packets_[taken].atSwitch = index;
  nicUsed_[packet.source] += packet.flits;
  Stay& stay = stays_[index];
  stay.packet = taken;
  stay.state = state;
  stay.headAt = now + settings_.nic;
  append(nicQueues_[packet.source], index, &Stay::next);
  arrivals_.push(now + settings_.nic, {index, packet.flits, kNone});
}

void BestEffort::arrive(Cycle now) {
  arrivals_.drain(now, [&](const Arrival& each) {
    if (each.buffer != kNone) ++room_[each.buffer];
    if (each.stay == kNone) return;
    Stay& stay = stays_[each.stay];
    const bool head = stay.arrived == 0;
    stay.arrived += each.flits;
    if (head && queueOf(stay).first == each.stay) ask(each.stay);
  });
}

void BestEffort::ask(std::uint32_t index) {
  Stay& stay = stays_[index];
  if (stay.in == kNone) {
    stay.out = 2 * topology_.terminals[packets_[stay.packet].source].link;
  } else {
    const LinkEnd& here = topology_.to(stay.in);
    const RouteChoice choice = routing_->route(here.node, here.port, stay.state);
    stay.out = topology_.port(here.node, choice.port).out;
    stay.vcs = choice.vcs;
    stay.state.detail = choice.nextDetail;
  }
  append(outputs_[stay.out].asking, index, &Stay::nextAsking);
  setBit(active_.data(), stay.out);
}

/// Who asked first of those for whom there is room behind the channel.
std::uint32_t BestEffort::granted(ChannelId channel, Cycle now) {
  Queue& asking = outputs_[channel].asking;
  std::uint32_t before = kNone;
  for (std::uint32_t index = asking.first; index != kNone;
       before = index, index = stays_[index].nextAsking) {
    const std::uint32_t first = firstBuffer_[channel], count = bufferCount(channel);
    std::uint32_t buffer = kNone;
    for (std::uint32_t vc = 0; vc < count && buffer == kNone; ++vc)
      if ((stays_[index].vcs >> vc & 1) != 0 && room_[first + vc] >= longest_) buffer = first + vc;
    if (count > 0 && buffer == kNone) continue;
    (before == kNone ? asking.first : stays_[before].nextAsking) = stays_[index].nextAsking;
    if (asking.last == index) asking.last = before;
    stays_[index].nextAsking = kNone;
    if (count == 0) return index;
    const std::uint32_t down = newStay();
    Stay& stay = stays_[index];
    Stay& next = stays_[down];
    const hybrid::HybridPacket& packet = packets_[stay.packet];
    room_[buffer] -= packet.flits;
    stay.down = down;
    next.packet = stay.packet;
    next.buffer = buffer;
    next.in = channel;
    next.hops = static_cast<std::uint16_t>(stay.hops + (stay.in == kNone ? 0 : 1));
    next.headAt = now + settings_.slotLength;
    next.state = stay.state;
    append(queues_[buffer], down, &Stay::next);
    packets_[stay.packet].atSwitch = down;
    return index;
  }
  return kNone;
}

void BestEffort::sendFlit(Cycle now, ChannelId channel) {
  const std::uint32_t index = outputs_[channel].holder;
  Stay& stay = stays_[index];
  if (stay.sent == stay.arrived) return;
  hybrid::HybridPacket& packet = packets_[stay.packet];
  const bool fromSwitch = stay.in != kNone;
  lastMove_ = now;
  ++channelFlits_[channel];
  flitHops_ += fromSwitch ? 1 : 0;
  if (!fromSwitch) {
    if (packet.left++ == 0) packet.departure = now;
    --nicUsed_[packet.source];
  }
  // Where its head is on its last channel, for who looks on.
  if (stay.down == kNone && stay.sent == 0) stay.headAt = now + settings_.slotLength;
  if (stay.down != kNone || fromSwitch)
    arrivals_.push(now + settings_.slotLength,
                   {stay.down, stay.down == kNone ? 0U : 1U, stay.buffer});
  if (++stay.sent < packet.flits) return;
  if (stay.down == kNone) {
    deliveries_.push(now + settings_.slotLength + settings_.nic,
                     {stay.packet, stay.state, stay.hops});
    packet.atSwitch = kNone;
  }
  leave(index);
  outputs_[channel].holder = kNone;
  if (outputs_[channel].asking.first == kNone) clearBit(active_.data(), channel);
}

/// Its tail has left: the next one of the queue asks from the next cycle on.
void BestEffort::leave(std::uint32_t index) {
  Queue& queue = queueOf(stays_[index]);
  queue.first = stays_[index].next;
  if (queue.first == kNone)
    queue.last = kNone;
  else if (stays_[queue.first].arrived > 0)
    fronts_.push_back(queue.first);
  stays_[index].packet = kNone;
  stays_[index].next = freeStay_;
  freeStay_ = index;
}

void BestEffort::endOfCycle(Cycle now) {
  for (const std::uint32_t index : fronts_) ask(index);
  fronts_.clear();
  if (settings_.bestEffort != BestEffortTime::idle) return;
  const std::size_t row = static_cast<std::size_t>(now) % (taken_.size() / words_) * words_;
  std::fill_n(taken_.begin() + static_cast<std::ptrdiff_t>(row), words_, 0);
}

std::uint32_t BestEffort::flitsIn(const Queue& queue) const {
  std::uint32_t flits = 0;
  forEachIn(queue, [&](const Stay& stay) { flits += stay.arrived - stay.sent; });
  return flits;
}

void BestEffort::observeQueued(std::vector<std::uint32_t>& perChannel) const {
  perChannel.assign(topology_.channelCount(), 0);
  for (ChannelId c = 0; c < topology_.channelCount(); ++c)
    for (std::uint32_t b = firstBuffer_[c]; b < firstBuffer_[c + 1]; ++b)
      perChannel[c] += flitsIn(queues_[b]);
}

void BestEffort::observeQueues(Cycle now, std::vector<ChannelQueue>& out) const {
  out.assign(topology_.channelCount(), {});
  for (ChannelId c = 0; c < topology_.channelCount(); ++c)
    for (std::uint32_t b = firstBuffer_[c]; b < firstBuffer_[c + 1]; ++b) {
      ChannelQueue& queue = out[c];
      queue.room += settings_.bufferFlits;
      queue.taken += settings_.bufferFlits - room_[b];
      forEachIn(queues_[b], [&](const Stay& stay) {
        queue.flits += stay.arrived - stay.sent;
        const auto kind = routing_->pathKind(stay.state);
        queue.seen += stay.arrived - stay.sent;
        if (kind != PathKind::minimal) queue.nonminimal += stay.arrived - stay.sent;
        if (stay.arrived > 0 && stay.sent == 0)
          queue.waited = std::max(queue.waited, now - stay.headAt);
      });
    }
}

void BestEffort::observeRouter(Cycle now, RouterId router, RouterDetail& out) const {
  for (PortIndex p = 0; p < topology_.radix(router); ++p) {
    const Port& port = topology_.port(router, p);
    PortDetail& detail = out.ports[p];
    detail.inputFlits.clear();
    detail.inputRoom.clear();
    detail.downstream.clear();
    for (std::uint32_t b = firstBuffer_[port.in]; b < firstBuffer_[port.in + 1]; ++b) {
      detail.inputFlits.push_back(flitsIn(queues_[b]));
      detail.inputRoom.push_back(settings_.bufferFlits);
      const std::uint32_t first = queues_[b].first;
      if (first == kNone || stays_[first].arrived == 0) continue;
      const Stay& stay = stays_[first];
      const hybrid::HybridPacket& packet = packets_[stay.packet];
      WaitingHead head;
      head.input = p;
      head.vc = static_cast<VcIndex>(b - firstBuffer_[port.in]);
      head.output = topology_.from(stay.out).port;
      head.source = packet.source;
      head.destination = packet.destination;
      head.birth = packet.birth;
      head.waited = stay.sent > 0 ? -1 : now - stay.headAt;
      const std::uint32_t holder = outputs_[stay.out].holder;
      head.reason = holder != kNone && holder != first         ? WaitReason::output
                    : outputs_[stay.out].asking.first == first ? WaitReason::credit
                                                               : WaitReason::arbitration;
      out.waiting.push_back(head);
    }
    for (std::uint32_t b = firstBuffer_[port.out]; b < firstBuffer_[port.out + 1]; ++b)
      detail.downstream.push_back(settings_.bufferFlits - room_[b]);
    if (detail.inputFlits.empty()) detail.inputFlits = detail.inputRoom = {0};
    if (detail.downstream.empty()) detail.downstream = {0};
  }
}

void BestEffort::place(Cycle now, const hybrid::HybridPacket& packet, MovingPacket& out) const {
  if (packet.departure < 0) return;
  out.channel = 2 * topology_.terminals[packet.destination].link + 1;
  out.position = 1;
  if (packet.atSwitch == kNone) return;  // its tail has left the last switch
  const Stay& stay = stays_[packet.atSwitch];
  out.path = routing_->pathKind(stay.state);
  const bool leaves = stay.down == kNone && stay.sent > 0;
  if (!leaves) out.channel = stay.in;
  const auto ahead = static_cast<float>(stay.headAt - now);
  if (leaves || stay.arrived == 0)
    out.position = std::min(1.0F, 1 - ahead / static_cast<float>(settings_.slotLength));
}

void BestEffort::leaveRoom() {
  arrivals_.leaveRoom();
  deliveries_.leaveRoom();
  stays_.reserve(stays_.size() + stays_.size() / 2 + kSpareStays);
  fronts_.reserve(topology_.channelCount());
}

std::vector<std::string> BestEffort::violations(Cycle now) const {
  std::vector<std::string> found;
  std::vector<std::uint64_t> inNic(nicUsed_.size(), 0);
  packets_.forEach([&](PacketIndex /*index*/, const hybrid::HybridPacket& packet) {
    if (!packet.circuit) inNic[packet.source] += packet.flits - packet.left;
  });
  for (TerminalId t = 0; t < nicUsed_.size(); ++t)
    if (inNic[t] != nicUsed_[t])
      found.push_back(fmt::format("Terminal {}: flits of best effort are not counted", t));
  std::vector<std::uint32_t> back(room_.size(), 0);
  std::vector<std::uint32_t> coming(stays_.size(), 0);
  arrivals_.forEach(now, [&](Cycle /*time*/, const Arrival& each) {
    if (each.buffer != kNone) ++back[each.buffer];
    if (each.stay != kNone && stays_[each.stay].in != kNone) coming[each.stay] += each.flits;
  });
  for (std::uint32_t b = 0; b < room_.size(); ++b) {
    std::uint32_t all = room_[b] + back[b];
    forEachIn(queues_[b],
              [&](const Stay& stay) { all += packets_[stay.packet].flits - stay.sent; });
    if (all != settings_.bufferFlits)
      found.push_back(
          fmt::format("Buffer {}: {} of {} flits are counted", b, all, settings_.bufferFlits));
  }
  for (const Stay& stay : stays_) {
    if (stay.packet == kNone || stay.down == kNone) continue;
    if (stay.sent != stays_[stay.down].arrived + coming[stay.down])
      found.push_back(fmt::format("A packet from terminal {} has lost flits on channel {}",
                                  packets_[stay.packet].source, stay.out));
  }
  return found;
}

}  // namespace hopscope::slotted
