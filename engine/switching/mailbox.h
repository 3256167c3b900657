// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/fabric/calendar.h"
#include "engine/fabric/chunk_pool.h"

namespace hopscope {

/// What leaves one part of a network for the others. Filled by its part for a stretch of cycles,
/// then read by all others, maybe in other threads; never both at once.
class Mailbox {
 public:
  struct Head {
    CycleStamp time = 0;
    Arrival arrival;
  };
  struct Room {
    CycleStamp time = 0;
    Credit credit;
  };

  explicit Mailbox(std::size_t parts) : headsFor_(parts), roomsFor_(parts) {}

  /// A head that arrives in `part` at `time`, to be filled in at once.
  Arrival& sendHead(std::uint32_t part, CycleStamp time) {
    Head& head = heads_.append(headsFor_[part]);
    head.time = time;
    return head.arrival;
  }
  void send(std::uint32_t part, const Room& room) { rooms_.push(roomsFor_[part], room); }

  /// All that was sent to `part`.
  template <typename OnHead, typename OnRoom>
  void read(std::uint32_t part, OnHead&& onHead, OnRoom&& onRoom) const {
    heads_.forEach(headsFor_[part], onHead);
    rooms_.forEach(roomsFor_[part], onRoom);
  }

  /// As Calendar's.
  void leaveRoom() {
    heads_.leaveRoom();
    rooms_.leaveRoom();
  }

  /// Brings the room there is into the cache.
  void touch() const {
    heads_.touch();
    rooms_.touch();
  }

  /// Empties it once all have read it.
  void clear() {
    for (auto& chain : headsFor_) heads_.drain(chain, [](const Head&) {});
    for (auto& chain : roomsFor_) rooms_.drain(chain, [](const Room&) {});
  }

 private:
  using Heads = ChunkPool<Head, 16>;
  using Rooms = ChunkPool<Room, 16>;

  Heads heads_;
  Rooms rooms_;
  std::vector<Heads::Chain> headsFor_;  ///< per part
  std::vector<Rooms::Chain> roomsFor_;
};

}  // namespace hopscope
