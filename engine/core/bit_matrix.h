// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hopscope {

inline constexpr std::uint32_t wordsFor(std::uint32_t bits) {
  return (bits + 63) / 64;
}

inline bool bitAt(const std::uint64_t* words, std::uint32_t index) {
  return (words[index / 64] >> (index % 64) & 1u) != 0;
}
inline void setBit(std::uint64_t* words, std::uint32_t index) {
  words[index / 64] |= std::uint64_t{1} << (index % 64);
}
inline void clearBit(std::uint64_t* words, std::uint32_t index) {
  words[index / 64] &= ~(std::uint64_t{1} << (index % 64));
}

/// Calls `visit(index)` for each bit that is set, lowest first.
template <typename Visit>
void forEachBit(const std::uint64_t* words, std::uint32_t count, Visit&& visit) {
  for (std::uint32_t w = 0; w < count; ++w)
    for (std::uint64_t left = words[w]; left != 0; left &= left - 1)
      visit(w * 64 + static_cast<std::uint32_t>(std::countr_zero(left)));
}

/// Rows of bits in words of 64; each row begins with a word of its own.
class BitMatrix {
 public:
  BitMatrix() = default;
  BitMatrix(std::uint32_t rows, std::uint32_t columns)
      : rows_(rows),
        columns_(columns),
        words_(wordsFor(columns)),
        bits_(std::size_t{rows} * words_, 0) {}

  std::uint32_t rows() const { return rows_; }
  std::uint32_t columns() const { return columns_; }
  std::uint32_t words() const { return words_; }  ///< of one row

  std::uint64_t* row(std::uint32_t index) { return bits_.data() + std::size_t{index} * words_; }
  const std::uint64_t* row(std::uint32_t index) const {
    return bits_.data() + std::size_t{index} * words_;
  }
  bool at(std::uint32_t row, std::uint32_t column) const { return bitAt(this->row(row), column); }
  void set(std::uint32_t row, std::uint32_t column) { setBit(this->row(row), column); }
  void clear(std::uint32_t row, std::uint32_t column) { clearBit(this->row(row), column); }
  void clear() { bits_.assign(bits_.size(), 0); }

  std::uint64_t count() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t word : bits_) sum += static_cast<unsigned>(std::popcount(word));
    return sum;
  }

  bool operator==(const BitMatrix&) const = default;

 private:
  std::uint32_t rows_ = 0, columns_ = 0, words_ = 0;
  std::vector<std::uint64_t> bits_;
};

}  // namespace hopscope
