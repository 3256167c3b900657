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

  struct Stop {
    CycleStamp time = 0;
    Pause pause;
  };

  /// NewPacket::letter, of a packet that `source` generated at `birth`.
  struct Letter {
    TerminalId source = kNone;
    CycleStamp birth = 0;
    std::uint64_t text = 0;
  };

  explicit Mailbox(std::size_t parts)
      : headsFor_(parts), roomsFor_(parts), lettersFor_(parts), stopsFor_(parts) {}

  /// A head that arrives in `part` at `time`, to be filled in at once.
  Arrival& sendHead(std::uint32_t part, CycleStamp time) {
    Head& head = heads_.append(headsFor_[part]);
    head.time = time;
    return head.arrival;
  }
  void send(std::uint32_t part, const Room& room) { rooms_.push(roomsFor_[part], room); }
  void send(std::uint32_t part, const Letter& letter) { letters_.push(lettersFor_[part], letter); }
  void send(std::uint32_t part, const Stop& stop) { stops_.push(stopsFor_[part], stop); }

  /// All that was sent to `part`, but for stops.
  template <typename OnHead, typename OnRoom, typename OnLetter>
  void read(std::uint32_t part, OnHead&& onHead, OnRoom&& onRoom, OnLetter&& onLetter) const {
    heads_.forEach(headsFor_[part], onHead);
    rooms_.forEach(roomsFor_[part], onRoom);
    readLetters(part, onLetter);
  }

  template <typename OnLetter>
  void readLetters(std::uint32_t part, OnLetter&& onLetter) const {
    letters_.forEach(lettersFor_[part], onLetter);
  }

  /// Stop and go for the outputs of `part`, in the order of sending.
  template <typename OnStop>
  void readStops(std::uint32_t part, OnStop&& onStop) const {
    stops_.forEach(stopsFor_[part], onStop);
  }

  /// As Calendar's.
  void leaveRoom() {
    heads_.leaveRoom();
    rooms_.leaveRoom();
    stops_.leaveRoom();
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
    for (auto& chain : lettersFor_) letters_.drain(chain, [](const Letter&) {});
    for (auto& chain : stopsFor_) stops_.drain(chain, [](const Stop&) {});
  }

 private:
  using Heads = ChunkPool<Head, 16>;
  using Rooms = ChunkPool<Room, 16>;
  using LetterPool = ChunkPool<Letter, 16>;
  using Stops = ChunkPool<Stop, 16>;

  Heads heads_;
  Rooms rooms_;
  LetterPool letters_;
  Stops stops_;
  std::vector<Heads::Chain> headsFor_;  ///< per part
  std::vector<Rooms::Chain> roomsFor_;
  std::vector<LetterPool::Chain> lettersFor_;
  std::vector<Stops::Chain> stopsFor_;
};

}  // namespace hopscope
