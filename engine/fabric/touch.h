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
/// them one by one. By loads: processors drop a prefetch whose page they have not looked up.
template <typename T>
void touch(const std::vector<T>& items, std::size_t first, std::size_t last) {
  constexpr std::size_t kLine = 64;
  const auto* const end = reinterpret_cast<const volatile char*>(items.data() + last);
  for (const auto* line = reinterpret_cast<const volatile char*>(items.data() + first); line < end;
       line += kLine)
    static_cast<void>(*line);
}

template <typename T>
void touch(const std::vector<T>& items) {
  touch(items, 0, items.size());
}

}  // namespace hopscope
