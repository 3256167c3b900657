// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// Many short lists whose items lie in small recycled chunks, so that nothing is allocated once the
/// traffic has settled, and the chunk used last (still in the cache) is used next. Items of a chain
/// keep the order of pushing.
template <typename T, std::size_t ChunkBytes>
class ChunkPool {
 public:
  /// One list. Empty at first; belongs to the pool it was pushed to.
  struct Chain {
    std::uint32_t first = kNone, last = kNone;

    bool empty() const { return first == kNone; }
  };

  void reserve(std::size_t chunks) { chunks_.reserve(chunks); }

  void push(Chain& chain, const T& item) {
    if (chain.last == kNone || chunks_[chain.last].count == kItems) append(chain);
    Chunk& chunk = chunks_[chain.last];
    chunk.items[chunk.count++] = item;
  }

  /// Hands out and forgets every item. `visit` may push to other chains.
  template <typename Visit>
  void drain(Chain& chain, Visit&& visit) {
    std::uint32_t index = chain.first;
    chain = {};
    while (index != kNone) {
      const std::uint32_t count = chunks_[index].count;
      for (std::uint32_t i = 0; i < count; ++i) visit(T(chunks_[index].items[i]));
      const std::uint32_t next = chunks_[index].next;
      chunks_[index].next = free_;
      free_ = index;
      index = next;
    }
  }

  template <typename Visit>
  void forEach(const Chain& chain, Visit&& visit) const {
    for (std::uint32_t index = chain.first; index != kNone; index = chunks_[index].next)
      for (std::uint32_t i = 0; i < chunks_[index].count; ++i) visit(chunks_[index].items[i]);
  }

 private:
  static constexpr std::size_t kItems = (ChunkBytes - 8) / sizeof(T);
  struct Chunk {
    std::uint32_t next = kNone;
    std::uint32_t count = 0;
    std::array<T, kItems> items;
  };

  void append(Chain& chain) {
    std::uint32_t index = free_;
    if (index != kNone) {
      free_ = chunks_[index].next;
    } else {
      index = static_cast<std::uint32_t>(chunks_.size());
      chunks_.emplace_back();
    }
    chunks_[index].next = kNone;
    chunks_[index].count = 0;
    if (chain.last == kNone)
      chain.first = index;
    else
      chunks_[chain.last].next = index;
    chain.last = index;
  }

  std::vector<Chunk> chunks_;
  std::uint32_t free_ = kNone;
};

}  // namespace hopscope
