// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>

namespace hopscope::trace {

/// A list of numbers, mostly of none, one or two, which stand in it: traces have millions of such
/// lists.
class FewNumbers {
 public:
  FewNumbers() = default;
  FewNumbers(std::initializer_list<std::uint32_t> numbers) {
    append(numbers.begin(), numbers.end());
  }
  FewNumbers(const FewNumbers& other) { append(other.begin(), other.end()); }
  FewNumbers(FewNumbers&& other) noexcept { swap(other); }
  FewNumbers& operator=(FewNumbers other) noexcept {
    swap(other);
    return *this;
  }
  ~FewNumbers() {
    if (isApart()) delete[] apart();
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const std::uint32_t* begin() const { return isApart() ? apart() : here_.data(); }
  const std::uint32_t* end() const { return begin() + size_; }
  std::uint32_t* begin() { return isApart() ? apart() : here_.data(); }
  std::uint32_t* end() { return begin() + size_; }

  void push_back(std::uint32_t number) {
    if (size_ == room_) grow();
    begin()[size_++] = number;
  }

 private:
  static constexpr std::uint32_t kHere = 2;

  bool isApart() const { return room_ > kHere; }
  std::uint32_t* apart() const { return std::bit_cast<std::uint32_t*>(here_); }
  void append(const std::uint32_t* first, const std::uint32_t* last) {
    for (; first != last; ++first) push_back(*first);
  }
  void grow() {
    auto* const more = new std::uint32_t[std::size_t{2} * room_];
    std::copy(begin(), end(), more);
    if (isApart()) delete[] apart();
    here_ = std::bit_cast<std::array<std::uint32_t, kHere>>(more);
    room_ *= 2;
  }
  void swap(FewNumbers& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
    std::swap(here_, other.here_);
  }

  std::uint32_t size_ = 0, room_ = kHere;
  std::array<std::uint32_t, kHere> here_{};  ///< or where they are, if there are more
};
static_assert(sizeof(std::uint32_t*) == 8);

}  // namespace hopscope::trace
