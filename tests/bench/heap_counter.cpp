// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/heap_counter.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> calls{0};
std::atomic<std::int64_t> alive{0};

void* take(std::size_t size) {
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  calls.fetch_add(1, std::memory_order_relaxed);
  alive.fetch_add(static_cast<std::int64_t>(malloc_usable_size(memory)), std::memory_order_relaxed);
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

namespace hopscope::bench {

std::uint64_t allocations() {
  return calls.load(std::memory_order_relaxed);
}
std::int64_t bytesAlive() {
  return alive.load(std::memory_order_relaxed);
}

}  // namespace hopscope::bench
