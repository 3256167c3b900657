// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/fabric/cycle_stamp.h"
#include "engine/fabric/touch.h"

namespace hopscope {

/// Packets of one run have this many lengths at the most.
inline constexpr std::uint32_t kMostLengths = 64;

/// Which of its lengths: an index into Fabric::lengths.
using LengthIndex = std::uint8_t;

/// A packet on its way. It moves whole, and by value: what is stamped are times of its head, the
/// tail follows as many cycles later as it has flits. 20 bytes.
struct Packet {
  CycleStamp birth = 0;  ///< generation, which is entry into the source queue
  TerminalId source : 24 = 0;
  std::uint32_t length : 8 = 0;  ///< LengthIndex
  TerminalId destination = kNone;
  std::uint32_t detail = 0;    ///< RouteState::detail
  std::uint16_t hops = 0;      ///< router-to-router channels taken
  VcIndex vc = 0;              ///< virtual channel it travels or waits on
  bool measured : 1 = false;   ///< born in the measured interval
  bool probe : 1 = false;      ///< only has caches know the path of the packet that comes after it
  bool hasLetter : 1 = false;  ///< its terminal is told of it (Letters)
  bool notice : 1 = false;  ///< of congestion, to the switch of its destination; from no terminal
  std::uint8_t trafficClass : 4 = 0;

  /// The last terminal that can be a source.
  static constexpr TerminalId kLastSource = (1U << 24) - 1;
};
static_assert(sizeof(Packet) == 20);

/// Index of a queued packet in the pool.
using PacketIndex = std::uint32_t;

/// A packet in a buffer.
struct QueuedPacket {
  Packet packet;
  CycleStamp arrival = 0;    ///< of the head at this input port
  std::uint32_t lookup = 0;  ///< cycles from the arrival until the route is known
  PacketIndex next = kNone;  ///< behind it in the same queue
};

/// All queued packets. Grows while the network fills up, then recycles: what was given back last,
/// and is still in the cache, is taken first.
class PacketPool {
 public:
  /// Makes room for half as many again as there have been at the most, and a few.
  void leaveRoom() { packets_.reserve(packets_.size() + packets_.size() / 2 + kSpare); }

  PacketIndex take() {
    if (free_ == kNone) {
      packets_.emplace_back();
      return static_cast<PacketIndex>(packets_.size() - 1);
    }
    const PacketIndex index = free_;
    free_ = packets_[index].next;
    return index;
  }

  void give(PacketIndex index) {
    packets_[index].next = free_;
    free_ = index;
  }

  void touch() const { hopscope::touch(packets_); }
  /// As many as have been queued at a time.
  std::size_t size() const { return packets_.size(); }

  QueuedPacket& operator[](PacketIndex index) { return packets_[index]; }
  const QueuedPacket& operator[](PacketIndex index) const { return packets_[index]; }

 private:
  static constexpr std::size_t kSpare = 256;

  std::vector<QueuedPacket> packets_;
  PacketIndex free_ = kNone;
};

}  // namespace hopscope
