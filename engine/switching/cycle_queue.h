// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "engine/core/ids.h"
#include "engine/fabric/touch.h"

namespace hopscope {

/// A calendar for small records of which a known number at the most is due in one cycle: one row of
/// an array a cycle. Memory that no record has ever touched costs nothing.
template <typename T>
class CycleQueue {
 public:
  static_assert(std::is_trivially_default_constructible_v<T>, "rows stay untouched until used");

  CycleQueue() = default;
  /// Accepts times in (now, now + horizon], at most `most` records for each.
  CycleQueue(Cycle horizon, std::size_t most)
      : mask_(std::bit_ceil(static_cast<std::size_t>(horizon) + 1) - 1),
        row_(most),
        items_(new T[(mask_ + 1) * most]),
        ends_(mask_ + 1) {
    for (std::size_t slot = 0; slot <= mask_; ++slot) ends_[slot] = &items_[slot * row_];
  }

  void push(Cycle time, T item) {
    T*& end = ends_[static_cast<std::size_t>(time) & mask_];
    assert(end < &items_[(static_cast<std::size_t>(time) & mask_) * row_] + row_);
    *end++ = item;
  }

  /// Behind what is due at `time`: a loop that pushes many records for one time keeps it to hand,
  /// and sets it at its end.
  T*& end(Cycle time) { return ends_[static_cast<std::size_t>(time) & mask_]; }

  /// Hands out and forgets everything due at `time`. `visit` may push to later times.
  template <typename Visit>
  void drain(Cycle time, Visit&& visit) {
    const std::size_t slot = static_cast<std::size_t>(time) & mask_;
    T* const first = &items_[slot * row_];
    T* const end = ends_[slot];
    ends_[slot] = first;
    for (const T* item = first; item != end; ++item) visit(*item);
  }

  /// Shows what is due at `time`.
  template <typename Visit>
  void peek(Cycle time, Visit&& visit) const {
    const std::size_t slot = static_cast<std::size_t>(time) & mask_;
    for (const T* item = &items_[slot * row_]; item != ends_[slot]; ++item) visit(*item);
  }

  /// Has the processor fetch the places for the first records of `time`, which another core has
  /// read last.
  void prefetch(Cycle time) const {
    constexpr std::size_t kLine = 64, kMostLines = 64;
    const T* const row = &items_[(static_cast<std::size_t>(time) & mask_) * row_];
    const std::size_t end = std::min(row_, kMostLines * kLine / sizeof(T));
    for (std::size_t item = 0; item < end; item += kLine / sizeof(T)) prefetchFromOther(row[item]);
  }

  /// Shows everything in flight, with its time, between two cycles; `next` is the cycle to come.
  template <typename Visit>
  void forEach(Cycle next, Visit&& visit) const {
    for (Cycle time = next; time <= next + static_cast<Cycle>(mask_); ++time) {
      const std::size_t slot = static_cast<std::size_t>(time) & mask_;
      for (const T* item = &items_[slot * row_]; item != ends_[slot]; ++item) visit(time, *item);
    }
  }

  /// Nothing is in flight.
  bool empty() const {
    for (std::size_t slot = 0; slot < ends_.size(); ++slot)
      if (ends_[slot] != &items_[slot * row_]) return false;
    return true;
  }

  Cycle horizon() const { return static_cast<Cycle>(mask_); }

 private:
  std::size_t mask_ = 0;
  std::size_t row_ = 0;
  std::unique_ptr<T[]> items_;
  std::vector<T*> ends_;
};

}  // namespace hopscope
