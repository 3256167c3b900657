// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/hybrid_worms.h"

namespace hopscope::hybrid {

Worms::Worms(const HybridSettings& settings, std::uint32_t ports, Cycle wire,
             HybridPackets& packets)
    : settings_(settings),
      packets_(packets),
      ports_(ports),
      wireLength_(wire),
      wire_(static_cast<std::size_t>(wire) * ports, kNone),
      wired_(static_cast<std::size_t>(wire) * wordsFor(ports), 0),
      queues_(std::size_t{ports} * ports),
      used_(ports, 0),
      connected_(ports, kNone),
      crossing_(ports),
      scheduler_(ports) {}

void Worms::advance(Cycle now) {
  if (onWire_ > 0) {
    const std::size_t row = rowOf(now);
    std::uint64_t* const ports = wired_.data() + row * wordsFor(ports_);
    for (std::uint32_t w = 0; w < wordsFor(ports_); ++w) {
      forEachBit(ports + w, 1, [&](std::uint32_t bit) {
        const std::uint32_t input = 64 * w + bit;
        arrive(input, wire_[row * ports_ + input]);
      });
      ports[w] = 0;
    }
  }
  for (; !connections_.empty() && connections_.front().at <= now; connections_.pop()) {
    const Connection& made = connections_.front();
    connected_[made.input] = made.output;
    const HybridPacket& packet = packets_[queues_[pairOf(made.input, made.output)].first];
    if (packet.atSwitch > packet.crossed) crossing_.set(made.input);
  }
}

void Worms::arrive(std::uint32_t input, PacketIndex index) {
  HybridPacket& packet = packets_[index];
  SwitchQueue& queue = queues_[pairOf(input, packet.destination)];
  if (packet.atSwitch++ == 0) queue.push(packets_, index);
  --onWire_;
  ++waiting_;
  if (queue.first != index || packet.atSwitch != packet.crossed + 1) return;
  // It is the only flit of the worm at the front: that goes on, or asks.
  if (connected_[input] == packet.destination)
    crossing_.set(input);
  else if (scheduler_.outputOf(input) != packet.destination)
    offer(input, packet.destination);
}

void Worms::offer(std::uint32_t input, std::uint32_t output) {
  scheduler_.offer(input, output);
  changed_ = true;
}

/// The tail of a worm has left.
void Worms::disconnect(std::uint32_t input, std::uint32_t output) {
  connected_[input] = kNone;
  crossing_.clear(input);
  scheduler_.tailLeft(input);
  changed_ = true;
  const PacketIndex next = queues_[pairOf(input, output)].first;
  if (next != kNone && packets_[next].atSwitch > packets_[next].crossed) offer(input, output);
}

void Worms::pass(Cycle now) {
  if (!changed_ || scheduler_.waiting() == 0 || now < nextPass_) return;
  for (const CircuitChange& change : scheduler_.pass())
    connections_.push({now + settings_.schedulerLatency, change.input, change.output});
  changed_ = false;
  nextPass_ = now + settings_.schedulerInterval;
}

}  // namespace hopscope::hybrid
