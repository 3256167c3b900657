// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/heap_counter.h"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> calls{0};
std::atomic<std::int64_t> alive{0};

void* takeOrNone(std::size_t size, std::size_t alignment = alignof(std::max_align_t)) noexcept {
  // A size must be a multiple of its alignment.
  const std::size_t whole = (std::max<std::size_t>(size, 1) + alignment - 1) / alignment;
  void* memory = std::aligned_alloc(alignment, whole * alignment);
  if (memory == nullptr) return nullptr;
  calls.fetch_add(1, std::memory_order_relaxed);
  alive.fetch_add(static_cast<std::int64_t>(malloc_usable_size(memory)), std::memory_order_relaxed);
  return memory;
}

void* take(std::size_t size, std::size_t alignment = alignof(std::max_align_t)) {
  void* memory = takeOrNone(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void give(void* memory) {
  if (memory == nullptr) return;
  alive.fetch_sub(static_cast<std::int64_t>(malloc_usable_size(memory)), std::memory_order_relaxed);
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) {
  return take(size);
}
void* operator new[](std::size_t size) {
  return take(size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return take(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return take(size, static_cast<std::size_t>(alignment));
}
// The standard library's temporary buffers ask in this way.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return takeOrNone(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return takeOrNone(size);
}
void operator delete(void* memory) noexcept {
  give(memory);
}
void operator delete[](void* memory) noexcept {
  give(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  give(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  give(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  give(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  give(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  give(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  give(memory);
}

namespace hopscope::test {

std::uint64_t allocations() {
  return calls.load(std::memory_order_relaxed);
}
std::int64_t bytesAlive() {
  return alive.load(std::memory_order_relaxed);
}

}  // namespace hopscope::test
