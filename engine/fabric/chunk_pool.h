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
  /// One list. Empty at first; belongs to the pool it was pushed to. It knows how full its last
  /// chunk is, so that pushing touches no more than the item's own cache line.
  struct Chain {
    std::uint32_t first = kNone, last = kNone;
    std::uint32_t inLast = 0;
  };

  void push(Chain& chain, const T& item) {
    if (chain.last == kNone || chain.inLast == kItems) append(chain);
    chunks_[chain.last].items[chain.inLast++] = item;
  }

  /// Hands out and forgets every item. `visit` may push to other chains.
  template <typename Visit>
  void drain(Chain& chain, Visit&& visit) {
    const Chain taken = chain;
    chain = {};
    for (std::uint32_t index = taken.first; index != kNone;) {
      const std::uint32_t count = countOf(taken, index);
      for (std::uint32_t i = 0; i < count; ++i) visit(T(chunks_[index].items[i]));
      const std::uint32_t next = index == taken.last ? kNone : chunks_[index].next;
      chunks_[index].next = free_;
      free_ = index;
      index = next;
    }
  }

  template <typename Visit>
  void forEach(const Chain& chain, Visit&& visit) const {
    for (std::uint32_t index = chain.first; index != kNone;
         index = index == chain.last ? kNone : chunks_[index].next)
      for (std::uint32_t i = 0; i < countOf(chain, index); ++i) visit(chunks_[index].items[i]);
  }

 private:
  static constexpr std::size_t kItems = (ChunkBytes - sizeof(std::uint32_t)) / sizeof(T);
  struct Chunk {
    std::array<T, kItems> items;
    std::uint32_t next = kNone;  ///< unset in the last chunk of a chain
  };

  static std::uint32_t countOf(const Chain& chain, std::uint32_t chunk) {
    return chunk == chain.last ? chain.inLast : static_cast<std::uint32_t>(kItems);
  }

  void append(Chain& chain) {
    std::uint32_t index = free_;
    if (index != kNone) {
      free_ = chunks_[index].next;
    } else {
      index = static_cast<std::uint32_t>(chunks_.size());
      chunks_.emplace_back();
    }
    if (chain.last == kNone)
      chain.first = index;
    else
      chunks_[chain.last].next = index;
    chain.last = index;
    chain.inLast = 0;
  }

  std::vector<Chunk> chunks_;
  std::uint32_t free_ = kNone;
};

}  // namespace hopscope
