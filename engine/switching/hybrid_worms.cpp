// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/hybrid_worms.h"

#include <fmt/format.h>

#include <algorithm>

namespace hopscope::hybrid {

namespace {

/// That of the circuits finds the ways of worms as well. Where there are no circuits it is the
/// same.
WormholeScheduler wormScheduler(const HybridSettings& settings, std::uint32_t ports,
                                const Circuits& circuits, std::uint64_t seed) {
  if (!circuits.tree()) return WormholeScheduler(ports);
  return WormholeScheduler(ports, *slotSchedulers().find(settings.scheduler), *circuits.tree(),
                           settings.ways, seed);
}

}  // namespace

Worms::Worms(const HybridSettings& settings, std::uint32_t ports, Cycle wire, Cycle above,
             Circuits& circuits, HybridPackets& packets, std::uint64_t seed)
    : settings_(settings),
      packets_(packets),
      ways_(circuits.ways()),
      ports_(ports),
      words_(wordsFor(ports)),
      wireLength_(wire),
      schedulerLatency_(settings.schedulerLatency + 2 * above),
      wire_(static_cast<std::size_t>(wire) * ports, kNone),
      wired_(static_cast<std::size_t>(wire) * words_, 0),
      queues_(std::size_t{ports} * ports),
      used_(ports, 0),
      full_(words_, 0),
      connected_(ports, kNone),
      wormLeft_(ports, 0),
      foreseen_(ports, 0),
      drivenBy_(ports, kNone),
      crossing_(ports),
      scheduler_(wormScheduler(settings, ports, circuits, seed)) {}

void Worms::advance(Cycle now) {
  row_ = static_cast<std::size_t>(now % wireLength_);
  if (onWire_ > 0) {
    std::uint64_t* const ports = wired_.data() + row_ * words_;
    forEachBit(ports, words_,
               [this](std::uint32_t input) { arrive(input, wire_[row_ * ports_ + input]); });
    std::fill_n(ports, words_, 0);
  }
  for (; !connections_.empty() && connections_.front().at <= now; connections_.pop()) {
    const Connection& made = connections_.front();
    // One that was granted ahead waits while the worm before it is frozen.
    if (connected_[made.input] != kNone || drivenBy_[made.output] != kNone) break;
    connected_[made.input] = made.output;
    drivenBy_[made.output] = made.input;
    wormLeft_[made.input] = settings_.wormFlits;
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
  else if (!scheduler_.wants(input, packet.destination))
    offer(input, packet.destination);
}

void Worms::offer(std::uint32_t input, std::uint32_t output) {
  scheduler_.offer(input, output);
  changed_ = true;
}

/// All that is left of a worm is here and goes while a pass takes its time: the scheduler may give
/// its ports to the next, also to what is behind it.
void Worms::foresee(std::uint32_t input, std::uint32_t output, const HybridPacket& packet) {
  const std::uint32_t ofPacket = packet.flits - packet.crossed;
  const std::uint32_t left = std::min(wormLeft_[input], ofPacket);
  const std::uint32_t here = packet.atSwitch - packet.crossed;
  if (Cycle{left} > schedulerLatency_ || here < left) return;
  if (foreseen_[input] == 0) {
    foreseen_[input] = 1;
    scheduler_.tailLeft(input);
    changed_ = true;
  }
  const PacketIndex next = packet.nextInSwitch;
  const bool more = left < ofPacket
                        ? here > left
                        : next != kNone && packets_[next].atSwitch > packets_[next].crossed;
  if (more && !scheduler_.wants(input, output)) offer(input, output);
}

/// The tail of a worm has left.
void Worms::disconnect(std::uint32_t input, std::uint32_t output) {
  connected_[input] = drivenBy_[output] = kNone;
  crossing_.clear(input);
  if (foreseen_[input] == 0) scheduler_.tailLeft(input);
  foreseen_[input] = 0;
  changed_ = true;
  const PacketIndex next = queues_[pairOf(input, output)].first;
  if (next != kNone && packets_[next].atSwitch > packets_[next].crossed &&
      !scheduler_.wants(input, output))
    offer(input, output);
}

void Worms::pass(Cycle now) {
  if (!changed_ || scheduler_.waiting() == 0 || now < nextPass_) return;
  for (const CircuitChange& change : scheduler_.pass()) {
    connections_.push({now + schedulerLatency_, change.input, change.output});
    if (ways_ != nullptr)
      ways_->set(settings_.circuitSlots, change.input, *scheduler_.way(change.input));
  }
  changed_ = false;
  nextPass_ = now + settings_.schedulerInterval;
}

void Worms::audit(std::vector<std::string>& found) const {
  if (ways_ == nullptr) return;
  std::vector<std::uint32_t> connected;
  for (std::uint32_t input = 0; input < ports_; ++input)
    if (scheduler_.outputOf(input) != kNone) connected.push_back(input);
  ways_->findCollisions(settings_.circuitSlots, connected, found);
  if (const std::uint64_t stray = scheduler_.strayChannels(); stray > 0)
    found.push_back(fmt::format("{} channels are taken by two worms, or by none", stray));
}

}  // namespace hopscope::hybrid
