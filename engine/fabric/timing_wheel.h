// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/fabric/chunk_pool.h"

namespace hopscope {

/// The calendar of everything in flight: one slot a cycle, up to `horizon` cycles ahead. Within a
/// slot the order is that of pushing.
template <typename T, std::uint32_t ChunkItems = 16>
class TimingWheel {
 public:
  /// Accepts times in (now, now + horizon].
  explicit TimingWheel(Cycle horizon)
      : mask_(std::bit_ceil(static_cast<std::size_t>(horizon) + 1) - 1), slots_(mask_ + 1) {}

  /// The farthest a time may lie ahead of the cycle being simulated.
  Cycle horizon() const { return static_cast<Cycle>(mask_); }

  [[gnu::always_inline]] void push(Cycle time, const T& item) { append(time) = item; }

  /// Room for an item to be filled in at once; its value is whatever was there before.
  [[gnu::always_inline]] T& append(Cycle time) {
    return chunks_.append(slots_[static_cast<std::size_t>(time) & mask_]);
  }

  /// Hands out and forgets everything due at `time`. `visit` may push to later times.
  template <typename Visit>
  void drain(Cycle time, Visit&& visit) {
    chunks_.drain(slots_[static_cast<std::size_t>(time) & mask_], visit);
  }

  /// Forgets everything due at `time`, which has been looked at.
  void forget(Cycle time) { chunks_.forget(slots_[static_cast<std::size_t>(time) & mask_]); }

  /// Shows what is due at `time`.
  template <typename Visit>
  void peek(Cycle time, Visit&& visit) const {
    chunks_.forEach(slots_[static_cast<std::size_t>(time) & mask_], visit);
  }

  /// Shows everything in flight, with its time, between two cycles; `next` is the cycle to come.
  template <typename Visit>
  void forEach(Cycle next, Visit&& visit) const {
    for (Cycle time = next; time <= next + horizon(); ++time)
      peek(time, [&](const T& item) { visit(time, item); });
  }

  /// Nothing is in flight. A walk over all slots.
  bool empty() const {
    return std::all_of(slots_.begin(), slots_.end(),
                       [](const auto& chain) { return chain.first == kNone; });
  }

  /// Makes room for `items` at a time, however they are spread over the slots.
  void reserve(std::size_t items) {
    chunks_.reserve(std::min(items, slots_.size()) + items / ChunkItems);
  }
  /// As ChunkPool's.
  void leaveRoom() { chunks_.leaveRoom(); }
  void touch() const { chunks_.touch(); }

 private:
  using Chunks = ChunkPool<T, ChunkItems>;

  std::size_t mask_;
  std::vector<typename Chunks::Chain> slots_;
  Chunks chunks_;
};

}  // namespace hopscope
