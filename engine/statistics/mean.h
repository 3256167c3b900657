// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>

namespace hopscope {

/// A plain running mean; NaN without values.
class Mean {
 public:
  void add(double value) {
    sum_ += value;
    ++count_;
  }
  void clear() { *this = {}; }

  std::uint64_t count() const { return count_; }
  double value() const {
    return count_ == 0 ? std::numeric_limits<double>::quiet_NaN()
                       : sum_ / static_cast<double>(count_);
  }

 private:
  double sum_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace hopscope
