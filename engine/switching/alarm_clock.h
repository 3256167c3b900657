// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/fabric/cycle_stamp.h"

namespace hopscope {

/// A set of small numbers that is filled and then emptied in order, again and again: one bit each.
class DrainSet {
 public:
  explicit DrainSet(std::size_t size) : words_((size + 63) / 64, 0) {}

  void insert(std::uint32_t member) { words_[member / 64] |= std::uint64_t{1} << member % 64; }

  /// Takes out all members, smallest first. `visit` may insert others; those behind the word being
  /// emptied are visited too.
  template <typename Visit>
  void drain(Visit&& visit) {
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint64_t bits = std::exchange(words_[w], 0); bits != 0; bits &= bits - 1)
        visit(static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(bits))));
  }

 private:
  std::vector<std::uint64_t> words_;
};

/// Wakes the inputs of a part at cycles to come. Nearly all sleep for a crossbar transfer or less,
/// so there is a set for each of the next few cycles; a longer sleep is interrupted.
class AlarmClock {
 public:
  static constexpr std::int32_t kHorizon = 31;

  explicit AlarmClock(std::size_t inputs) : sets_(kHorizon + 1, DrainSet(inputs)) {}

  /// Wakes `input` in `wait` > 0 cycles, or earlier where that is beyond the horizon.
  void set(CycleStamp now, std::int32_t wait, std::uint32_t input) {
    sets_[(now + static_cast<std::uint32_t>(std::min(wait, kHorizon))) & kHorizon].insert(input);
  }

  /// Calls `visit(input)` for all that are woken now; it may set alarms.
  template <typename Visit>
  void ring(CycleStamp now, Visit&& visit) {
    sets_[now & kHorizon].drain(visit);
  }

 private:
  std::vector<DrainSet> sets_;
};

}  // namespace hopscope
