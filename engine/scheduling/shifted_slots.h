// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/bit_matrix.h"
#include "engine/core/ids.h"

namespace hopscope {

/// Slot tables of a routed network (Goossens, Dielissen & Radulescu, Æthereal, IEEE Design & Test
/// 2005): a circuit that leaves its terminal in slot s has the n-th channel of its path in slot
/// s + n, modulo the slots. A word takes one slot per channel and never waits on its way.
///
/// Each channel has a row of bits, its slots, which go on round the end: 64 slots in which a path
/// might leave are looked at together, a word of the row of each of its channels.
class ShiftedSlots {
 public:
  ShiftedSlots(std::uint32_t channels, std::uint32_t slotCount)
      : slots_(slotCount),
        words_((slotCount - 1) / 64 + 2),
        rows_(std::size_t{channels} * words_, 0) {}

  std::uint32_t slotCount() const { return slots_; }

  /// Takes the path in the first slot, from `from` on, in which all its channels are free; gives
  /// the slot in which the circuit leaves its terminal, or kNone. A path longer than the slots
  /// comes back to a slot, but on another channel.
  std::uint32_t establish(std::span<const ChannelId> path, std::uint32_t from = 0) {
    for (std::uint32_t tried = 0; tried < slots_; tried += 64) {
      const std::uint32_t first = (from + tried) % slots_;
      std::uint64_t busy = slots_ - tried < 64 ? ~std::uint64_t{0} << (slots_ - tried) : 0;
      std::uint32_t slot = first;
      for (const ChannelId channel : path) {
        busy |= busyFrom(channel, slot);
        if (~busy == 0) break;
        if (++slot == slots_) slot = 0;
      }
      if (~busy == 0) continue;
      const std::uint32_t start =
          (first + static_cast<std::uint32_t>(std::countr_one(busy))) % slots_;
      forEachHop(path, start, [this](std::uint32_t each, ChannelId channel) {
        forEachPlace(channel, each, [](std::uint64_t& word, std::uint64_t bit) { word |= bit; });
      });
      return start;
    }
    return kNone;
  }
  void release(std::span<const ChannelId> path, std::uint32_t start) {
    forEachHop(path, start, [this](std::uint32_t slot, ChannelId channel) {
      forEachPlace(channel, slot, [](std::uint64_t& word, std::uint64_t bit) { word &= ~bit; });
    });
  }
  bool isFree(std::span<const ChannelId> path, std::uint32_t start) const {
    bool free = true;
    forEachHop(path, start, [&](std::uint32_t slot, ChannelId channel) {
      free = free && !bitAt(rows_.data() + std::size_t{channel} * words_, slot);
    });
    return free;
  }

  /// Channels taken, each slot counted for itself.
  std::uint64_t taken() const {
    std::uint64_t sum = 0;
    for (std::size_t row = 0; row < rows_.size(); row += words_)
      for (std::uint32_t slot = 0; slot < slots_; ++slot)
        sum += bitAt(rows_.data() + row, slot) ? 1 : 0;
    return sum;
  }
  /// Of such tables.
  static std::uint64_t bytes(std::uint64_t channels, std::uint64_t slotCount) {
    return channels * (slotCount / 64 + 2) * sizeof(std::uint64_t);
  }

 private:
  /// 64 slots of a channel, from that one on and round the end.
  std::uint64_t busyFrom(ChannelId channel, std::uint32_t slot) const {
    const std::uint64_t* const word = rows_.data() + std::size_t{channel} * words_ + slot / 64;
    const std::uint32_t shift = slot % 64;
    return shift == 0 ? *word : *word >> shift | word[1] << (64 - shift);
  }
  /// Calls change(word, bit) wherever the slot stands in the channel's row.
  template <typename Change>
  void forEachPlace(ChannelId channel, std::uint32_t slot, Change&& change) {
    std::uint64_t* const row = rows_.data() + std::size_t{channel} * words_;
    for (std::uint32_t place = slot; place < 64 * words_; place += slots_)
      change(row[place / 64], std::uint64_t{1} << (place % 64));
  }
  template <typename Visit>
  void forEachHop(std::span<const ChannelId> path, std::uint32_t start, Visit&& visit) const {
    std::uint32_t slot = start;
    for (const ChannelId channel : path) {
      visit(slot, channel);
      if (++slot == slots_) slot = 0;
    }
  }

  std::uint32_t slots_, words_;  ///< words of a row
  std::vector<std::uint64_t> rows_;
};

/// Slots from when a word is ready, at the beginning of slot `ready`, until it has arrived: the
/// wait for the circuit's slot, and one slot for each channel of its path.
inline std::uint64_t shiftedLatency(std::uint64_t ready, std::uint32_t start,
                                    std::uint32_t slotCount, std::size_t channels) {
  return (start + slotCount - ready % slotCount) % slotCount + channels;
}

}  // namespace hopscope
