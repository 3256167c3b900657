// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/ids.h"
#include "engine/core/rng.h"
#include "engine/switching/hybrid_fifo.h"
#include "engine/switching/hybrid_packets.h"

namespace hopscope::hybrid {

/// What NICs keep for others: a packet goes over the circuit to a port drawn at random, whole, and
/// from there over another one to its destination (Valiant's routing on a rotor: Mellette et al.,
/// RotorNet, SIGCOMM 2017, section 5; Ballani et al., Sirius, SIGCOMM 2020, section 4). Two ports
/// are drawn, and the one for whose circuit fewer packets wait is taken (Mitzenmacher, IEEE TPDS
/// 2001): of the few packets for which a NIC has room, as many wait for one circuit as for another,
/// and none turns in vain. If the first is the destination itself, a packet goes there at once: as
/// often as with a single draw. A packet sets out only when its relay has room for all of it: in a
/// slot a relay hears of one input alone, so that the offers that RotorNet exchanges as a slot
/// begins are never in vain. Relays drain into destinations, which take all, so nothing waits in a
/// cycle.
class Relays {
 public:
  /// `room`: flits that a NIC keeps for others; 0: there are no relays. `packets` outlive it.
  Relays(std::uint32_t ports, std::uint32_t room, HybridPackets& packets);

  bool inUse() const { return room_ > 0; }
  /// A port other than `source`, all as likely while nothing waits; its destination: no relay.
  std::uint16_t draw(Rng& draws, std::uint32_t source, std::uint32_t destination) const {
    const auto another = [&] {
      const std::uint32_t port = draws.below(ports_ - 1);
      return port + (port >= source ? 1 : 0);
    };
    const std::uint32_t first = another(), second = another();
    if (first == destination) return kNoPort;
    const std::uint32_t* const waiting = waiting_.data() + std::size_t{source} * ports_;
    const bool isBetter = second != destination && waiting[second] < waiting[first];
    return static_cast<std::uint16_t>(isBetter ? second : first);
  }
  /// A packet waits for the circuit of a pair from now on, at its own NIC or at its relay; one has
  /// gone over it.
  void wait(std::uint32_t input, std::uint32_t output) {
    ++waiting_[std::size_t{input} * ports_ + output];
  }
  void leave(std::uint32_t input, std::uint32_t output) {
    --waiting_[std::size_t{input} * ports_ + output];
  }
  /// What is larger than the buffer waits until that is empty.
  bool hasRoom(std::uint32_t relay, std::uint32_t flits) const {
    return used_[relay] == 0 || used_[relay] + flits <= room_;
  }
  /// The first flit leaves for its relay; there must be room.
  void reserve(const HybridPacket& packet) { used_[packet.relay] += packet.flits; }
  /// The last flit will be at its relay in cycle `at`; those sent later come later.
  void send(Cycle at, PacketIndex packet) { underWay_.push({at, packet}); }
  /// Calls stored(packet, relay) for those whose last flit is at their relay now.
  template <typename Stored>
  void advance(Cycle now, Stored&& stored) {
    for (; !underWay_.empty() && underWay_.front().at <= now; underWay_.pop()) {
      HybridPacket& packet = packets_[underWay_.front().packet];
      packet.atSwitch = packet.flits;
      queue(packet.relay, packet.destination).push(packets_, underWay_.front().packet);
      stored(packet, packet.relay);
    }
  }
  /// What a relay keeps for a destination, in the order in which it came.
  NicQueue& queue(std::uint32_t relay, std::uint32_t destination) {
    return stored_[std::size_t{relay} * ports_ + destination];
  }
  /// A flit leaves its relay.
  void release(std::uint32_t relay) { --used_[relay]; }

  /// Flits that a relay keeps, or that are on their way to it.
  std::uint32_t used(std::uint32_t relay) const { return used_[relay]; }
  /// Nothing is on its way to a relay.
  bool quiet() const { return underWay_.empty(); }
  void leaveRoom() { underWay_.leaveRoom(); }
  /// Flits that each relay must be holding, and packets for each circuit, by what the packets say.
  /// A sentence a violation.
  void audit(std::vector<std::string>& found) const;

 private:
  struct Arrival {
    Cycle at = 0;
    PacketIndex packet = kNone;
  };

  HybridPackets& packets_;
  std::uint32_t ports_, room_;
  std::vector<std::uint32_t> used_;     ///< per port
  std::vector<NicQueue> stored_;        ///< per pair
  std::vector<std::uint32_t> waiting_;  ///< per pair: packets for its circuit
  Fifo<Arrival> underWay_;
};

}  // namespace hopscope::hybrid
