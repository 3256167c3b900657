// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace hopscope {

/// Zeroed memory for the lines of all caches of a network. Lookups hit it at random, so it comes in
/// huge pages, unless it is so large that most of it should never be committed: then the system
/// commits a page when a line in it is first filled.
class LineMemory {
 public:
  /// Room for `bytes` altogether. Throws std::bad_alloc.
  explicit LineMemory(std::size_t bytes);
  ~LineMemory();
  LineMemory(LineMemory&& other) noexcept;
  LineMemory(const LineMemory&) = delete;
  LineMemory& operator=(const LineMemory&) = delete;
  LineMemory& operator=(LineMemory&&) = delete;

  /// The next `bytes` of it, a multiple of the processor's line; it begins with a line.
  void* take(std::size_t bytes);

 private:
  std::byte* begin_ = nullptr;
  std::size_t size_, taken_ = 0;
};

}  // namespace hopscope
