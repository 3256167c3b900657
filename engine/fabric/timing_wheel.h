// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// The calendar of everything in flight: one slot a cycle, up to `horizon` cycles ahead. Slots are
/// chains of small recycled chunks, so that nothing is allocated once the traffic has settled, and
/// the chunk used last (still in the cache) is used next. Within a slot the order is that of
/// pushing.
template <typename T>
class TimingWheel {
 public:
  /// Accepts times in (now, now + horizon].
  explicit TimingWheel(Cycle horizon)
      : mask_(std::bit_ceil(static_cast<std::size_t>(horizon) + 1) - 1), slots_(mask_ + 1) {
    chunks_.reserve(std::min<std::size_t>(slots_.size(), 4096));
  }

  /// The farthest a time may lie ahead of the cycle being simulated.
  Cycle horizon() const { return static_cast<Cycle>(mask_); }

  void push(Cycle time, const T& item) {
    Slot& slot = slots_[static_cast<std::size_t>(time) & mask_];
    if (slot.last == kNone || chunks_[slot.last].count == kItems) appendChunk(slot);
    Chunk& chunk = chunks_[slot.last];
    chunk.items[chunk.count++] = item;
  }

  /// Hands out and forgets everything due at `time`. `visit` may push to later times.
  template <typename Visit>
  void drain(Cycle time, Visit&& visit) {
    Slot& slot = slots_[static_cast<std::size_t>(time) & mask_];
    std::uint32_t index = slot.first;
    slot = {};
    while (index != kNone) {
      const std::uint32_t count = chunks_[index].count;
      for (std::uint32_t i = 0; i < count; ++i) visit(T(chunks_[index].items[i]));
      const std::uint32_t next = chunks_[index].next;
      chunks_[index].next = free_;
      free_ = index;
      index = next;
    }
  }

  /// Shows everything in flight, with its time, between two cycles; `next` is the cycle to come.
  template <typename Visit>
  void forEach(Cycle next, Visit&& visit) const {
    for (Cycle time = next; time <= next + horizon(); ++time) {
      const Slot& slot = slots_[static_cast<std::size_t>(time) & mask_];
      for (std::uint32_t index = slot.first; index != kNone; index = chunks_[index].next)
        for (std::uint32_t i = 0; i < chunks_[index].count; ++i)
          visit(time, chunks_[index].items[i]);
    }
  }

 private:
  static constexpr std::size_t kItems = (512 - 8) / sizeof(T);
  struct Chunk {
    std::uint32_t next = kNone;
    std::uint32_t count = 0;
    std::array<T, kItems> items;
  };
  struct Slot {
    std::uint32_t first = kNone, last = kNone;
  };

  void appendChunk(Slot& slot) {
    std::uint32_t index = free_;
    if (index != kNone) {
      free_ = chunks_[index].next;
    } else {
      index = static_cast<std::uint32_t>(chunks_.size());
      chunks_.emplace_back();
    }
    chunks_[index].next = kNone;
    chunks_[index].count = 0;
    if (slot.last == kNone)
      slot.first = index;
    else
      chunks_[slot.last].next = index;
    slot.last = index;
  }

  std::size_t mask_;
  std::vector<Slot> slots_;
  std::vector<Chunk> chunks_;
  std::uint32_t free_ = kNone;
};

}  // namespace hopscope
