// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "engine/workload/collective.h"

/// What collectives are written with.
namespace hopscope::collective {

/// Neighbouring blocks; those behind the last one are the first.
struct BlockRange {
  std::uint32_t first = 0, count = 0;
};

/// What the blocks of a vector are.
enum class BlockSize : std::uint8_t {
  cut,   ///< as even parts as there are of CollectiveCall::bytes
  each,  ///< of CollectiveCall::bytes each
  none,  ///< nothing but the message itself
};

/// A collective whose steps send and receive ranges of blocks.
class Ranged : public Collective {
 public:
  explicit Ranged(BlockSize size) : size_(size) {}

  CollectiveStep step(const CollectiveCall& call, std::uint32_t index) const override;
  void blocks(const CollectiveCall& call, std::uint32_t index,
              std::vector<std::uint32_t>& out) const override;
  std::uint64_t blockBytes(const CollectiveCall& call, std::uint32_t block) const override;

 protected:
  struct Move {
    std::uint32_t to = kNone;
    BlockRange sent = {};
    std::uint32_t from = kNone;
    BlockRange received = {};
    bool reduces = false;
    bool waits = true;
  };
  virtual Move move(const CollectiveCall& call, std::uint32_t index) const = 0;

 private:
  std::uint64_t bytesOf(const CollectiveCall& call, BlockRange range) const;

  BlockSize size_;
};

/// The smallest number of doublings from 1 that reach `ranks`.
inline std::uint32_t doublings(std::uint32_t ranks) {
  return static_cast<std::uint32_t>(std::bit_width(ranks - 1));
}

/// The rank as if the root were 0, and back.
inline std::uint32_t fromRoot(const CollectiveCall& call) {
  return (call.rank + call.ranks - call.root) % call.ranks;
}
inline std::uint32_t toRank(const CollectiveCall& call, std::uint32_t place) {
  return (place + call.root) % call.ranks;
}

/// A binomial tree over places from the root: the parent of v is v without its lowest bit.
struct BinomialPlace {
  std::uint32_t place = 0, ranks = 1;

  /// Children are `place` + 1, 2, 4, … below this.
  std::uint32_t reach() const { return place == 0 ? std::bit_ceil(ranks) : place & (~place + 1); }
  std::uint32_t parent() const { return place & (place - 1); }
  std::uint32_t children() const {
    std::uint32_t count = 0;
    for (std::uint32_t bit = 1; bit < reach(); bit <<= 1) count += place + bit < ranks ? 1 : 0;
    return count;
  }
  /// Places of the subtree that begins with `place` + `bit`.
  std::uint32_t below(std::uint32_t bit) const {
    const std::uint32_t left = ranks - (place + bit);
    return bit < left ? bit : left;
  }
  /// Places of its own subtree.
  std::uint32_t size() const {
    const std::uint32_t left = ranks - place;
    return reach() < left ? reach() : left;
  }
};

CollectiveEntry barrierDissemination();
CollectiveEntry barrierTree();
CollectiveEntry broadcastBinomial();
CollectiveEntry broadcastScatter();
CollectiveEntry reduceBinomial();
CollectiveEntry gatherBinomial();
CollectiveEntry scatterBinomial();
CollectiveEntry allGatherRing();
CollectiveEntry allGatherRecursive();
CollectiveEntry reduceScatterRing();
CollectiveEntry reduceScatterRecursive();
CollectiveEntry allReduceRing();
CollectiveEntry allReduceDoubling();
CollectiveEntry allReduceHalving();
CollectiveEntry allReduceDoubleTree();
CollectiveEntry allReduceHierarchical();
CollectiveEntry allToAllPairwise();
CollectiveEntry allToAllBruck();
CollectiveEntry allToAllDirect();

}  // namespace hopscope::collective
