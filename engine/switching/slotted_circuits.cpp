// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/slotted_circuits.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "engine/core/bit_matrix.h"

namespace hopscope::slotted {
namespace {

std::size_t longestPath(const PlannedCircuits& planned) {
  std::size_t longest = 1;
  for (const PlannedCircuit& each : planned) longest = std::max(longest, each.path.size());
  return longest;
}

/// Calls visit(slot) for those of a circuit, which is called by the first of its entries.
template <typename Visit>
void forEachSlot(const PlannedCircuits& planned, std::size_t circuit, Visit&& visit) {
  const PlannedCircuit& first = planned[circuit];
  for (; circuit < planned.size() && planned[circuit].source == first.source &&
         planned[circuit].destination == first.destination;
       ++circuit)
    visit(planned[circuit].slot);
}

}  // namespace

Circuits::Circuits(const SlottedSettings& settings, const Topology& topology,
                   const PlannedCircuits& planned)
    : settings_(settings),
      topology_(topology),
      planned_(planned),
      terminals_(topology.terminalCount()),
      words_(wordsFor(terminals_)),
      firstOf_(terminals_ + 1, static_cast<std::uint32_t>(planned.size())),
      inSlot_(std::size_t{settings.slotCount} * terminals_, kNone),
      filled_(std::size_t{settings.slotCount} * words_, 0),
      queues_(planned.size()),
      flits_(planned.size(), 0),
      nicUsed_(terminals_, 0),
      arrivals_(static_cast<Cycle>(longestPath(planned)) * settings.slotLength + settings.nic),
      sentAt_(longestPath(planned) * static_cast<std::size_t>(settings.slotLength) * terminals_,
              -1),
      sentOn_(sentAt_.size(), kNone) {
  for (auto entry = static_cast<std::uint32_t>(planned.size()); entry-- > 0;)
    firstOf_[planned[entry].source] = entry;
  // Terminals without circuits begin where the next one does.
  for (TerminalId t = terminals_; t-- > 0;) firstOf_[t] = std::min(firstOf_[t], firstOf_[t + 1]);
  for (const PlannedCircuit& each : planned)
    owned_ += static_cast<double>(each.path.size()) / static_cast<double>(settings.slotCount);
  for (const PlannedCircuit& each : planned)
    inSlot_[std::size_t{each.slot} * terminals_ + each.source] =
        find(each.source, each.destination);
}

std::uint32_t Circuits::find(TerminalId source, TerminalId destination) const {
  const auto begin = planned_.begin() + firstOf_[source];
  const auto end = planned_.begin() + firstOf_[source + 1];
  const auto found = std::lower_bound(
      begin, end, destination,
      [](const PlannedCircuit& each, TerminalId sought) { return each.destination < sought; });
  if (found == end || found->destination != destination) return kNone;
  return static_cast<std::uint32_t>(found - planned_.begin());
}

void Circuits::enter(Cycle now, std::uint32_t circuit, const hybrid::HybridPacket& packet) {
  const PacketIndex index = packets_.take(packet);
  packets_[index].birth = now;
  packets_[index].circuit = true;
  nicUsed_[packet.source] += packet.flits;
  queues_[circuit].push(packets_, index);
  forEachSlot(planned_, circuit, [&](std::uint32_t slot) {
    setBit(filled_.data() + std::size_t{slot} * words_, packet.source);
  });
}

void Circuits::send(Cycle now) {
  const auto slot = static_cast<std::uint32_t>(now / settings_.slotLength % settings_.slotCount);
  std::uint64_t* const filled = filled_.data() + std::size_t{slot} * words_;
  const std::size_t row = rowOf(now);
  for (std::uint32_t w = 0; w < words_; ++w)
    for (std::uint64_t left = filled[w]; left != 0; left &= left - 1) {
      const std::uint32_t source = 64 * w + static_cast<std::uint32_t>(std::countr_zero(left));
      const std::uint32_t circuit = inSlot_[std::size_t{slot} * terminals_ + source];
      hybrid::NicQueue& queue = queues_[circuit];
      const PacketIndex index = queue.first;
      hybrid::HybridPacket& packet = packets_[index];
      if (packet.birth + settings_.nic > now) continue;
      if (packet.left == 0) packet.departure = now;
      --nicUsed_[source];
      ++flits_[circuit];
      flitHops_ += planned_[circuit].path.size() - 1;
      onChannels_ += planned_[circuit].path.size();
      lastMove_ = now;
      sentAt_[row * terminals_ + source] = now;
      sentOn_[row * terminals_ + source] = circuit;
      if (++packet.left < packet.flits) continue;
      queue.pop(packets_);
      arrivals_.push(now + onItsWay(circuit) + settings_.nic, {index, circuit});
      if (!queue.empty()) continue;
      forEachSlot(planned_, circuit, [&](std::uint32_t each) {
        clearBit(filled_.data() + std::size_t{each} * words_, source);
      });
    }
}

std::uint64_t Circuits::waitingFor(std::uint32_t circuit) const {
  std::uint64_t flits = 0;
  for (PacketIndex each = queues_[circuit].first; each != kNone; each = packets_[each].next)
    flits += packets_[each].flits - packets_[each].left;
  return flits;
}

void Circuits::addFlits(std::vector<std::uint64_t>& perChannel) const {
  for (std::size_t i = 0; i < planned_.size(); ++i)
    if (flits_[i] > 0)
      for (const ChannelId channel : planned_[i].path) perChannel[channel] += flits_[i];
}

void Circuits::leaveRoom() {
  packets_.leaveRoom();
  arrivals_.leaveRoom();
}

std::vector<std::string> Circuits::violations(Cycle now) const {
  std::vector<std::string> found;
  std::vector<std::uint64_t> inNic(terminals_, 0);
  packets_.forEach([&](PacketIndex /*index*/, const hybrid::HybridPacket& packet) {
    if (packet.circuit) inNic[packet.source] += packet.flits - packet.left;
  });
  for (TerminalId t = 0; t < terminals_; ++t)
    if (inNic[t] != nicUsed_[t])
      found.push_back(fmt::format("Terminal {}: flits in its interface are not counted", t));
  // On which channel each flit is that has left in one of the last cycles. Those that came onto it
  // within the last slot's length did so in two slots.
  std::vector<std::uint32_t> owner(std::size_t{2} * topology_.channelCount(), kNone);
  for (std::size_t i = 0; i < sentAt_.size(); ++i) {
    if (sentAt_[i] < 0) continue;
    const std::span<const ChannelId> path = planned_[sentOn_[i]].path;
    const Cycle passed = (now - 1 - sentAt_[i]) / settings_.slotLength;
    if (passed >= static_cast<Cycle>(path.size())) continue;
    const ChannelId channel = path[static_cast<std::size_t>(passed)];
    const auto odd = static_cast<std::size_t>((sentAt_[i] / settings_.slotLength + passed) % 2);
    std::uint32_t& circuit = owner[2 * channel + odd];
    if (circuit != kNone && circuit != sentOn_[i])
      found.push_back(fmt::format("Two circuits have channel {} in a slot", channel));
    circuit = sentOn_[i];
  }
  return found;
}

}  // namespace hopscope::slotted
