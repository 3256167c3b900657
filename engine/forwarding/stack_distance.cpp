// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/stack_distance.h"

#include <algorithm>
#include <numeric>

#include "engine/forwarding/key_hash.h"

namespace hopscope {

StackDistance::StackDistance(HashKind hash, std::uint32_t sets, std::uint32_t mostWays)
    : hash_(hash),
      sets_(sets),
      mask_((sets & (sets - 1)) == 0 ? sets - 1 : kNone),
      ways_(mostWays),
      stacks_(std::size_t{sets} * mostWays, 0),
      distances_(mostWays, 0) {}

std::uint32_t StackDistance::access(std::uint32_t key) {
  ++accesses_;
  const std::uint32_t hashed = hashOf(hash_, key);
  const std::uint32_t set = mask_ != kNone ? hashed & mask_ : hashed % sets_;
  std::uint32_t* const stack = &stacks_[std::size_t{set} * ways_];
  // Everything above the key moves down by one as it is looked for; what falls off is forgotten.
  std::uint32_t carried = key + 1;
  for (std::uint32_t i = 0; i < ways_; ++i) {
    std::swap(stack[i], carried);
    if (carried == key + 1) {
      ++distances_[i];
      return i;
    }
    if (carried == 0) break;
  }
  return ways_;
}

void StackDistance::clear() {
  std::fill(stacks_.begin(), stacks_.end(), 0);
}

std::uint64_t StackDistance::hits(std::uint32_t ways) const {
  return std::accumulate(distances_.begin(), distances_.begin() + std::min(ways, ways_),
                         std::uint64_t{0});
}

}  // namespace hopscope
