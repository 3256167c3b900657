// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/statistics/histogram.h"

#include <algorithm>
#include <cmath>

#include "engine/core/not_a_number.h"

namespace hopscope {
namespace {

constexpr unsigned kValueBits = 63;  // a Cycle without its sign

}  // namespace

Histogram::Histogram() : buckets_((kValueBits - kSplitBits + 1) * kSplit, 0) {}

void Histogram::merge(const Histogram& other) {
  if (other.count_ == 0) return;
  const std::size_t last = bucketOf(other.maximum_);
  for (std::size_t bucket = bucketOf(other.minimum_); bucket <= last; ++bucket)
    buckets_[bucket] += other.buckets_[bucket];
  minimum_ = std::min(minimum_, other.minimum_);
  maximum_ = std::max(maximum_, other.maximum_);
  sum_ += other.sum_;
  count_ += other.count_;
}

void Histogram::clear() {
  if (count_ != 0)
    std::fill(buckets_.begin() + static_cast<std::ptrdiff_t>(bucketOf(minimum_)),
              buckets_.begin() + static_cast<std::ptrdiff_t>(bucketOf(maximum_)) + 1, 0);
  count_ = sum_ = maximum_ = 0;
  minimum_ = kNothing;
}

double Histogram::mean() const {
  return count_ == 0 ? kNan : static_cast<double>(sum_) / static_cast<double>(count_);
}

double Histogram::minimum() const {
  return count_ == 0 ? kNan : static_cast<double>(minimum_);
}

double Histogram::maximum() const {
  return count_ == 0 ? kNan : static_cast<double>(maximum_);
}

double Histogram::percentile(double share) const {
  if (count_ == 0) return kNan;
  const double wanted = std::ceil(std::clamp(share, 0.0, 1.0) * static_cast<double>(count_));
  const auto rank = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(wanted), 1, count_);
  std::uint64_t below = 0;
  std::size_t bucket = bucketOf(minimum_);
  while (below + buckets_[bucket] < rank) below += buckets_[bucket++];
  const auto lower = static_cast<double>(lowerOf(bucket));
  const double last = std::ldexp(1.0, static_cast<int>(shiftOfBucket(bucket))) - 1;
  const double within = static_cast<double>(rank - below) / static_cast<double>(buckets_[bucket]);
  return std::clamp(lower + last * within, minimum(), maximum());
}

std::vector<Histogram::Bar> Histogram::bars(std::size_t limit) const {
  std::vector<Bar> bars;
  if (count_ == 0) return bars;
  unsigned shift = shiftOf(maximum_);
  while ((maximum_ >> shift) - (minimum_ >> shift) >= std::max<std::size_t>(limit, 2)) ++shift;
  const std::uint64_t first = minimum_ >> shift;
  bars.resize((maximum_ >> shift) - first + 1);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    bars[i].lower = std::ldexp(static_cast<double>(first + i), static_cast<int>(shift));
    bars[i].upper = std::ldexp(static_cast<double>(first + i + 1), static_cast<int>(shift));
  }
  for (std::size_t bucket = bucketOf(minimum_); bucket <= bucketOf(maximum_); ++bucket)
    if (buckets_[bucket] != 0) bars[(lowerOf(bucket) >> shift) - first].count += buckets_[bucket];
  return bars;
}

}  // namespace hopscope
