// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hopscope {

/// Mean of a correlated series with its 95 % interval by the method of batch means (Law & Kelton,
/// "Simulation Modeling and Analysis", ch. 9.5), without knowing the number of values ahead: when
/// all batches are full, neighbours are merged and batches become twice as long, so that there are
/// always between half of `batches` and `batches` of them. `add` is O(1) on average and never
/// allocates.
class BatchMeans {
 public:
  explicit BatchMeans(unsigned batches = 32);  ///< made even; at least 4

  void add(double value);
  void clear();

  std::uint64_t count() const { return count_; }
  double mean() const;  ///< of all values; NaN without any
  /// Half-width of the 95 % confidence interval; NaN below two full batches.
  double halfWidth95() const;

 private:
  std::vector<double> batches_;  ///< means of full batches; the capacity is fixed
  std::size_t limit_;
  std::uint64_t batchLength_ = 1;
  std::uint64_t filled_ = 0;  ///< values in the batch that is being filled
  double partial_ = 0;        ///< their sum
  double sum_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace hopscope
