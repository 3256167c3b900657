// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

namespace hopscope::hybrid {

/// What is due in the order in which it was noted: a ring that grows while it must, and then
/// allocates nothing.
template <typename T>
class Fifo {
 public:
  explicit Fifo(std::size_t room = 16) : items_(std::bit_ceil(room)) {}

  bool empty() const { return first_ == end_; }
  std::size_t size() const { return end_ - first_; }
  const T& front() const { return items_[first_ & (items_.size() - 1)]; }
  void pop() { ++first_; }
  void push(const T& item) {
    if (size() == items_.size()) grow(2 * items_.size());
    items_[end_++ & (items_.size() - 1)] = item;
  }
  /// Makes room for twice as many as there was room for.
  void leaveRoom() { grow(2 * items_.size()); }

 private:
  void grow(std::size_t room) {
    std::vector<T> more(room);
    const std::size_t count = size();
    for (std::size_t i = 0; i < count; ++i) more[i] = items_[(first_ + i) & (items_.size() - 1)];
    items_ = std::move(more);
    first_ = 0;
    end_ = count;
  }

  std::vector<T> items_;
  std::size_t first_ = 0, end_ = 0;
};

}  // namespace hopscope::hybrid
