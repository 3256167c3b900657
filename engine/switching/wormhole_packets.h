// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>
#include <vector>

#include "engine/core/ids.h"
#include "engine/fabric/packet_pool.h"

namespace hopscope::wormhole {

/// A flit: index of its packet << 2, and whether it is the first or the last one.
using Flit = std::uint32_t;
inline constexpr Flit kHead = 1, kTail = 2;

inline PacketIndex packetOf(Flit flit) {
  return flit >> 2;
}

/// What a packet's flits share, 32 bytes.
struct WormPacket {
  CycleStamp birth = 0;    ///< generation
  CycleStamp arrival = 0;  ///< of the head at the present input port
  TerminalId source = kNone;
  TerminalId destination = kNone;
  std::uint32_t detail = 0;  ///< RouteState::detail, of the last step that is certain
  PacketIndex next = kNone;  ///< behind it in the source queue, or in the list of free places
  std::uint16_t flits = 1;
  std::uint16_t hops = 0;     ///< routers left behind; and kHasLetter
  std::uint32_t lookup : 26;  ///< cycles from the arrival until the table has told the output
  std::uint32_t trafficClass : 4;
  std::uint32_t measured : 1;
  std::uint32_t probe : 1;  ///< only has caches know the route of the packet that comes after it
};
static_assert(sizeof(WormPacket) == 32);
/// In WormPacket::hops: its terminal is told of it (Letters). No bit-field: every router counts.
inline constexpr std::uint16_t kHasLetter = 0x8000;

/// All packets alive. Grows while the network and the source queues fill up, then recycles. Beyond
/// saturation source queues grow for ever, so there is a most.
class PacketStore {
 public:
  /// Of packets alive, from 1 to 2^30.
  void setMost(std::size_t packets) {
    most_ = std::clamp<std::size_t>(packets, 1, std::size_t{1} << 30);
  }

  /// Makes room for half as many again as there have been at the most, and a few.
  void leaveRoom() { grow(packets_.size() + packets_.size() / 2 + kSpare); }

  /// Whether a packet more can be taken; makes room where there is none.
  bool hasRoom() {
    return free_ != kNone || packets_.size() < packets_.capacity() ||
           grow(2 * packets_.size() + kSpare);
  }

  /// Only where there is room.
  PacketIndex take() {
    ++alive_;
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
    --alive_;
  }

  WormPacket& operator[](PacketIndex index) { return packets_[index]; }
  const WormPacket& operator[](PacketIndex index) const { return packets_[index]; }
  WormPacket* data() { return packets_.data(); }
  std::uint64_t alive() const { return alive_; }
  std::size_t size() const { return packets_.size(); }

 private:
  static constexpr std::size_t kSpare = 256;

  /// False where there is no room for a packet more.
  bool grow(std::size_t packets) {
    if (packets_.size() >= most_) return false;
    try {
      packets_.reserve(std::min(packets, most_));
    } catch (const std::bad_alloc&) {
      most_ = packets_.capacity();  // what there is has to do
    }
    return packets_.size() < packets_.capacity();
  }

  std::vector<WormPacket> packets_;
  std::size_t most_ = 1;
  PacketIndex free_ = kNone;
  std::uint64_t alive_ = 0;
};

}  // namespace hopscope::wormhole
