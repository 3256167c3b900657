// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "engine/core/ids.h"
#include "engine/fabric/packet_pool.h"
#include "engine/fabric/touch.h"

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
  std::uint16_t hops = 0;  ///< routers left behind
  /// Cycles from the arrival until the table has told the output. The one of these that is written
  /// on the way, and where there are tables there is one part: others may be read at any time.
  std::uint32_t lookup : 25;
  std::uint32_t hasLetter : 1;  ///< its terminal is told of it (Letters)
  std::uint32_t trafficClass : 4;
  std::uint32_t measured : 1;
  std::uint32_t probe : 1;  ///< only has caches know the route of the packet that comes after it
};
static_assert(sizeof(WormPacket) == 32);
inline constexpr std::uint32_t kLongestLookup = 0x1ff'ffffu;

/// Memory for all packets of a network. Grows while the network and the source queues fill up.
/// Beyond saturation source queues grow for ever, so there is a most.
class PacketStore {
 public:
  /// Places are handed out in blocks.
  static constexpr std::size_t kBlock = 256;

  /// For packets from 1 to 2^28. `cores`: packets go from one to another; then each has a cache
  /// line of its own, as two in a line would have it go to and fro.
  PacketStore(std::size_t most, bool cores)
      : most_(std::clamp<std::size_t>(most, 1, std::size_t{1} << 28)),
        places_(cores ? kLine / sizeof(WormPacket) : 1) {}

  /// From so many packets alive on no terminal is given room for another one.
  std::size_t most() const { return most_; }
  std::uint32_t placesOfAPacket() const { return places_; }

  /// Sees to room for so many packets more. Places move where that is not so yet: between two
  /// cycles, or where there is one pool alone. False where the machine has no more.
  bool reserve(std::size_t more) {
    const std::size_t wanted = claimed_ + more;
    return wanted <= room_ || grow(std::max(wanted, room_ + room_ / 2));
  }
  /// The first of a block of new places; kNone where there is no room for it. Pools of several
  /// parts may claim at once.
  PacketIndex claim() {
    const std::size_t first = claimed_.fetch_add(kBlock, std::memory_order_relaxed);
    if (first + kBlock <= room_) return static_cast<PacketIndex>(first);
    claimed_.fetch_sub(kBlock, std::memory_order_relaxed);
    return kNone;
  }
  std::size_t claimed() const { return claimed_; }
  WormPacket* data() const { return packets_.get(); }

 private:
  static constexpr std::size_t kLine = 64;
  /// So that a packet lies in one cache line.
  static constexpr std::align_val_t kAligned{kLine};
  struct Free {
    void operator()(WormPacket* packets) const { ::operator delete[](packets, kAligned); }
  };

  bool grow(std::size_t room) {
    try {
      // What has never been claimed is not touched, and so costs nothing.
      std::unique_ptr<WormPacket[], Free> larger(
          static_cast<WormPacket*>(::operator new[](room * sizeof(WormPacket), kAligned)));
      if (claimed_ != 0) std::memcpy(larger.get(), packets_.get(), claimed_ * sizeof(WormPacket));
      packets_ = std::move(larger);
    } catch (const std::bad_alloc&) {
      most_ = std::min(most_, room_);  // what there is has to do
      return false;
    }
    room_ = room;
    return true;
  }

  std::unique_ptr<WormPacket[], Free> packets_;
  std::size_t room_ = 0;
  std::atomic<std::size_t> claimed_ = 0;
  std::size_t most_;
  std::uint32_t places_;
};
static_assert(std::is_trivially_copyable_v<WormPacket>);

/// The packets that the terminals of one part take in, and give back where they arrive: that may be
/// another part, whose places grow in number then.
class PacketPlaces {
 public:
  /// `alone`: there is no other one, so that the store may grow at any time.
  PacketPlaces(PacketStore& store, bool alone)
      : store_(&store), alone_(alone), places_(store.placesOfAPacket()) {}

  /// Before some cycles: the store may have moved. `closed`: no packet is taken in them.
  void begin(bool closed) {
    packets_ = store_->data();
    closed_ = closed;
  }

  /// Whether a packet more can be taken; claims places for it where there are none.
  bool hasRoom() { return !closed_ && (free_ != kNone || next_ != end_ || claim()); }

  /// Only where there is room.
  PacketIndex take() {
    ++alive_;
    if (free_ == kNone) return std::exchange(next_, next_ + places_);
    const PacketIndex index = free_;
    free_ = packets_[index].next;
    --freeCount_;
    return index;
  }

  void give(PacketIndex index) {
    if (free_ == kNone) lastFree_ = index;
    packets_[index].next = free_;
    free_ = index;
    ++freeCount_;
    --alive_;
  }

  /// Takes over the places that another pool has free, but for the first `kept` > 0 of more.
  /// Between two cycles.
  void adoptFree(PacketPlaces& other, std::size_t kept) {
    PacketIndex last = other.free_;
    for (std::size_t i = 1; i < kept; ++i) last = packets_[last].next;
    packets_[other.lastFree_].next = free_;
    if (free_ == kNone) lastFree_ = other.lastFree_;
    free_ = std::exchange(packets_[last].next, kNone);
    freeCount_ += other.freeCount_ - kept;
    other.lastFree_ = last;
    other.freeCount_ = kept;
  }

  WormPacket& operator[](PacketIndex index) { return packets_[index]; }
  const WormPacket& operator[](PacketIndex index) const { return packets_[index]; }
  WormPacket* data() { return packets_; }
  /// Has the processor fetch a packet that comes from another core.
  void prefetch(PacketIndex index) const { prefetchFromOther(packets_[index]); }
  /// Taken here and not given back here; below 0 where more arrive than are sent.
  std::int64_t alive() const { return alive_; }
  std::size_t freePlaces() const { return freeCount_; }

 private:
  bool claim() {
    if (alone_) {
      if (!store_->reserve(PacketStore::kBlock)) return false;
      packets_ = store_->data();
    }
    next_ = store_->claim();
    end_ = next_ == kNone ? kNone : next_ + PacketStore::kBlock;
    return next_ != end_;
  }

  WormPacket* packets_ = nullptr;
  PacketIndex free_ = kNone, lastFree_ = kNone;  ///< a list, by WormPacket::next
  PacketIndex next_ = kNone, end_ = kNone;       ///< places claimed and never used
  std::size_t freeCount_ = 0;
  std::int64_t alive_ = 0;
  PacketStore* store_;
  bool alone_;
  bool closed_ = false;
  std::uint32_t places_;  ///< of a packet
};

}  // namespace hopscope::wormhole
