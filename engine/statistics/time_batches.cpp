// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/statistics/time_batches.h"

#include <algorithm>

namespace hopscope {

void TimeBatches::merge(const TimeBatches& other) {
  while (shift_ < other.shift_) coarsen();
  const std::size_t factor = std::size_t{1} << (shift_ - other.shift_);
  const std::size_t needed = (other.batches_.size() + factor - 1) / factor;
  batches_.resize(std::max(batches_.size(), needed));
  for (std::size_t i = 0; i < other.batches_.size(); ++i) {
    batches_[i / factor].count += other.batches_[i].count;
    batches_[i / factor].sum += other.batches_[i].sum;
  }
}

void TimeBatches::clear() {
  shift_ = 0;
  batches_.clear();
}

std::size_t TimeBatches::makeBatch(Cycle time) {
  while (static_cast<std::size_t>(time >> shift_) >= kMost) coarsen();
  const auto index = static_cast<std::size_t>(time >> shift_);
  if (index >= batches_.size()) batches_.resize(index + 1);
  return index;
}

void TimeBatches::coarsen() {
  const std::size_t half = (batches_.size() + 1) / 2;
  for (std::size_t i = 0; i < half; ++i) {
    Batch merged = batches_[2 * i];
    if (2 * i + 1 < batches_.size()) {
      merged.count += batches_[2 * i + 1].count;
      merged.sum += batches_[2 * i + 1].sum;
    }
    batches_[i] = merged;
  }
  batches_.resize(half);
  ++shift_;
}

}  // namespace hopscope
