// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/fabric/packet_pool.h"

namespace hopscope::hybrid {

/// A packet in a hybrid crossbar or its NICs, 64 bytes.
struct alignas(64) HybridPacket {
  Cycle birth = 0;       ///< when its processor handed it over
  Cycle departure = -1;  ///< of its first flit from the NIC; -1: not yet
  TerminalId source = kNone, destination = kNone;
  std::uint32_t flits = 1;
  std::uint32_t left = 0;      ///< flits that have left the NIC
  std::uint32_t atSwitch = 0;  ///< of a worm, that have reached the switch; or the relay; or where
                               ///< its head is (slotted::BestEffort)
  std::uint32_t crossed = 0;   ///< of a worm, that have crossed it; or left the relay
  PacketIndex next = kNone;    ///< behind it in its NIC's queue, or in the free list
  PacketIndex nextInSwitch = kNone;  ///< behind it in the switch
  std::uint8_t trafficClass = 0;
  bool alive = false;
  bool circuit = false;  ///< it takes a circuit
  bool measured = false;
  std::uint8_t hops = 0;          ///< channels between switches that its circuit has
  std::uint16_t relay = kNoPort;  ///< the port it goes over; kNoPort: none
  std::uint64_t letter = 0;       ///< NewPacket
};
static_assert(sizeof(HybridPacket) == 64);

/// All packets alive; recycles. Room grows while NICs fill up, which are of a limited size.
class HybridPackets {
 public:
  /// Makes room for half as many again as there have been at the most, and a few.
  void leaveRoom() { packets_.reserve(packets_.size() + packets_.size() / 2 + kSpare); }

  PacketIndex take(const HybridPacket& packet) {
    PacketIndex index = free_;
    if (index == kNone) {
      index = static_cast<PacketIndex>(packets_.size());
      packets_.emplace_back();
    } else {
      free_ = packets_[index].next;
    }
    packets_[index] = packet;
    packets_[index].alive = true;
    ++alive_;
    return index;
  }
  void give(PacketIndex index) {
    packets_[index].alive = false;
    packets_[index].next = free_;
    free_ = index;
    --alive_;
  }

  HybridPacket& operator[](PacketIndex index) { return packets_[index]; }
  const HybridPacket& operator[](PacketIndex index) const { return packets_[index]; }
  std::uint64_t alive() const { return alive_; }

  /// Calls visit(index, packet) for those alive.
  template <typename Visit>
  void forEach(Visit&& visit) const {
    for (PacketIndex i = 0; i < packets_.size(); ++i)
      if (packets_[i].alive) visit(i, packets_[i]);
  }

 private:
  static constexpr std::size_t kSpare = 1024;

  std::vector<HybridPacket> packets_;
  PacketIndex free_ = kNone;
  std::uint64_t alive_ = 0;
};

/// Packets one behind the other, by the link `next` of theirs.
template <PacketIndex HybridPacket::*next>
struct PacketQueue {
  PacketIndex first = kNone, last = kNone;

  bool empty() const { return first == kNone; }
  void push(HybridPackets& packets, PacketIndex packet) {
    packets[packet].*next = kNone;
    (last == kNone ? first : packets[last].*next) = packet;
    last = packet;
  }
  PacketIndex pop(HybridPackets& packets) {
    const PacketIndex packet = first;
    first = packets[packet].*next;
    if (first == kNone) last = kNone;
    return packet;
  }
};
using NicQueue = PacketQueue<&HybridPacket::next>;
using SwitchQueue = PacketQueue<&HybridPacket::nextInSwitch>;

}  // namespace hopscope::hybrid
