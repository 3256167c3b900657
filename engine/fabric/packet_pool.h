// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// Index of a packet in the pool; it keeps it from generation to delivery.
using PacketIndex = std::uint32_t;

/// The low 32 bits of a cycle; differences of two are exact as long as they are below 2^32.
using CycleStamp = std::uint32_t;

/// A packet moves whole: the times are its head's, the tail follows `packetFlits` cycles later.
/// 32 bytes, two to a cache line.
struct Packet {
  CycleStamp birth = 0;      ///< generation, which is entry into the source queue
  CycleStamp arrival = 0;    ///< head at the present input port
  std::uint32_t lookup = 0;  ///< cycles from the arrival until the route is known
  TerminalId source = kNone;
  TerminalId destination = kNone;
  std::uint32_t detail = 0;  ///< RouteState::detail
  PacketIndex next = kNone;  ///< behind it in the same queue
  std::uint16_t hops = 0;    ///< router-to-router channels taken
  VcIndex vc = 0;            ///< virtual channel it travels or waits on
  bool measured = false;     ///< born in the measured interval
};

/// All packets alive. Grows while the network fills up, then recycles.
class PacketPool {
 public:
  void reserve(std::size_t packets) { packets_.reserve(packets); }

  PacketIndex take() {
    if (free_ != kNone) {
      const PacketIndex index = free_;
      free_ = packets_[index].next;
      packets_[index] = Packet{};
      ++alive_;
      return index;
    }
    packets_.emplace_back();
    ++alive_;
    return static_cast<PacketIndex>(packets_.size() - 1);
  }

  void give(PacketIndex index) {
    packets_[index].next = free_;
    free_ = index;
    --alive_;
  }

  Packet& operator[](PacketIndex index) { return packets_[index]; }
  const Packet& operator[](PacketIndex index) const { return packets_[index]; }
  std::uint64_t alive() const { return alive_; }

 private:
  std::vector<Packet> packets_;
  PacketIndex free_ = kNone;
  std::uint64_t alive_ = 0;
};

}  // namespace hopscope
