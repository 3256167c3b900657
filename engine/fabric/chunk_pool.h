// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/fabric/touch.h"

namespace hopscope {

/// Many short lists whose items lie in small recycled chunks, so that nothing is allocated once the
/// traffic has settled, and the chunk used last (still in the cache) is used next. Items of a chain
/// keep the order of pushing.
template <typename T, std::uint32_t ChunkItems>
class ChunkPool {
 public:
  static_assert((ChunkItems & (ChunkItems - 1)) == 0, "a power of two, so that `end` tells all");

  /// One list. Empty at first; belongs to the pool it was pushed to.
  struct Chain {
    std::uint32_t first = kNone;  ///< chunk
    /// Behind its last item, counted in items over all chunks: at a chunk's border a new one is
    /// due. So pushing touches no more than the item's own cache line.
    std::uint32_t end = 0;
  };

  /// Room for one more item, whose value is whatever was there before; good until the next one.
  [[gnu::always_inline]] T& append(Chain& chain) {
    if (chain.end % ChunkItems == 0) grow(chain);
    return items_[chain.end++];
  }
  void push(Chain& chain, const T& item) { append(chain) = item; }

  /// Hands out and forgets every item. `visit` may push to other chains.
  template <typename Visit>
  void drain(Chain& chain, Visit&& visit) {
    const Chain taken = chain;
    chain = {};
    if (taken.first == kNone) return;
    const std::uint32_t last = lastOf(taken);
    for (std::uint32_t chunk = taken.first;;) {
      const std::uint32_t end = chunk == last ? taken.end : (chunk + 1) * ChunkItems;
      for (std::uint32_t i = chunk * ChunkItems; i < end; ++i) visit(T(items_[i]));
      const std::uint32_t next = next_[chunk];
      next_[chunk] = free_;
      free_ = chunk;
      if (chunk == last) break;
      chunk = next;
    }
  }

  /// Forgets every item, with all its chunks at once.
  void forget(Chain& chain) {
    if (chain.first == kNone) return;
    next_[lastOf(chain)] = free_;
    free_ = chain.first;
    chain = {};
  }

  template <typename Visit>
  void forEach(const Chain& chain, Visit&& visit) const {
    if (chain.first == kNone) return;
    const std::uint32_t last = lastOf(chain);
    for (std::uint32_t chunk = chain.first;; chunk = next_[chunk]) {
      const std::uint32_t end = chunk == last ? chain.end : (chunk + 1) * ChunkItems;
      for (std::uint32_t i = chunk * ChunkItems; i < end; ++i) visit(items_[i]);
      if (chunk == last) break;
    }
  }

  /// Makes room for half as many chunks again as there have been at the most, and a few: what is
  /// under way in a network that has settled stays well below that.
  void leaveRoom() { reserve(next_.size() + next_.size() / 2 + kSpare); }

  /// Makes room for so many chunks.
  void reserve(std::size_t chunks) {
    next_.reserve(chunks);
    items_.reserve(chunks * ChunkItems);
  }

  /// Brings all chunks into the cache.
  void touch() const { hopscope::touch(items_); }

 private:
  static constexpr std::size_t kSpare = 16;

  static std::uint32_t lastOf(const Chain& chain) { return (chain.end - 1) / ChunkItems; }

  void grow(Chain& chain) {
    std::uint32_t chunk = free_;
    if (chunk != kNone) {
      free_ = next_[chunk];
    } else {
      chunk = static_cast<std::uint32_t>(next_.size());
      next_.push_back(kNone);
      items_.resize(items_.size() + ChunkItems);
    }
    if (chain.first == kNone)
      chain.first = chunk;
    else
      next_[lastOf(chain)] = chunk;
    chain.end = chunk * ChunkItems;
  }

  std::vector<T> items_;             ///< chunk by chunk
  std::vector<std::uint32_t> next_;  ///< per chunk: behind it in its chain, or among the free ones
  std::uint32_t free_ = kNone;
};

}  // namespace hopscope
