// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <cstddef>
#include <memory>

namespace hopscope {

/// A list of which it is known how long it gets: adding does not look for room, which a vector's
/// push_back does by a call. In an inner loop that is felt.
template <typename T>
class BoundedList {
 public:
  BoundedList() = default;
  explicit BoundedList(std::size_t most) : items_(std::make_unique<T[]>(most)), most_(most) {}

  void add(const T& item) {
    assert(count_ < most_);
    items_[count_++] = item;
  }
  void clear() { count_ = 0; }

  const T* begin() const { return items_.get(); }
  const T* end() const { return items_.get() + count_; }

 private:
  std::unique_ptr<T[]> items_;
  std::size_t count_ = 0;
  std::size_t most_ = 0;
};

}  // namespace hopscope
