// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace hopscope {

/// Asks for the cache line of something that will be written soon.
template <typename T>
void prefetch(const T& item) {
  __builtin_prefetch(&item, 1);
}

/// The same by a load, for what is spread over more pages than a processor has looked up: it drops
/// a prefetch of any other page. Where it waits for the load the next instructions do not.
template <typename T>
void loadAhead(const T& item) {
  static_cast<void>(*reinterpret_cast<const volatile char*>(&item));
}

/// The same of something that another core has written last.
template <typename T>
void prefetchFromOther(const T& item) {
#if defined(__x86_64__)
  // What the compiler makes of it for any processor fetches a copy to read, and the first write has
  // to ask the other core again.
  asm volatile("prefetchw %0" : : "m"(item));
#else
  prefetch(item);
#endif
}

/// Brings items [first, last) of a list into the cache, in order, which is much faster than missing
/// them one by one. By loads, as `loadAhead`.
template <typename T>
void touch(const T* items, std::size_t first, std::size_t last) {
  constexpr std::size_t kLine = 64;
  const auto* const end = reinterpret_cast<const char*>(items + last);
  for (const auto* line = reinterpret_cast<const char*>(items + first); line < end; line += kLine)
    loadAhead(*line);
}

template <typename T>
void touch(const std::vector<T>& items, std::size_t first, std::size_t last) {
  touch(items.data(), first, last);
}

template <typename T>
void touch(const std::vector<T>& items) {
  touch(items, 0, items.size());
}

}  // namespace hopscope
