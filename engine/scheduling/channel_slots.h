// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/core/bit_matrix.h"

namespace hopscope {

/// Which channels circuits take in which slot of a cycle. The one table of crossbars (the rows and
/// columns of a configuration are the channels of the terminals, up and down) and of trees (which
/// add the channels between levels); where slots move on hop by hop, rows are slots (ShiftedSlots).
/// Channels stand in groups; a group begins with a word of its own, so that what two groups have
/// free in common is one operation on their words.
class ChannelSlots {
 public:
  /// `groups[g]` channels in group g.
  ChannelSlots(std::uint32_t slotCount, const std::vector<std::uint32_t>& groups)
      : slots_(slotCount) {
    firstWord_.reserve(groups.size() + 1);
    for (const std::uint32_t channels : groups)
      firstWord_.push_back(firstWord_.back() + wordsFor(channels));
    words_.assign(std::size_t{slotCount} * firstWord_.back(), 0);
  }

  std::uint32_t slotCount() const { return slots_; }
  std::uint32_t words(std::uint32_t group) const {
    return firstWord_[group + 1] - firstWord_[group];
  }
  /// The channels of a group that are taken in a slot, a bit each.
  std::uint64_t* busy(std::uint32_t slot, std::uint32_t group) {
    return words_.data() + std::size_t{slot} * firstWord_.back() + firstWord_[group];
  }
  const std::uint64_t* busy(std::uint32_t slot, std::uint32_t group) const {
    return words_.data() + std::size_t{slot} * firstWord_.back() + firstWord_[group];
  }
  bool isBusy(std::uint32_t slot, std::uint32_t group, std::uint32_t channel) const {
    return bitAt(busy(slot, group), channel);
  }
  void take(std::uint32_t slot, std::uint32_t group, std::uint32_t channel) {
    setBit(busy(slot, group), channel);
  }
  void release(std::uint32_t slot, std::uint32_t group, std::uint32_t channel) {
    clearBit(busy(slot, group), channel);
  }
  void clear() { std::fill(words_.begin(), words_.end(), 0); }

  /// Channels taken, each slot counted for itself.
  std::uint64_t taken() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t word : words_) sum += static_cast<unsigned>(std::popcount(word));
    return sum;
  }

 private:
  std::uint32_t slots_;
  std::vector<std::uint32_t> firstWord_ = {0};  ///< of each group; the last: words of a slot
  std::vector<std::uint64_t> words_;
};

}  // namespace hopscope
