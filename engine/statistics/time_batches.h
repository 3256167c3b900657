// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// Counts and sums of whole numbers by when they belong, in at most `kMost` batches of equal
/// length: when time runs past the last one, neighbours are merged and batches become twice as
/// long. Sums are exact, so neither the order of adding nor of merging matters. The batches of the
/// method of batch means (Law & Kelton, "Simulation Modeling and Analysis", ch. 9.5) and of MSER-5.
class TimeBatches {
 public:
  static constexpr std::size_t kMost = 1024;

  struct Batch {
    std::uint64_t count = 0;
    std::uint64_t sum = 0;

    bool operator==(const Batch&) const = default;
  };

  TimeBatches() { batches_.reserve(kMost); }

  /// Adds a value that belongs to cycle `time` >= 0. Does not allocate.
  void add(Cycle time, std::uint64_t value) {
    auto index = static_cast<std::size_t>(time >> shift_);
    if (index >= batches_.size()) index = makeBatch(time);
    ++batches_[index].count;
    batches_[index].sum += value;
  }

  void merge(const TimeBatches& other);
  void clear();

  Cycle length() const { return Cycle{1} << shift_; }  ///< cycles of a batch
  /// Batch i covers cycles [i * length, (i + 1) * length).
  const std::vector<Batch>& batches() const { return batches_; }

 private:
  /// The batch of a time behind the last one, which may make all of them longer.
  std::size_t makeBatch(Cycle time);
  void coarsen();

  unsigned shift_ = 0;  ///< log2 of the length
  std::vector<Batch> batches_;
};

}  // namespace hopscope
