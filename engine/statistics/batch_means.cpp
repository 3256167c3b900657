// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/statistics/batch_means.h"

#include <algorithm>
#include <limits>

#include "engine/statistics/confidence_interval.h"

namespace hopscope {

BatchMeans::BatchMeans(unsigned batches) : limit_(std::max(4u, batches + (batches & 1u))) {
  batches_.reserve(limit_);
}

void BatchMeans::add(double value) {
  sum_ += value;
  ++count_;
  partial_ += value;
  if (++filled_ < batchLength_) return;
  batches_.push_back(partial_ / static_cast<double>(batchLength_));
  partial_ = 0;
  filled_ = 0;
  if (batches_.size() < limit_) return;
  for (std::size_t i = 0; i < limit_ / 2; ++i)
    batches_[i] = (batches_[2 * i] + batches_[2 * i + 1]) / 2;
  batches_.resize(limit_ / 2);
  batchLength_ *= 2;
}

void BatchMeans::clear() {
  batches_.clear();
  batchLength_ = 1;
  filled_ = count_ = 0;
  partial_ = sum_ = 0;
}

double BatchMeans::mean() const {
  return count_ == 0 ? std::numeric_limits<double>::quiet_NaN()
                     : sum_ / static_cast<double>(count_);
}

double BatchMeans::halfWidth95() const {
  return confidence95(batches_).halfWidth;
}

}  // namespace hopscope
