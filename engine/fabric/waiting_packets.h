// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/ids.h"
#include "engine/fabric/packet_pool.h"
#include "engine/fabric/touch.h"

namespace hopscope {

/// Packets behind the heads of source queues: before a network that jams, most packets there are.
/// All of one queue have its terminal as their source and have gone nowhere yet, so that 16 bytes
/// say the rest, where a packet in a buffer takes 36. Lines of them lie in chunks that are recycled
/// and never move.
class WaitingPackets {
 public:
  /// Of a packet in a line: the number of its chunk, and in the low bits its place there.
  using Position = std::uint32_t;

  /// What is known of a packet before it has left its terminal.
  struct Item {
    CycleStamp birth;
    TerminalId destination;
    std::uint32_t detail;  ///< RouteState::detail
    LengthIndex length;
    bool measured : 1;
    bool hasLetter : 1;
    std::uint8_t trafficClass : 4;
  };
  static_assert(sizeof(Item) == 16);

  /// Puts a packet at the end of a line, behind the one at `last`; kNone: there is none.
  Position append(Position last, const Packet& packet) {
    Position at = last + 1;
    if (last == kNone || at % kPlaces == kItems) {
      at = take() * kPlaces;
      if (last != kNone) chunk(last).next = at;
    }
    Item& item = chunk(at).items[at % kPlaces];
    item.birth = packet.birth;
    item.destination = packet.destination;
    item.detail = packet.detail;
    item.length = static_cast<LengthIndex>(packet.length);
    item.measured = packet.measured;
    item.hasLetter = packet.hasLetter;
    item.trafficClass = packet.trafficClass;
    return at;
  }

  /// The packet behind one of which `last` says that it is not the last.
  Position after(Position at) const { return at % kPlaces + 1 == kItems ? chunk(at).next : at + 1; }

  /// Makes `packet`, another one of the same source queue, the one at `at`.
  void read(Position at, Packet& packet) const {
    const Item& item = chunk(at).items[at % kPlaces];
    packet.birth = item.birth;
    packet.destination = item.destination;
    packet.detail = item.detail;
    packet.length = item.length;
    packet.measured = item.measured;
    packet.hasLetter = item.hasLetter;
    packet.trafficClass = item.trafficClass;
  }

  /// The first packet of a line, which ends at `last`, has left it. Returns the next one; kNone:
  /// there is none.
  Position leave(Position first, Position last) {
    if (first != last && first % kPlaces + 1 != kItems) return first + 1;
    Chunk& emptied = chunk(first);
    const Position next = first == last ? kNone : emptied.next;
    emptied.next = free_;
    free_ = first / kPlaces;
    return next;
  }

  void prefetch(Position at) const { hopscope::prefetch(chunk(at).items[at % kPlaces]); }

  /// Makes room for half as many chunks again as there have been at the most, and a few.
  void leaveRoom() {
    const std::size_t wanted = made_ + made_ / 2 + kSpare;
    while (blocks_.size() * kBlock < wanted) addBlock();
  }

 private:
  static constexpr std::uint32_t kItems = 15, kPlaces = 16, kBlock = 256, kSpare = 16;

  struct alignas(64) Chunk {
    Item items[kItems];
    std::uint32_t next;  ///< position in the next chunk of the line, or the next free chunk
  };
  static_assert(sizeof(Chunk) == sizeof(Item) * kPlaces);

  Chunk& chunk(Position at) { return blocks_[at / kPlaces / kBlock][at / kPlaces % kBlock]; }
  const Chunk& chunk(Position at) const {
    return blocks_[at / kPlaces / kBlock][at / kPlaces % kBlock];
  }

  std::uint32_t take() {
    const std::uint32_t number = free_;
    if (number == kNone) {
      if (made_ == blocks_.size() * kBlock) addBlock();
      return made_++;
    }
    free_ = chunk(number * kPlaces).next;
    return number;
  }

  /// Left as it is: what nobody uses takes no memory.
  void addBlock() { blocks_.push_back(std::make_unique_for_overwrite<Chunk[]>(kBlock)); }

  std::vector<std::unique_ptr<Chunk[]>> blocks_;
  std::uint32_t made_ = 0;  ///< chunks that have been in use
  std::uint32_t free_ = kNone;
};

}  // namespace hopscope
