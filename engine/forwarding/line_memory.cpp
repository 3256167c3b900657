// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/line_memory.h"

#include <sys/mman.h>

#include <cassert>
#include <new>
#include <utility>

namespace hopscope {
namespace {

/// Above this, memory is committed page by page.
constexpr std::size_t kMostCommitted = std::size_t{256} << 20;

}  // namespace

LineMemory::LineMemory(std::size_t bytes) : size_(bytes) {
  if (size_ == 0) return;
  void* const memory =
      mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  begin_ = static_cast<std::byte*>(memory);
  // A system without huge pages refuses, and small ones do as well.
  if (size_ <= kMostCommitted) static_cast<void>(madvise(memory, size_, MADV_HUGEPAGE));
}

LineMemory::LineMemory(LineMemory&& other) noexcept
    : begin_(std::exchange(other.begin_, nullptr)), size_(other.size_), taken_(other.taken_) {}

LineMemory::~LineMemory() {
  if (begin_ != nullptr) munmap(begin_, size_);
}

void* LineMemory::take(std::size_t bytes) {
  assert(taken_ + bytes <= size_);
  return begin_ + std::exchange(taken_, taken_ + bytes);
}

}  // namespace hopscope
