// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hopscope {

/// Counts and real numbers, 64 bits each, in few bytes, and back bit for bit. What a run measures
/// is mostly a count over a count: flits over cycles, a sum of latencies over packets. Such a
/// number stands as its two counts, of which a compressor makes much less than of the 53 bits of a
/// quotient. Nothing is told about what a number means: whether it is one, is found by trying.
class WordWriter {
 public:
  /// Numbers of one kind, such as one field of all windows.
  void column(std::span<const std::uint64_t> words);
  /// Everything that was put, as a WordReader takes it.
  std::string text() const;

 private:
  std::string tags_;
  std::vector<std::uint64_t> above_, below_;  ///< of ratios; whole numbers are above nothing
  std::vector<std::uint64_t> raw_;
};

/// Gives the columns back in the order in which they were put, never more than there is.
class WordReader {
 public:
  /// Takes `count` words off the beginning of `text`. Throws BlobError where it has not so many.
  WordReader(std::string_view& text, std::size_t count);
  /// Throws BlobError beyond the last word.
  void column(std::span<std::uint64_t> words);

 private:
  std::string_view tags_;
  std::vector<std::uint64_t> above_, below_, raw_;
  std::size_t tag_ = 0, nextAbove_ = 0, nextBelow_ = 0, nextRaw_ = 0;
};

/// Seven bits a byte, the low ones first, and one that says whether there are more.
void putVarint(std::string& text, std::uint64_t number);
/// Throws BlobError where there is none.
std::uint64_t takeVarint(std::string_view& text);

}  // namespace hopscope
