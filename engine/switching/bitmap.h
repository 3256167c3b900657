// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hopscope {

/// A set of indices for the lists of what is active: constant time in and out, walked in order.
class Bitmap {
 public:
  Bitmap() = default;
  explicit Bitmap(std::size_t size) : words_((size + 63) / 64, 0), flat_(size) {}

  void set(std::size_t index) { words_[index / 64] |= std::uint64_t{1} << (index % 64); }
  void clear(std::size_t index) { words_[index / 64] &= ~(std::uint64_t{1} << (index % 64)); }
  /// Out unless `member`; without a branch.
  void keep(std::size_t index, bool member) {
    words_[index / 64] &= ~(std::uint64_t{!member} << (index % 64));
  }

  bool empty() const {
    return std::all_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word == 0; });
  }

  /// The members as a list, valid until the next call. Walking a list lets the processor run ahead,
  /// walking bits does not.
  struct Members {
    const std::uint32_t* first;
    const std::uint32_t* last;
    const std::uint32_t* begin() const { return first; }
    const std::uint32_t* end() const { return last; }
  };
  Members members() {
    std::uint32_t* next = flat_.data();
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint64_t word = words_[w]; word != 0; word &= word - 1)
        *next++ =
            static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(word)));
    return {flat_.data(), next};
  }

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> flat_;
};

/// The first bit at or after `from` <= 64 in a word, round the end; `word` is not 0. Without a
/// branch: where the bit is, is anybody's guess.
inline unsigned nextBit(std::uint64_t word, unsigned from) {
  if (word == 0) __builtin_unreachable();
  return (from + static_cast<unsigned>(std::countr_zero(std::rotr(word, static_cast<int>(from))))) %
         64;
}

}  // namespace hopscope
