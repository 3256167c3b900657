// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// How often each latency occurred, in bounded memory (30 KB): every value below 128 cycles has a
/// bucket of its own, above that each power of two is split into 64, so that a bucket is at most
/// 1/64 as wide as its values (the log-linear scheme of HdrHistogram; Tene 2012). `add` is O(1) and
/// never allocates.
class Histogram {
 public:
  /// Counts of values with lower <= value < upper.
  struct Bar {
    double lower = 0, upper = 0;
    std::uint64_t count = 0;

    bool operator==(const Bar&) const = default;
  };

  Histogram();

  /// A negative latency counts as 0.
  void add(Cycle latency) {
    const auto value = static_cast<std::uint64_t>(std::max<Cycle>(latency, 0));
    ++buckets_[bucketOf(value)];
    sum_ += value;
    ++count_;
    if (value < minimum_) minimum_ = value;
    if (value > maximum_) maximum_ = value;
  }
  void merge(const Histogram& other);
  void clear();

  std::uint64_t count() const { return count_; }
  std::uint64_t sum() const { return sum_; }
  /// Exact, not from buckets; NaN without values.
  double mean() const;
  double minimum() const;
  double maximum() const;
  /// The value that `share` (0..1) of all values do not exceed, by nearest rank; within a bucket
  /// wider than one cycle by its rank in the bucket. NaN without values.
  double percentile(double share) const;

  /// At most `limit` bars of equal width from the smallest value to the largest, empty ones between
  /// them included. Their width is a power of two, so every count is exact.
  std::vector<Bar> bars(std::size_t limit = 64) const;

 private:
  static constexpr unsigned kSplitBits = 6;  ///< 64 buckets to a power of two
  static constexpr std::uint64_t kSplit = std::uint64_t{1} << kSplitBits;
  static constexpr std::uint64_t kNothing = std::numeric_limits<std::uint64_t>::max();

  /// log2 of the width of the bucket that holds `value`.
  static unsigned shiftOf(std::uint64_t value) {
    return static_cast<unsigned>(std::bit_width(value | (2 * kSplit - 1))) - kSplitBits - 1;
  }
  static std::size_t bucketOf(std::uint64_t value) {
    const unsigned shift = shiftOf(value);
    return shift * kSplit + (value >> shift);
  }
  static unsigned shiftOfBucket(std::size_t bucket) {
    return bucket < 2 * kSplit ? 0 : static_cast<unsigned>(bucket / kSplit - 1);
  }
  static std::uint64_t lowerOf(std::size_t bucket) {
    const unsigned shift = shiftOfBucket(bucket);
    return (bucket - shift * kSplit) << shift;
  }

  std::vector<std::uint64_t> buckets_;
  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  std::uint64_t minimum_ = kNothing, maximum_ = 0;
};

}  // namespace hopscope
