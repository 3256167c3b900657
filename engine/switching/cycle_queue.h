// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// A calendar for small records of which many are due in the same cycle: one array a cycle. Arrays
/// keep their room, so that nothing is allocated once they have seen the peak.
template <typename T>
class CycleQueue {
 public:
  CycleQueue() = default;
  /// Accepts times in (now, now + horizon]; `most` records are due in one cycle at the most.
  CycleQueue(Cycle horizon, std::size_t most)
      : mask_(std::bit_ceil(static_cast<std::size_t>(horizon) + 1) - 1), slots_(mask_ + 1) {
    // Room for the peak where that is little; else for a start.
    const std::size_t affordable = kAffordable / sizeof(T) / slots_.size();
    for (std::vector<T>& slot : slots_)
      slot.resize(std::min(most, std::max<std::size_t>(affordable, 16)));
    counts_.assign(slots_.size(), 0);
  }

  void push(Cycle time, const T& item) {
    const std::size_t s = static_cast<std::size_t>(time) & mask_;
    std::uint32_t& count = counts_[s];
    if (count == slots_[s].size()) slots_[s].resize(2 * count);
    slots_[s][count++] = item;
  }

  /// Hands out and forgets everything due at `time`. `visit` may push to later times.
  template <typename Visit>
  void drain(Cycle time, Visit&& visit) {
    const std::size_t s = static_cast<std::size_t>(time) & mask_;
    const T* const items = slots_[s].data();
    const std::uint32_t count = counts_[s];
    counts_[s] = 0;
    for (std::uint32_t i = 0; i < count; ++i) visit(items[i]);
  }

  /// Shows everything in flight, with its time, between two cycles; `next` is the cycle to come.
  template <typename Visit>
  void forEach(Cycle next, Visit&& visit) const {
    for (Cycle time = next; time <= next + static_cast<Cycle>(mask_); ++time) {
      const std::size_t s = static_cast<std::size_t>(time) & mask_;
      for (std::uint32_t i = 0; i < counts_[s]; ++i) visit(time, slots_[s][i]);
    }
  }

  Cycle horizon() const { return static_cast<Cycle>(mask_); }

 private:
  static constexpr std::size_t kAffordable = std::size_t{8} << 20;

  std::size_t mask_ = 0;
  std::vector<std::vector<T>> slots_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace hopscope
